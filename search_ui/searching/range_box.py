"""The box of a range facet: a histogram, two limits to type, and a slider over its edges."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from index.building.meaning import number
from index.finding.address import parameters_of
from rules.topic import ValueType
from search_ui.searching.addresses import search_address
from search_ui.searching.wording import say, unit_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.finding.answer import Bar, RangeFacet
    from index.finding.asked import Limits
    from rules.topic import Topic
    from search_ui.languages import Language

TALLEST = 40  # of the drawing's own units; a bar is one wide
_LEAST = 1.5  # so that one product among thousands is seen


class Drawn(NamedTuple):
    """A bar, measured from the upper left corner of the drawing."""

    y: float
    height: float
    inside: bool


class RangeBox(NamedTuple):
    """Limits are written as the inputs take them.

    `lows` and `highs` are what an edge means as a lower and as an upper limit: before the first
    of January, the last month is December.
    """

    name: str
    label: str
    unit: str
    is_date: bool
    bars: tuple[Drawn, ...]
    lows: tuple[str, ...]
    highs: tuple[str, ...]
    low: str
    high: str
    handles: tuple[int, int]
    others: tuple[tuple[str, str], ...]
    cleared: str
    narrowed: bool


def range_box(facet: RangeFacet, topic: Topic, language: Language) -> RangeBox:
    is_date = facet.attribute.type is ValueType.DATE
    written = _month if is_date else number
    edges = [*(bar.low for bar in facet.bars), *(bar.high for bar in facet.bars[-1:])]
    low, high = facet.chosen
    return RangeBox(
        facet.attribute.name,
        say(facet.label, language),
        unit_in(language, facet.attribute.unit),
        is_date,
        _drawn(facet.bars, facet.chosen),
        tuple(map(written, edges)),
        tuple(written(edge - 1 if is_date else edge) for edge in edges),
        "" if low is None else written(low),
        "" if high is None else written(high),
        _handles(edges, facet.chosen),
        tuple(parameters_of(facet.cleared, topic)),
        search_address(facet.cleared, topic),
        facet.chosen != (None, None),
    )


def _month(day: float) -> str:
    """As inputs of months take it."""
    return date.fromordinal(round(day)).isoformat()[:7]


def _drawn(bars: Sequence[Bar], chosen: Limits) -> tuple[Drawn, ...]:
    most = max((bar.count for bar in bars), default=0) or 1
    return tuple(
        Drawn(round(TALLEST - height, 2), round(height, 2), _inside(bar, chosen))
        for bar in bars
        for height in [max(_LEAST, TALLEST * bar.count / most) if bar.count else 0.0]
    )


def _inside(bar: Bar, chosen: Limits) -> bool:
    """Does it have values within the limits, more than its first one?"""
    low, high = chosen
    if low is None and high is None:
        return False
    if low is not None and low == high:
        return bar.low <= low < bar.high
    return (low is None or bar.high > low) and (high is None or bar.low < high)


def _handles(edges: Sequence[float], chosen: Limits) -> tuple[int, int]:
    """The edges nearest to the limits; the outermost where there are none."""
    low, high = chosen
    last = max(0, len(edges) - 1)
    return (
        0 if low is None else _nearest(edges, low),
        last if high is None else _nearest(edges, high),
    )


def _nearest(edges: Sequence[float], value: float) -> int:
    return min(range(len(edges)), key=lambda at: abs(edges[at] - value), default=0)
