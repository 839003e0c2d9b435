"""Amounts and limits as both languages of a page write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.topic import ValueType
from index.building.meaning import format_number
from index.building.shape import BilingualText
from index.finding.days import written_day

if TYPE_CHECKING:
    from core.topic import Attribute
    from index.finding.days import End


class _Unit(NamedTuple):
    """A unit of English pages; `many` of the topic's are one of it."""

    name: str
    many: float = 1.0


_ENGLISH = {
    "元": _Unit("CNY"),
    "英寸": _Unit("in"),
    "万像素": _Unit("MP", 100),
    "小时": _Unit("h"),
    "色": _Unit("colours"),
    "尼特": _Unit("nits"),
}


class Interval(NamedTuple):
    """Limits, and how strictly they are meant."""

    low: float | None
    high: float | None
    exclusive: bool = False
    approximate: bool = False


def limits_in_words(attribute: Attribute, limits: Interval) -> BilingualText:
    """≥ 5000 mAh, 3000–4000 元, ≈ 6.5 英寸, 2020–2022."""
    english = _ENGLISH.get(attribute.unit, _Unit(attribute.unit))
    return BilingualText(
        _with_signs(attribute, limits, _Unit(attribute.unit)),
        _with_signs(attribute, limits, english),
    )


def _with_signs(attribute: Attribute, limits: Interval, unit: _Unit) -> str:
    low = _end(attribute, limits.low, "first", unit)
    high = _end(attribute, limits.high, "last", unit)
    out = "" if limits.exclusive else "="
    if limits.approximate:
        text = f"≈ {low}" if low == high else f"≈ {low}–{high}"
    elif low and high:
        both = f"> {low}, < {high}" if limits.exclusive else f"{low}–{high}"
        text = low if low == high else both
    else:
        text = f"{_SIGNS['>' + out]} {low}" if low else f"{_SIGNS['<' + out]} {high}"
    return f"{text} {unit.name}".rstrip()


_SIGNS = {">": ">", "<": "<", ">=": "≥", "<=": "≤"}


def _end(attribute: Attribute, value: float | None, end: End, unit: _Unit) -> str:
    if value is None:
        return ""
    if attribute.type is ValueType.DATE:
        return written_day(value, end)
    return format_number(value / unit.many)
