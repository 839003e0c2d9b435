"""The entries themselves."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from index.building.columns import NUMBER_TYPES, SORTABLE_TYPES, extents, points, sort_number
from index.building.facet_keys import brand_attribute, brand_key, facet_keys
from index.building.fields import has_bars, has_keys, is_said
from index.building.histogram import touched_bars
from index.building.prominence import prominence
from index.building.texts import naming_attributes, texts_of
from index.engines.entry import PROMINENCE, IndexEntry
from index.values.absence import says_nothing
from index.values.writing import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.analysis.analyzer import Analyzer
    from index.building.document import ProductDocument
    from index.building.histogram import Edges

_Said: TypeAlias = "list[tuple[Attribute, list[str]]]"
_Keys: TypeAlias = "Iterator[tuple[str, tuple[str, ...]]]"

BETWEEN = "¶"  # a token that no text has: no phrase runs from one value into the next


def exact_tokens(texts: Iterable[str], analyzer: Analyzer) -> tuple[str, ...]:
    """The pieces of texts in their order, with a mark behind each text."""
    tokens: list[str] = []
    for text in texts:
        tokens += analyzer.exact_tokens(text)
        tokens.append(BETWEEN)
    return tuple(tokens)


class EntryBuilder:
    """Makes the entries of one index; `edges` are the limits of its histograms."""

    def __init__(self, topic: Topic, edges: Mapping[str, Edges], analyzer: Analyzer) -> None:
        self._attributes = {attribute.name: attribute for attribute in topic.attributes}
        self._naming = naming_attributes(topic)
        self._brand = brand_attribute(topic)
        self._edges = edges
        self._analyzer = analyzer

    def entry(self, document: ProductDocument) -> IndexEntry:
        said = [
            (self._attributes[shown.name], [value.raw for value in shown.values])
            for shown in document.attributes
            if shown.known and shown.name in self._attributes
        ]
        texts = texts_of(document, self._naming)
        amounts = {one.name: points(raws, one) for one, raws in said if one.type in NUMBER_TYPES}
        orders = {
            one.name: sort_number(raws[0], one) for one, raws in said if one.type in SORTABLE_TYPES
        }
        return IndexEntry(
            document.id,
            document.to_json(),
            name=self._tokens(texts.name),
            body=self._tokens(texts.body),
            exact=exact_tokens((*texts.name, *texts.body), self._analyzer),
            said=dict(self._said(said)),
            terms=dict(self._terms(document.brand, said)),
            numbers={name: found.numbers for name, found in amounts.items() if found.numbers},
            spans={name: found.span for name, found in amounts.items() if found.span},
            orders={name: number for name, number in orders.items() if number is not None}
            | {PROMINENCE: prominence(document, self._attributes)},
        )

    def _tokens(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Each once; text by text, so that none runs from one value into the next."""
        tokens = chain.from_iterable(map(self._analyzer.index_tokens, texts))
        return tuple(dict.fromkeys(tokens))

    def _said(self, said: _Said) -> _Keys:
        for attribute, raws in said:
            if is_said(attribute):
                tokens = self._tokens(raw for raw in raws if not says_nothing(plain(raw)))
                if tokens:
                    yield attribute.name, tokens

    def _terms(self, brand: str, said: _Said) -> _Keys:
        """The brand is the one that the product's name tells, where it tells any."""
        for attribute, raws in said:
            keys = dict.fromkeys(key for raw in raws for key in self._keys(raw, attribute))
            if attribute.name == self._brand and brand:
                keys = dict.fromkeys((brand,))
            if keys:
                yield attribute.name, tuple(keys)
        if brand and self._brand and all(one.name != self._brand for one, _ in said):
            yield self._brand, (brand,)

    def _keys(self, raw: str, attribute: Attribute) -> Iterable[str]:
        if has_bars(attribute):
            edges = self._edges.get(attribute.name, ())
            touched = (touched_bars(edges, *extent) for extent in extents(raw, attribute))
            return (str(bar) for several in touched for bar in several)
        if not has_keys(attribute):
            return ()
        keys = facet_keys(raw, attribute)
        return map(brand_key, keys) if attribute.name == self._brand else keys
