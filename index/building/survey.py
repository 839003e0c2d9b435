"""Statistics of all products, taken before they are indexed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.building.columns import extents
from index.building.facet_keys import brand_attribute, written_keys
from index.building.fields import fields_of, has_bars, has_keys
from index.building.histogram import date_edges, number_edges
from index.building.labels import SpellingCounts, labels_of
from index.building.shape import IndexSchema, ValueCounts
from index.values.reading import read_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.building.document import ProductDocument, ShownAttribute
    from index.building.histogram import Edges
    from index.building.shape import BilingualText


class ProductStats:
    """Shown every product once, it knows the schema of their index."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        self._attributes = {attribute.name: attribute for attribute in topic.attributes}
        self._brand = brand_attribute(topic)
        self._values: dict[str, list[float]] = defaultdict(list)
        self._counts: dict[str, ValueCounts] = {}
        self._writings: dict[str, SpellingCounts] = defaultdict(SpellingCounts)
        self._products = 0

    def see(self, document: ProductDocument) -> None:
        self._products += 1
        for shown in document.attributes:
            attribute = self._attributes.get(shown.name) if shown.known else None
            if attribute:
                self._see(attribute, shown)
        if document.brand and (brand := document.get(self._brand)):
            self._writings[self._brand].see(document.brand, brand.shown)

    @property
    def in_bars(self) -> frozenset[str]:
        """The attributes that have values for a histogram."""
        return frozenset(self._values)

    def schema(self, edges: Mapping[str, Edges] | None = None) -> IndexSchema:
        """With these limits of histograms, or with such as suit the products seen."""
        return IndexSchema(
            fields_of(self._topic),
            self._edges() if edges is None else edges,
            self._labels(),
            self._products,
            self._counts,
        )

    def _edges(self) -> dict[str, Edges]:
        return {name: self._limits(name)(values) for name, values in self._values.items()}

    def _limits(self, name: str) -> Callable[[Sequence[float]], Edges]:
        return date_edges if self._attributes[name].type is ValueType.DATE else number_edges

    def _see(self, attribute: Attribute, shown: ShownAttribute) -> None:
        before = self._counts.get(attribute.name, ValueCounts())
        readings = [read_value(value.raw, attribute) for value in shown.values]
        understood = sum(bool(reading.values) for reading in readings)
        absent = sum(reading.absent for reading in readings)
        self._counts[attribute.name] = ValueCounts(
            before.products + 1,
            before.understood + understood,
            before.absent + absent,
            before.unread + len(readings) - understood - absent,
        )
        for value in shown.values:
            if has_bars(attribute):
                if found := extents(value.raw, attribute):
                    self._values[attribute.name] += (one.low for one in found)
            elif has_keys(attribute) and attribute.name != self._brand:
                for key, written in written_keys(value.raw, attribute).items():
                    self._writings[attribute.name].see(key, written)

    def _labels(self) -> dict[str, dict[str, BilingualText]]:
        """Those of files before those of pages."""
        labels = labels_of(self._topic)
        for name, writings in self._writings.items():
            labels[name] = writings.labels() | labels.get(name, {})
        return {name: some for name, some in labels.items() if some}
