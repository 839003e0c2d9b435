"""Do values mean something to an attribute: its type, its unit, its usual amounts?"""

from __future__ import annotations

from itertools import islice
from statistics import quantiles
from typing import TYPE_CHECKING

from core.names import name_key
from core.topic import ValueType
from index.values.read import read_value
from index.values.text import plain, without_brackets
from index.values.types import DateSpan, Price, Quantity, Resolution, Size

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.topic import Attribute
    from index.values.types import ParsedValue, TypedValue
    from review.known_values import KnownValues

_FREE = (ValueType.TEXT, ValueType.LIST, ValueType.ENUMERATION)
_MOST_REST = 0.5  # of a text's letters: where more is left over, the text is about something else
_ENOUGH = 5  # known amounts: no more say nothing about what is usual
_MOST_KNOWN = 500
_BEYOND = 1.5  # a little more or less than the usual is usual too


def share_understood(values: Sequence[str], attribute: Attribute) -> float | None:
    """The share of the values that the attribute's type and unit read; None where any text does."""
    if attribute.type in _FREE:
        return None
    readings = [(raw, read_value(raw, attribute)) for raw in values]
    telling = [(raw, reading) for raw, reading in readings if not reading.absent]
    if not telling:
        return None
    return sum(means_something(raw, reading) for raw, reading in telling) / len(telling)


def means_something(raw: str, reading: ParsedValue) -> bool:
    """Was more of the text understood than not? What stands in brackets is a remark."""
    if not reading.values:
        return False
    said, rest = (name_key(without_brackets(plain(text))) for text in (raw, reading.rest))
    return len(rest) <= _MOST_REST * len(said)


class UsualAmounts:
    """Between which amounts the known values of each attribute lie."""

    def __init__(self, known: KnownValues) -> None:
        self._known = known
        self._limits: dict[str, tuple[float, float] | None] = {}

    def share(self, values: Sequence[str], attribute: Attribute) -> float | None:
        """The share of the amounts that are usual; None where nothing can be said."""
        amounts = _amounts(values, attribute)
        limits = self._limits_of(attribute) if amounts else None
        if limits is None:
            return None
        return sum(limits[0] <= amount <= limits[1] for amount in amounts) / len(amounts)

    def _limits_of(self, attribute: Attribute) -> tuple[float, float] | None:
        """Worked out once: the middle nine tenths, and a little beyond."""
        if attribute.name not in self._limits:
            amounts = _amounts(islice(self._known.of(attribute.name), _MOST_KNOWN), attribute)
            twentieths = quantiles(amounts, n=20, method="inclusive") if amounts[_ENOUGH:] else []
            self._limits[attribute.name] = (
                (twentieths[0] / _BEYOND, twentieths[-1] * _BEYOND) if twentieths else None
            )
        return self._limits[attribute.name]


def _amounts(values: Iterable[str], attribute: Attribute) -> list[float]:
    if attribute.type in _FREE:
        return []
    found = (_amount(value) for raw in values for value in read_value(raw, attribute).values)
    return [amount for amount in found if amount is not None]


def _amount(value: TypedValue) -> float | None:
    match value:
        case Quantity() | Price():
            return value.low
        case DateSpan():
            return float(value.first.toordinal() - _FIRST_DAY)
        case Size():
            return value.length * value.width * value.height
        case Resolution():
            return float(value.width * value.height)
        case _:
            return None


_FIRST_DAY = 715_000  # in the year 1958: days are compared by their distance from it
