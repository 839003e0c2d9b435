"""What a crawl has learned about one site: which kinds of links are worth following.

Every bucket remembers what its visits gave. Where it has few, it believes its shape, and where
that has few, the coarse shape, and where nothing is known, the level. Values follow from each
other along the links (a list is worth what its products are), so they are worked out again
every few visits. The ledger keeps it all between crawls as JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from spider.links.features import Spot, parted
from spider.links.groups import LinkGroup
from spider.links.idle import IdleParameters
from spider.links.levels import value_of
from spider.links.narrowing import Narrowing
from spider.links.node import Key, Node
from spider.links.shape import coarse
from spider.links.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_SHAPES = 300
_MOST_COARSE = 200
_MOST_HELD = 100
_SAME_COARSE = 40
_ELSE = "…"
# How many visits the guess counts for which they replace, and the most that visits count.
_GUESS_COUNTS = 2.0
_VISITS_COUNT = 16
_VISITS_BETWEEN = 8
_FIRST_VISITS = 40
_VISITS_TELL = 4
_LIST_WORTH = 0.3


class SiteMemory:
    """Learned worth of the shapes and buckets of a site, and its own weights."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self.visits = 0
        self.held: dict[str, str] = {}
        self.idle = IdleParameters()
        self.version = 0
        self._shapes: dict[str, Node] = {}
        self._coarse: dict[str, Node] = {}
        self._buckets: dict[Key, Node] = {}
        self._coarse_of: dict[str, str] = {}
        self._values: dict[Key, float] = {}
        self._levels: dict[int, Node] = {}
        self._narrowing = Narrowing()

    def shape_for(self, address_shape: str, spot: Spot) -> str:
        """The shape under which a link is remembered; rare ones share a coarse one."""
        address_shape = self._narrowing.narrowed(address_shape)
        shape = spot.joined(address_shape)
        if shape in self._shapes:
            return shape
        rough = spot.joined(coarse(address_shape))
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
        self._levels.setdefault(key.level, Node()).add(worth, new_links)
        if self.visits <= _FIRST_VISITS or self.visits % _VISITS_BETWEEN == 0:
            self._work_out()

    def hold(self, address_shape: str, why: str) -> None:
        """Links with such addresses are not to be fetched."""
        if len(self.held) < _MOST_HELD:
            self.held[address_shape] = why

    def learned_group(self, shape: str) -> LinkGroup | None:
        """What links of this shape turned out to be, once enough were visited."""
        node = self._shapes.get(shape)
        if node is None or node.visits < _VISITS_TELL:
            return None
        if node.records >= 0.5:
            return LinkGroup.PRODUCT
        if node.worth(self._value_before) >= _LIST_WORTH:
            return LinkGroup.LIST
        return LinkGroup.OTHER if node.visits >= 3 * _VISITS_TELL else None

    def value(self, key: Key) -> float:
        """What a visit of a link of this bucket is worth, 0 to 1."""
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = self._value(key)
        return known

    def _value(self, key: Key) -> float:
        value = value_of(key.level)
        rough = self._coarse_of.get(key.shape, _ELSE)
        for node in (
            self._levels.get(key.level),
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
        return value_of(key.level) if known is None else known

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
            "held": self.held,
            "idle": self.idle.to_json(),
            "names": list(names),
            "levels": [[level, *node.to_json(names)] for level, node in self._levels.items()],
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
        memory = cls(Weights.from_json(stored["weights"]))
        names = stored["names"]
        shapes = names[: len(stored["shapes"])]
        memory.visits = stored["visits"]
        memory.held = stored["held"]
        memory.idle = IdleParameters.from_json(stored["idle"])
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
        memory._levels = {level: Node.from_json(node, names) for level, *node in stored["levels"]}
        memory._narrowing = Narrowing(parted(shape)[0] for shape in shapes)
        return memory
