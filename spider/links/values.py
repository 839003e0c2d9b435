"""What links of each bucket are worth, from what visits gave so far.

Every bucket remembers what its visits gave. Where it has few, it believes its level, corrected by
how much better or worse than their levels links of its shape turned out to be; and where that has
few, links of its coarse shape. Values follow from each other along the links (a list is worth
what its products are), so they are worked out again every few visits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from spider.links.levels import value_of
from spider.links.node import BucketKey, VisitStatistics

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Working out takes time as buckets grow: at first every visit may change all, later few do.
_FIRST_VISITS = 40
_EARLY_VISITS = 400
_EARLY, _LATE = 8, 24
# Each time worth flows one link further back: from products to lists, hubs and bridges.
_STEPS_BACK = 5

# Nodes of whole shapes stand beside those of buckets, under levels that no link has.
_SHAPE, _COARSE = -1, -2


class LinkValues:
    """Nodes of levels, coarse shapes, shapes and buckets, each believed where the next is new."""

    def __init__(self, coarse_of: Callable[[str], str]) -> None:
        self.version = 0
        self._coarse_of = coarse_of
        self._visits = 0
        self._nodes: dict[BucketKey, VisitStatistics] = {}
        self._values: dict[BucketKey, float] = {}
        self._paths: dict[BucketKey, tuple[BucketKey, BucketKey, BucketKey, BucketKey]] = {}

    def learn(self, key: BucketKey, worth: float, new_links: Mapping[BucketKey, int]) -> None:
        """A link of this bucket was visited: what the page was worth, and what it led to."""
        self._visits += 1
        for name, expected in zip(self._path(key), self._guesses(key), strict=True):
            node = self._nodes.get(name)
            if node is None:
                node = self._nodes[name] = VisitStatistics()
            node.add(worth, expected, new_links)
        between = _EARLY if self._visits <= _EARLY_VISITS else _LATE
        if self._visits <= _FIRST_VISITS or self._visits % between == 0:
            self._work_out()

    def _path(self, key: BucketKey) -> tuple[BucketKey, BucketKey, BucketKey, BucketKey]:
        """The names of a bucket's nodes: its level, its coarse shape, its shape, itself."""
        path = self._paths.get(key)
        if path is None:
            rough = BucketKey(self._coarse_of(key.shape), _COARSE)
            path = self._paths[key] = (
                BucketKey("", key.level),
                rough,
                BucketKey(key.shape, _SHAPE),
                key,
            )
        return path

    def _guesses(self, key: BucketKey) -> tuple[float, float, float, float]:
        """What is expected of a bucket before each of its nodes has told what it knows."""
        level, rough, shape, _ = map(self._nodes.get, self._path(key))
        first = value_of(key.level)
        second = level.mixed_with(first) if level else first
        third = rough.corrected(second) if rough else second
        return first, second, third, shape.corrected(third) if shape else third

    def of_shape(self, shape: str) -> VisitStatistics | None:
        return self._nodes.get(BucketKey(shape, _SHAPE))

    def value(self, key: BucketKey) -> float:
        """What a visit of a link of this bucket is worth, 0 to 1."""
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = self._value(key)
        return known

    def _value(self, key: BucketKey) -> float:
        guess = self._guesses(key)[-1]
        node = self._nodes.get(key)
        return node.mixed_with(guess) if node else guess

    def _work_out(self) -> None:
        self.version += 1
        for node in self._nodes.values():
            node.work_out(self.value)
        for key in self._values:
            self._values[key] = self._value(key)

    def to_json(self) -> dict[str, Any]:
        names = {key.shape: 0 for key in self._nodes}
        names = {name: at for at, name in enumerate(names)}
        nodes = [
            [names[key.shape], key.level, *node.to_json(names)] for key, node in self._nodes.items()
        ]
        return {"visits": self._visits, "names": list(names), "nodes": nodes}

    @classmethod
    def from_json(cls, stored: dict[str, Any], coarse_of: Callable[[str], str]) -> Self:
        values = cls(coarse_of)
        names = stored["names"]
        values._visits = stored["visits"]
        values._nodes = {
            BucketKey(names[at], level): VisitStatistics.from_json(node, names)
            for at, level, *node in stored["nodes"]
        }
        for _ in range(_STEPS_BACK):
            values._work_out()
        return values
