"""What those who search in an index have to know of it: columns, histograms, labels, counts.

`ProductStats` is shown every product once before they are indexed, and gives the `IndexSchema`.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from core.topic import ValueType
from index.engines.engine import Fields
from index.fields import (
    brand_attribute,
    date_edges,
    extents,
    fields_of,
    has_bars,
    has_keys,
    number_edges,
    written_keys,
)
from index.products.vocabulary import BRANDS
from index.values.format import format_number
from index.values.read import read_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute
    from index.fields import Edges


class BilingualText(NamedTuple):
    """What people read, in both languages of the pages."""

    zh: str
    en: str


class ValueCounts(NamedTuple):
    """How many products have an attribute; of its values, how many mean something, or nothing.

    `absent` say in words that there is no value, `unread` were not understood.
    """

    products: int = 0
    understood: int = 0
    absent: int = 0
    unread: int = 0


@dataclass(frozen=True, slots=True)
class IndexSchema:
    """Columns, limits of histograms, labels of keys, and how much there is.

    Bar n of an attribute in `edges`, whose key is str(n), goes from edge n to (not including)
    edge n + 1; what lies beyond the outer edges is in the outer bars. A key that has no label
    is read as it is.
    """

    fields: Fields
    edges: Mapping[str, Edges] = field(default_factory=dict)
    labels: Mapping[str, Mapping[str, BilingualText]] = field(default_factory=dict)
    products: int = 0
    counts: Mapping[str, ValueCounts] = field(default_factory=dict)

    def to_json(self) -> bytes:
        parts = {
            "fields": asdict(self.fields),
            "edges": dict(self.edges),
            "labels": {name: dict(labels) for name, labels in self.labels.items()},
            "products": self.products,
            "counts": dict(self.counts),
        }
        return json.dumps(parts, ensure_ascii=False).encode("utf-8", "surrogatepass")

    @classmethod
    def from_json(cls, body: bytes) -> IndexSchema:
        parts: dict[str, Any] = json.loads(body)
        return cls(
            Fields(**{kind: tuple(names) for kind, names in parts["fields"].items()}),
            {name: tuple(edges) for name, edges in parts["edges"].items()},
            {
                name: {key: BilingualText(*both) for key, both in labels.items()}
                for name, labels in parts["labels"].items()
            },
            parts["products"],
            {name: ValueCounts(*count) for name, count in parts["counts"].items()},
        )


# What people read for a key: 小米 and Xiaomi for xiaomi, 1 TB for 1024 GB.


_MOST_KEYS = 5_000  # of an attribute; the others are read as they are
_GIGABYTES = re.compile(r"([\d.]+) GB")


def labels_of(topic: Topic) -> dict[str, dict[str, BilingualText]]:
    """Of brands, and of words that the topic knows in both languages."""
    names = {one.name: {same[0]: same for same in one.words} for one in topic.attributes}
    if brand := brand_attribute(topic):
        names[brand] = {key: about.names for key, about in BRANDS.brands.items()}
    return {name: _labels(keys) for name, keys in names.items() if keys}


class SpellingCounts:
    """How pages write the keys of one attribute."""

    def __init__(self) -> None:
        self._writings: dict[str, Counter[str]] = {}

    def see(self, key: str, written: str) -> None:
        if key in self._writings or len(self._writings) < _MOST_KEYS:
            self._writings.setdefault(key, Counter())[written] += 1

    def labels(self) -> dict[str, BilingualText]:
        """Each key as most write it, where that is not the key itself."""
        best = {
            key: max(seen, key=lambda one: (seen[one], one)) for key, seen in self._writings.items()
        }
        named = {key: _sized(key) or written for key, written in best.items()}
        return {key: BilingualText(name, name) for key, name in named.items() if name != key}


def _labels(names: Mapping[str, tuple[str, ...]]) -> dict[str, BilingualText]:
    """The first name of all, and the first that is not Chinese; none where both are the key."""
    labels = {
        key: BilingualText(same[0], next(filter(str.isascii, same), same[0]))
        for key, same in names.items()
    }
    return {key: label for key, label in labels.items() if label != (key, key)}


def _sized(key: str) -> str:
    """Gigabytes as people say them."""
    found = _GIGABYTES.fullmatch(key)
    gigabytes = float(found[1]) if found else 0.0
    if gigabytes >= 1024 and gigabytes % 512 == 0:
        return f"{format_number(gigabytes / 1024)} TB"
    return f"{format_number(round(gigabytes * 1024, 3))} MB" if 0 < gigabytes < 1 else ""


# Statistics of all products, taken before they are indexed.


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
