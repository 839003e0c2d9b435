"""What is needed to search an index: columns, histogram bounds, labels of keys, counts.

`ProductStats` sees every product once before indexing, and makes the `IndexSchema`.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from core.local_text import ANY, LocalText
from core.locales import languages
from core.topic import ValueType
from index.engines.engine import Fields
from index.fields import (
    brand_attribute,
    date_edges,
    extents,
    family_keys,
    fields_of,
    foreign_points,
    has_bars,
    has_keys,
    number_edges,
    written_keys,
)
from index.values.format import common_sizes
from index.values.read import read_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute
    from index.fields import Edges


class ValueCounts(NamedTuple):
    """How many products have an attribute, and how many of its values were understood.

    `absent` are values that say that there is none (无, N/A), `unread` were not understood.
    """

    products: int = 0
    understood: int = 0
    absent: int = 0
    unread: int = 0


@dataclass(frozen=True, slots=True)
class IndexSchema:
    """Columns, histogram bounds, labels of keys, and counts.

    Bar n of an attribute in `edges` has the key str(n) and goes from edge n to (not including) edge
    n + 1; values beyond the outer edges are in the outer bars. A key without a label is shown as it
    is.
    """

    fields: Fields
    edges: Mapping[str, Edges] = field(default_factory=dict)
    labels: Mapping[str, Mapping[str, LocalText]] = field(default_factory=dict)
    products: int = 0
    counts: Mapping[str, ValueCounts] = field(default_factory=dict)

    def to_json(self) -> bytes:
        parts = {
            "fields": asdict(self.fields),
            "edges": dict(self.edges),
            "labels": {
                name: {key: dict(label.texts) for key, label in labels.items()}
                for name, labels in self.labels.items()
            },
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
                name: {key: LocalText(texts) for key, texts in labels.items()}
                for name, labels in parts["labels"].items()
            },
            parts["products"],
            {name: ValueCounts(*count) for name, count in parts["counts"].items()},
        )


# Labels of keys: 小米 and Xiaomi for xiaomi, 1 TB for 1024 GB.


_ZH = "zh"
_CHINESE = re.compile("[\u3400-\u9fff]")
_MOST_KEYS = 5_000  # per attribute; further keys are shown as they are


def labels_of(topic: Topic) -> dict[str, dict[str, LocalText]]:
    """Labels of brands, and of words that the topic has synonyms or translations of."""
    names = {one.name: {same[0]: same for same in one.words} for one in topic.attributes}
    if brand := brand_attribute(topic):
        names[brand] = {key: about.names for key, about in topic.product_names.brands.items()}
    return {
        name: {key: label for key, same in keys.items() if (label := _label(key, same, topic))}
        for name, keys in names.items()
        if keys
    }


def _label(key: str, same: Sequence[str], topic: Topic) -> LocalText | None:
    """The first of some synonyms, in the languages that it is known in; None if it is the key.

    Chinese names are for Chinese readers, others for all others.
    """
    chinese = (one for one in same if _CHINESE.search(one))
    others = (one for one in same if not _CHINESE.search(one))
    texts = {ANY: next(others, same[0])}
    if one := same[0] if topic.languages[0] == _ZH else next(chinese, ""):
        texts[_ZH] = one
    for language in languages():
        if translation := topic.translated(same[0], language):
            texts[language] = translation
    texts = {
        language: text for language, text in texts.items() if language == ANY or text != texts[ANY]
    }
    return LocalText(texts) if texts != {ANY: key} else None


class SpellingCounts:
    """How pages spell the keys of one attribute."""

    def __init__(self) -> None:
        self._spellings: dict[str, Counter[str]] = {}

    def add(self, key: str, written: str) -> None:
        if key in self._spellings or len(self._spellings) < _MOST_KEYS:
            self._spellings.setdefault(key, Counter())[written] += 1

    def labels(self, topic: Topic) -> dict[str, LocalText]:
        """The most frequent spelling of each key, if it differs from the key or is translated.

        Where some pages write only how it begins, that is enough: Nikon for Nikon Corporation.
        """
        best = {key: _shortened(seen) for key, seen in self._spellings.items()}
        sized = ((key, common_sizes(key), written) for key, written in best.items())
        named = {key: size if size != key else written for key, size, written in sized}
        labels = {key: _label(key, (name,), topic) for key, name in named.items()}
        return {key: label for key, label in labels.items() if label}


def _shortened(seen: Counter[str]) -> str:
    most_frequent = max(seen, key=lambda one: (seen[one], one))
    return min((one for one in seen if one and most_frequent.startswith(one)), key=len, default="")


# Statistics of all products, collected before indexing.


class ProductStats:
    """Collects, product by product, what the schema of their index needs."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        self._attributes = {attribute.name: attribute for attribute in topic.attributes}
        self._brand = brand_attribute(topic)
        self._values: dict[str, list[float]] = defaultdict(list)
        self._counts: dict[str, ValueCounts] = {}
        self._spellings: dict[str, SpellingCounts] = defaultdict(SpellingCounts)
        self._products = 0

    def add(self, document: ProductDocument) -> None:
        self._products += 1
        for shown in document.attributes:
            attribute = self._attributes.get(shown.name) if shown.known else None
            if attribute:
                self._add(attribute, shown)
        if document.brand and (brand := document.get(self._brand)):
            self._spellings[self._brand].add(document.brand, brand.shown)

    @property
    def in_bars(self) -> frozenset[str]:
        """The attributes that have values for a histogram."""
        return frozenset(self._values)

    def schema(self, edges: Mapping[str, Edges] | None = None) -> IndexSchema:
        """With the given histogram bounds, or with bounds that suit these products."""
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

    def _add(self, attribute: Attribute, shown: ShownAttribute) -> None:
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
        for column in foreign_points((value.raw for value in shown.values), attribute):
            known = self._counts.get(column, ValueCounts())
            self._counts[column] = known._replace(products=known.products + 1)
        for value in shown.values:
            if has_bars(attribute):
                if found := extents(value.raw, attribute):
                    self._values[attribute.name] += (one.low for one in found)
            elif has_keys(attribute) and attribute.name != self._brand:
                keys = family_keys(written_keys(value.raw, attribute), attribute)
                for key, written in keys.items():
                    self._spellings[attribute.name].add(key, written)

    def _labels(self) -> dict[str, dict[str, LocalText]]:
        """Labels from topic and brands take precedence over spellings of pages."""
        labels = labels_of(self._topic)
        for name, spellings in self._spellings.items():
            labels[name] = spellings.labels(self._topic) | labels.get(name, {})
        return {name: some for name, some in labels.items() if some}
