"""What a redesign does to what a page says: names change, values are written anew, some go."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from samples.gold import GoldPair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_DATE = re.compile(r"(\d{4})年(?:(\d{1,2})月)?")
_UNIT = re.compile(r"(?<=\d)(?=英寸|毫米|像素|小时|万|元|克|mAh|MB|GB|MHz|Hz|W|g\b)")
_PRICE = re.compile(r"[￥¥]?(\d+)元?")


@dataclass(frozen=True)
class Rewording:
    """`order` has the attributes that come first, all others stand behind them as they stood."""

    order: tuple[str, ...]
    gone: frozenset[str]
    names: Mapping[str, str]
    writings: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    def of(self, gold: Iterable[GoldPair]) -> tuple[GoldPair, ...]:
        left = [self._reworded(pair) for pair in gold if pair.attribute not in self.gone]
        return tuple(sorted(left, key=lambda pair: self._place(pair.attribute)))

    def _reworded(self, pair: GoldPair) -> GoldPair:
        written = self.writings.get(pair.attribute, str)
        return GoldPair(
            pair.attribute, self.names.get(pair.attribute, pair.name), written(pair.value)
        )

    def _place(self, attribute: str) -> int:
        return self.order.index(attribute) if attribute in self.order else len(self.order)


def spaced(value: str) -> str:
    """A space between number and unit: `1.5英寸` becomes `1.5 英寸`."""
    return _UNIT.sub(" ", value)


def metric(value: str) -> str:
    """`102×44×17.5毫米` becomes `102 x 44 x 17.5 mm`."""
    return value.replace("×", " x ").replace("毫米", " mm")


def dashed(value: str) -> str:
    """`2007年5月` becomes `2007-05`, `2007年` becomes `2007`."""
    return _DATE.sub(
        lambda date: "-".join([date[1], *([date[2].zfill(2)] if date[2] else [])]), value
    )


def in_yuan(value: str) -> str:
    """`￥280` becomes `280 元`."""
    return _PRICE.sub(r"\1 元", value)


def with_sign(value: str) -> str:
    """`280元` becomes `¥280`."""
    return _PRICE.sub(r"¥\1", value)
