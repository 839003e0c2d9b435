"""The keys that an index has for values: what people read for them, and what they type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.names import name_key
from core.topic import Facet, ValueType
from index.building.facet_keys import brand_attribute, brand_key, facet_keys
from index.building.shape import BilingualText
from index.engines.request import SearchRequest
from index.finding.labels import YES_NO

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.topic import Attribute, Topic
    from index.building.shape import IndexSchema
    from index.engines.engine import Searcher


class FacetTerms:
    """Read once, when the index is opened; histograms have keys, too, which are no values."""

    def __init__(self, searcher: Searcher, schema: IndexSchema, topic: Topic) -> None:
        columns = set(schema.fields.terms)
        values = tuple(
            attribute.name
            for attribute in topic.attributes
            if attribute.name in columns and attribute.facet is not Facet.RANGE
        )
        found = searcher.search(SearchRequest(facets=values, limit=0))
        self._keys: Mapping[str, frozenset[str]] = {
            name: frozenset(found.facets.get(name, ())) for name in values
        }
        self._labels = schema.labels
        self._brand = brand_attribute(topic)

    def has_values(self, attribute: Attribute) -> bool:
        return attribute.name in self._keys

    def label(self, attribute: Attribute, key: str) -> BilingualText:
        if attribute.type is ValueType.YES_NO and key in YES_NO:
            return YES_NO[key]
        known = self._labels.get(attribute.name, {}).get(key)
        return known or BilingualText(key, key)

    def meant_by(self, attribute: Attribute, typed: str) -> tuple[str, ...]:
        """Those of the index's keys that a typed value stands for; none if it knows none."""
        keys = self._keys.get(attribute.name, frozenset())
        is_brand = attribute.name == self._brand
        meant = (brand_key(typed),) if is_brand else facet_keys(typed, attribute)
        known = tuple(key for key in meant if key in keys)
        return known or tuple(sorted(key for key in keys if name_key(key) == name_key(typed)))

    def saying(self, attribute: str, words: Iterable[str]) -> tuple[str, ...]:
        """Keys with one of these words in them; a Latin word must stand alone."""
        either = "|".join(map(re.escape, words))
        said = re.compile(rf"(?<![a-z0-9])(?:{either})(?![a-z0-9])", re.IGNORECASE)
        return tuple(sorted(filter(said.search, self._keys.get(attribute, ()))))
