"""The shapes of links a site is known to have: some hundred at most, rare ones made alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Self

from rules.urls import coarse
from spider.links.features import LinkPosition, split_shape
from spider.links.narrowing import SegmentLimits

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_SHAPES = 300
_MOST_COARSE = 200
_SAME_COARSE = 40
ELSE = "…"  # all that has no shape of its own


class KnownShapes:
    """Every shape with the coarse one it falls back on."""

    def __init__(self, stored: Iterable[tuple[str, str]] = ()) -> None:
        self._coarse_of: dict[str, str] = dict(stored)
        self._like = Counter(self._coarse_of.values())
        self._narrowing = SegmentLimits(split_shape(shape)[0] for shape in self._coarse_of)

    def shape_for(self, address_shape: str, spot: LinkPosition) -> str:
        """The shape under which a link is remembered; rare ones share a coarse one."""
        address_shape = self._narrowing.narrowed(address_shape)
        shape = spot.joined(address_shape)
        if shape in self._coarse_of:
            return shape
        rough = spot.joined(coarse(address_shape))
        if len(self._coarse_of) < _MOST_SHAPES and self._like[rough] < _SAME_COARSE:
            return self._remember(shape, rough)
        if rough in self._coarse_of or len(self._like) < _MOST_COARSE:
            return self._remember(rough, rough)
        return ELSE

    def _remember(self, shape: str, rough: str) -> str:
        if shape not in self._coarse_of:
            self._coarse_of[shape] = rough
            self._like[rough] += 1
        return shape

    def coarse_of(self, shape: str) -> str:
        return self._coarse_of.get(shape, ELSE)

    def known(self, shape: str) -> str:
        """The shape itself; seeds and the like, which were found nowhere, count as one."""
        return shape if shape in self._coarse_of else ELSE

    def to_json(self) -> list[list[str]]:
        return [[shape, rough] for shape, rough in self._coarse_of.items()]

    @classmethod
    def from_json(cls, stored: list[list[str]]) -> Self:
        return cls((shape, rough) for shape, rough in stored)
