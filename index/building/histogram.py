"""Bars with round limits for the values of an attribute: few enough to see, many enough to tell."""

from __future__ import annotations

from bisect import bisect_right
from datetime import date
from math import floor, log10
from operator import lt
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Edges: TypeAlias = tuple[float, ...]  # limits of bars, ascending: bar n is from edge n to n + 1

_MOST_BARS = 24
_OUTLIERS = 0.02  # the part of all values, at each end, that may lie beyond the outer edges
_ROUND = (1.0, 2.0, 2.5, 5.0)
_ROUND_YEARS = (1, 2, 5, 10)  # no date that is understood lies outside of 1900 to 2100


def number_edges(values: Sequence[float]) -> Edges:
    """Round limits, 10 to 24 bars between them; no edges where there are no values.

    >>> number_edges([4.0, 4.7, 5.5, 6.1, 6.7])[:4]
    (4.0, 4.2, 4.4, 4.6)
    """
    if not values:
        return ()
    low, high = _bulk(values)
    step = _step(low, high)
    first, last = _outer(low, high, step)
    edges = tuple(float(f"{at * step:.12g}") for at in range(first, last + 1))
    return edges if all(map(lt, edges, edges[1:])) else (low, high + abs(high))


def date_edges(days: Sequence[float]) -> Edges:
    """First days of calendar years; of every second, fifth … year where there are many.

    >>> [date.fromordinal(int(day)).isoformat() for day in date_edges([733000.0, 733400.0])]
    ['2007-01-01', '2008-01-01', '2009-01-01']
    """
    if not days:
        return ()
    low, high = (date.fromordinal(int(day)).year for day in _bulk(days))
    step = next(step for step in _ROUND_YEARS if (high - low) / step < _MOST_BARS - 1)
    years = range(low // step * step, high + step + 1, step)
    return tuple(float(date(year, 1, 1).toordinal()) for year in years)


def touched_bars(edges: Edges, low: float, high: float) -> range:
    """Which bars a value touches; what lies beyond the outer edges is in the outer bars.

    >>> touched_bars((0.0, 10.0, 20.0), 5.0, 10.0), touched_bars((0.0, 10.0, 20.0), 99.0, 99.0)
    (range(0, 2), range(1, 2))
    """
    last = len(edges) - 2
    if last < 0:
        return range(0)
    return range(_bar(edges, low, last), _bar(edges, high, last) + 1)


def _bar(edges: Edges, value: float, last: int) -> int:
    return min(max(bisect_right(edges, value) - 1, 0), last)


def _bulk(values: Sequence[float]) -> tuple[float, float]:
    """Where nearly all values are: a single slip of a pen must not squeeze all others."""
    ordered = sorted(values)
    cut = int(len(ordered) * _OUTLIERS)
    return ordered[cut], ordered[len(ordered) - 1 - cut]


def _step(low: float, high: float) -> float:
    """The smallest round step that needs no more bars than may be."""
    width = high - low or abs(high) or 1.0
    power = 10.0 ** (floor(log10(width / _MOST_BARS)) - 1)
    for scale in (power * ten * part for ten in (1, 10, 100, 1000) for part in _ROUND):
        first, last = _outer(low, high, scale)
        if last - first <= _MOST_BARS:
            return scale
    return width


def _outer(low: float, high: float, step: float) -> tuple[int, int]:
    """The outer edges, in steps; 0.3 / 0.1 is a little less than 3."""
    return floor(low / step + 1e-9), floor(high / step + 1e-9) + 1
