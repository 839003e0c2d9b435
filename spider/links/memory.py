"""What a crawl has learned about one site: which kinds of links are worth following.

Every bucket remembers what its visits gave. Where it has few, it believes its shape, and where
that has few, the coarse shape, and where nothing is known, the level. Values follow from each
other along the links (a list is worth what its products are), so they are worked out again
every few visits. The ledger keeps it all between crawls as JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from spider.links.features import with_place
from spider.links.node import Key, Node
from spider.links.shape import coarse
from spider.links.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_LEVEL = 9

_MOST_SHAPES = 300
_MOST_COARSE = 200
_SAME_COARSE = 40
_ELSE = "…"
# How many visits the guess counts for which they replace, and the most that visits count.
_GUESS_COUNTS = 2.0
_VISITS_COUNT = 16
_VISITS_BETWEEN = 8
_FIRST_VISITS = 40


class SiteMemory:
    """Learned worth of the shapes and buckets of a site, and its own weights."""

    def __init__(self) -> None:
        self.weights = Weights()
        self.visits = 0
        self.version = 0
        self._shapes: dict[str, Node] = {}
        self._coarse: dict[str, Node] = {}
        self._buckets: dict[Key, Node] = {}
        self._coarse_of: dict[str, str] = {}
        self._values: dict[Key, float] = {}

    def shape_for(self, address_shape: str, place: str) -> str:
        """The shape under which a link is remembered; rare ones share a coarse one."""
        shape = with_place(address_shape, place)
        if shape in self._shapes:
            return shape
        rough = with_place(coarse(address_shape), place)
        like_it = sum(known == rough for known in self._coarse_of.values())
        if len(self._shapes) < _MOST_SHAPES and like_it < _SAME_COARSE:
            return self._remember(shape, rough)
        if rough in self._coarse or len(self._coarse) < _MOST_COARSE:
            return self._remember(rough, rough)
        return self._remember(_ELSE, _ELSE)

    def _remember(self, shape: str, rough: str) -> str:
        self._shapes.setdefault(shape, Node())
        self._coarse.setdefault(rough, Node())
        self._coarse_of[shape] = rough
        return shape

    def learn(self, key: Key, worth: float, new_links: Mapping[Key, int]) -> None:
        """A link of this bucket was visited: what the page was worth, and what it led to."""
        self.visits += 1
        if key.shape not in self._shapes:
            self._remember(key.shape, _ELSE)
        self._coarse[self._coarse_of[key.shape]].add(worth, new_links)
        self._shapes[key.shape].add(worth, new_links)
        self._buckets.setdefault(key, Node()).add(worth, new_links)
        if self.visits <= _FIRST_VISITS or self.visits % _VISITS_BETWEEN == 0:
            self._work_out()

    def visits_of(self, key: Key) -> int:
        node = self._buckets.get(key)
        return node.visits if node else 0

    def shape_node(self, shape: str) -> Node | None:
        return self._shapes.get(shape)

    def value(self, key: Key) -> float:
        """What a visit of a link of this bucket is worth, 0 to 1."""
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = self._value(key)
        return known

    def _value(self, key: Key) -> float:
        value = (key.level + 0.5) / (MOST_LEVEL + 1)
        rough = self._coarse_of.get(key.shape, _ELSE)
        for node in (
            self._coarse.get(rough),
            self._shapes.get(key.shape),
            self._buckets.get(key),
        ):
            if node is not None and node.visits:
                visits = min(node.visits, _VISITS_COUNT)
                seen = visits * node.worth(self._value_before)
                value = (seen + _GUESS_COUNTS * value) / (visits + _GUESS_COUNTS)
        return value

    def _value_before(self, key: Key) -> float:
        known = self._values.get(key)
        return (key.level + 0.5) / (MOST_LEVEL + 1) if known is None else known

    def _work_out(self) -> None:
        self.version += 1
        for key in list(self._values):
            self._values[key] = self._value(key)

    def to_json(self) -> dict[str, Any]:
        """All that was learned, for the ledger to keep."""
        names = {name: at for at, name in enumerate({**self._shapes, **self._coarse})}
        rough = [self._coarse_of.get(shape, _ELSE) for shape in self._shapes]
        return {
            "visits": self.visits,
            "names": list(names),
            "coarse_of": [names[name] for name in rough],
            "shapes": [node.to_json(names) for node in self._shapes.values()],
            "coarse": [[names[name], *node.to_json(names)] for name, node in self._coarse.items()],
            "buckets": [
                [names[key.shape], key.level, *node.to_json(names)]
                for key, node in self._buckets.items()
            ],
            "weights": self.weights.to_json(),
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """What `to_json` gave."""
        memory = cls()
        names = stored["names"]
        shapes = names[: len(stored["shapes"])]
        memory.visits = stored["visits"]
        memory._shapes = {
            name: Node.from_json(node, names)
            for name, node in zip(shapes, stored["shapes"], strict=True)
        }
        memory._coarse = {names[at]: Node.from_json(node, names) for at, *node in stored["coarse"]}
        memory._coarse_of = {
            name: names[at] for name, at in zip(shapes, stored["coarse_of"], strict=True)
        }
        memory._buckets = {
            Key(names[at], level): Node.from_json(node, names)
            for at, level, *node in stored["buckets"]
        }
        memory.weights = Weights.from_json(stored["weights"])
        return memory
