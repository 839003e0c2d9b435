"""How alike are values under a new name and the known values of an attribute?"""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from index.analysis.normal import normal
from index.analysis.pieces import Gap, Kind, pieces_of
from index.values.absence import says_nothing
from index.values.writing import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from review.known_values import KnownValues
    from rules.topic import Topic

MOST_VALUES = 200  # different ones of an attribute; more would tell nothing new
_LONGEST = 200  # characters of a value
_MOST_SHARED = 3


class ValueLikeness(NamedTuple):
    """From 0 to 1; `shared` are words that speak most for it."""

    share: float = 0.0
    shared: tuple[str, ...] = ()


class TopicValues:
    """What the values of each attribute of a topic are made of."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._parts = {one.name: parts_of(known.of(one.name)) for one in topic.attributes}
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


def parts_of(values: Mapping[str, int]) -> dict[str, float]:
    """Part → the share of the values that have it; values that say there is none do not count."""
    telling = [(raw, count) for raw, count in values.items() if not says_nothing(plain(raw))]
    telling.sort(key=lambda one: (-one[1], one[0]))
    parts: Counter[str] = Counter()
    total = 0
    for raw, count in telling[:MOST_VALUES]:
        total += count
        for part in set(_parts(raw[:_LONGEST])):
            parts[part] += count
    return {part: count / total for part, count in parts.items()}


def _parts(raw: str) -> Iterable[str]:
    """Latin words, pairs of Han characters, and numbers by how many digits and which unit."""
    pieces = pieces_of(normal(raw))
    for place, piece in enumerate(pieces):
        behind = pieces[place + 1] if place + 1 < len(pieces) else None
        if piece.kind is Kind.DIGITS:
            whole = len(piece.text.partition(".")[0])
            unit = behind.text[:3] if behind and behind.gap is not Gap.BREAK else ""
            yield f"{'9' * min(whole, 9)}{unit}"
            yield f"9{unit}" if unit and not unit[0].isdigit() else "9"
        elif piece.kind is Kind.HAN and len(piece.text) > 1:
            yield from (piece.text[at : at + 2] for at in range(len(piece.text) - 1))
        else:
            yield piece.text
