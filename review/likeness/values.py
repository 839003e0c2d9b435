"""How alike are values under a new name and the known values of an attribute?"""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Topic
    from review.known_values import KnownValues

_MOST_SHARED = 3


class ValueLikeness(NamedTuple):
    """From 0 to 1; `shared` are words that speak most for it."""

    share: float = 0.0
    shared: tuple[str, ...] = ()


class TopicValues:
    """What the values of each attribute of a topic are made of."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._parts = {one.name: known.parts(one.name) for one in topic.attributes}
        with_values = [parts for parts in self._parts.values() if parts]
        in_attributes = Counter(part for parts in with_values for part in parts)
        self._weights = {
            part: log((1 + len(with_values)) / count) for part, count in in_attributes.items()
        }
        self._unknown = log(1 + len(with_values)) if with_values else 1.0
        self._squares = {name: self._square(parts) for name, parts in self._parts.items()}

    def known(self, attribute: str) -> bool:
        """Is any value of the attribute known?"""
        return bool(self._parts.get(attribute))

    def likeness(self, parts: Mapping[str, float], attribute: str) -> ValueLikeness:
        """The parts that are shared, a part that few attributes have counting more."""
        own = self._parts[attribute]
        products = {
            part: share * own[part] * self._weight(part) ** 2
            for part, share in parts.items()
            if part in own
        }
        lengths = sqrt(self._square(parts) * self._squares[attribute])
        most = sorted(products, key=lambda part: (-products[part], part))[:_MOST_SHARED]
        return ValueLikeness(sum(products.values()) / lengths if lengths else 0.0, tuple(most))

    def _weight(self, part: str) -> float:
        return self._weights.get(part, self._unknown)

    def _square(self, parts: Mapping[str, float]) -> float:
        return sum((share * self._weight(part)) ** 2 for part, share in parts.items())
