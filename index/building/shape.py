"""What those who search in an index have to know of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from index.engines.entry import Fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from index.building.histogram import Edges


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
