"""Typed values as JSON: numbers with their units, days, words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from index.values.read import read_value
from index.values.types import (
    DateSpan,
    FreeText,
    Price,
    Quantity,
    Resolution,
    Size,
    WordList,
    YesNo,
)

if TYPE_CHECKING:
    from core.topic import Attribute

Json: TypeAlias = dict[str, Any]


def typed_json(raw: str, attribute: Attribute | None) -> list[Json]:
    """What a text means; nothing where it was not understood, or where text is just text."""
    if attribute is None:
        return []
    values = read_value(raw, attribute).values
    return [_typed(value) for value in values if not isinstance(value, FreeText)]


def number(value: float) -> float:
    """Whole numbers without a fraction, as people write them.

    >>> number(5000.0), number(6.5)
    (5000, 6.5)
    """
    return int(value) if value.is_integer() else value


def iso_time(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _typed(value: Quantity | Price | DateSpan | Size | Resolution | YesNo | WordList) -> Json:
    match value:
        case Quantity() | Price():
            return _amount(value)
        case DateSpan():
            ends = {"first": value.first.isoformat(), "last": value.last.isoformat()}
            return {"kind": "date", **ends, "precision": value.precision}
        case Size():
            sides = [number(side) for side in (value.length, value.width, value.height)]
            return {"kind": "size", "sides": sides, "unit": value.unit}
        case Resolution():
            return {"kind": "resolution", "width": value.width, "height": value.height}
        case YesNo():
            return {"kind": "yes-no", "yes": value.yes}
        case WordList():
            return {"kind": "words", "words": list(value.words)}


def _amount(value: Quantity | Price) -> Json:
    if isinstance(value, Price):
        about = {"kind": "price", "currency": value.currency}
    else:
        about = {"kind": "quantity", "unit": value.unit}
    return {
        **about,
        "low": number(value.low),
        "high": number(value.high),
        "approximate": value.approximate,
        "open": value.open,
    }
