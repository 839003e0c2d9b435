"""Typed values as numbers: points and spans to filter by, and one number to sort by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.topic import ValueType
from index.values.prices import currency_of
from index.values.reading import read_value
from index.values.typed import DateSpan, Price, Quantity, Resolution

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Attribute

NUMBER_TYPES = frozenset((ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE))
SORTABLE_TYPES = NUMBER_TYPES | {ValueType.RESOLUTION}
_MOST_POINTS = 50


class Extent(NamedTuple):
    """From `low` to `high`, which are the same for most."""

    low: float
    high: float


class Points(NamedTuple):
    """What a product is filtered by: single numbers, and at most one span."""

    numbers: tuple[float, ...]
    span: Extent | None


def extents(raw: str, attribute: Attribute) -> tuple[Extent, ...]:
    """In the order written; of prices only those in the attribute's own currency.

    Days are counted as `date.toordinal` does; a month is the span of its days.
    """
    return tuple(_extents(raw, attribute))


def points(said: Iterable[str], attribute: Attribute) -> Points:
    """All that sources say, the shown value first.

    An engine keeps one span: the first. Of others the two ends are kept, as numbers.
    """
    found = dict.fromkeys(extent for raw in said for extent in extents(raw, attribute))
    spans = [extent for extent in found if extent.low != extent.high]
    single = (extent.low for extent in found if extent.low == extent.high)
    ends = (end for extent in spans[1:] for end in extent)
    numbers = tuple(dict.fromkeys((*single, *ends)))
    return Points(numbers[:_MOST_POINTS], spans[0] if spans else None)


def sort_number(shown: str, attribute: Attribute) -> float | None:
    """One number for the shown value: a price's lowest, a date's first day, else the largest."""
    if attribute.type is ValueType.RESOLUTION:
        found = read_value(shown, attribute).values
        return max(
            (float(_pixels(one)) for one in found if isinstance(one, Resolution)), default=None
        )
    known = extents(shown, attribute)
    if not known:
        return None
    if attribute.type is ValueType.QUANTITY:
        return max((extent.low + extent.high) / 2 for extent in known)
    return min(extent.low for extent in known)


def _pixels(resolution: Resolution) -> int:
    return resolution.width * resolution.height


def _extents(raw: str, attribute: Attribute) -> Iterator[Extent]:
    for value in read_value(raw, attribute).values:
        match value:
            case Quantity():
                yield Extent(value.low, value.high)
            case Price() if value.currency == currency_of(attribute.unit):
                yield Extent(value.low, value.high)
            case DateSpan():
                yield Extent(float(value.first.toordinal()), float(value.last.toordinal()))
            case _:
                continue
