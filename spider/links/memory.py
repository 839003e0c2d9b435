"""What a crawl has learned about one site; the ledger keeps it, so the next starts clever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from rules.memory import SiteMemory as RowMemory
from spider.links.groups import LinkGroup
from spider.links.idle import IdleParameters
from spider.links.known_shapes import KnownShapes
from spider.links.node import Key
from spider.links.values import Values
from spider.links.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spider.links.features import Spot

_FORM = 1  # of what is stored; another is not read: it is learned anew in a few hundred visits
_MOST_HELD = 100
_VISITS_TELL = 4
_LIST_WORTH = 0.3


class SiteMemory:
    """Its shapes, what links of each are worth, its weights, what is held, what its rows say."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self.idle = IdleParameters()
        self.held: dict[str, str] = {}
        self.rows = RowMemory()
        self._shapes = KnownShapes()
        self._values = Values(self._shapes.coarse_of)

    @property
    def version(self) -> int:
        """Changes whenever values may have."""
        return self._values.version

    def shape_for(self, address_shape: str, spot: Spot) -> str:
        """The shape under which a link is remembered; rare ones share a coarse one."""
        return self._shapes.shape_for(address_shape, spot)

    def learn(self, key: Key, worth: float, new_links: Mapping[Key, int]) -> None:
        """A link of this bucket was visited: what the page was worth, and what it led to."""
        known = Key(self._shapes.known(key.shape), key.level)
        self._values.learn(known, worth, new_links)

    def value(self, key: Key) -> float:
        """What a visit of a link of this bucket is worth, 0 to 1."""
        return self._values.value(Key(self._shapes.known(key.shape), key.level))

    def hold(self, address_shape: str, why: str) -> None:
        """Links with such addresses are not to be fetched."""
        if len(self.held) < _MOST_HELD:
            self.held[address_shape] = why

    def learned_group(self, shape: str) -> LinkGroup | None:
        """What links of this shape turned out to be, once enough were visited."""
        node = self._values.of_shape(shape)
        if node is None or node.visits < _VISITS_TELL:
            return None
        if node.records >= 0.5:
            return LinkGroup.PRODUCT
        if node.worth >= _LIST_WORTH:
            return LinkGroup.LIST
        return LinkGroup.OTHER if node.visits >= 3 * _VISITS_TELL else None

    def to_json(self) -> dict[str, Any]:
        """All that was learned, for the ledger to keep."""
        return {
            "form": _FORM,
            "held": self.held,
            "idle": self.idle.to_json(),
            "rows": self.rows.to_json(),
            "shapes": self._shapes.to_json(),
            "values": self._values.to_json(),
            "weights": self.weights.to_json(),
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """What `to_json` gave; what another version gave raises an error."""
        if stored["form"] != _FORM:
            raise ValueError(f"form {stored['form']!r}, and this version reads {_FORM}")
        memory = cls(Weights.from_json(stored["weights"]))
        memory.held = stored["held"]
        if "rows" in stored:
            memory.rows = RowMemory.from_json(stored["rows"])
        memory.idle = IdleParameters.from_json(stored["idle"])
        memory._shapes = KnownShapes.from_json(stored["shapes"])
        memory._values = Values.from_json(stored["values"], memory._shapes.coarse_of)
        return memory
