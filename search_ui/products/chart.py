"""A chart of prices as an SVG takes it: paths and labels, without a look of their own."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from index.values.format import format_money

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from search_ui.products.prices import PriceStep

CHART_WIDTH, CHART_HEIGHT = 480, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 12, 14, 28
_ROUND_STEPS = (1, 2, 2.5, 5, 10)


class Tick(NamedTuple):
    at: float
    label: str


class PriceChart(NamedTuple):
    """`line` is the lowest price, `band` reaches from there to the highest."""

    line: str
    band: str
    across: tuple[Tick, ...]
    upwards: tuple[Tick, ...]
    width: int = CHART_WIDTH
    height: int = CHART_HEIGHT
    left: int = _LEFT
    right: int = CHART_WIDTH - _RIGHT
    bottom: int = CHART_HEIGHT - _BOTTOM


class _Scale(NamedTuple):
    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def price_chart(steps: Sequence[PriceStep], today: date, currency: str) -> PriceChart:
    """`steps` are two at least; the last one holds until today."""
    last = max(today, steps[-1].day + timedelta(days=1))
    ends = [*(step.day.toordinal() for step in steps[1:]), last.toordinal()]
    x = _Scale(steps[0].day.toordinal(), ends[-1], _LEFT, CHART_WIDTH - _RIGHT)
    marks = list(_round_numbers([end for step in steps for end in step[1:] if end is not None]))
    y = _Scale(marks[0], marks[-1], CHART_HEIGHT - _BOTTOM, _TOP)
    pieces = [
        (x(step.day.toordinal()), x(end), y(step.low), y(step.high))
        for step, end in zip(steps, ends, strict=True)
        if step.low is not None and step.high is not None
    ]
    return PriceChart(
        _line(pieces),
        " ".join(f"M{x1} {low}V{high}H{x2}V{low}Z" for x1, x2, low, high in pieces),
        tuple(Tick(x(day), date.fromordinal(day).isoformat()) for day in _days(steps[0].day, last)),
        tuple(Tick(y(mark), format_money(mark, currency)) for mark in marks),
    )


def _line(pieces: Sequence[tuple[float, float, float, float]]) -> str:
    """Steps that touch are joined; where there was no price, the line breaks off."""
    path, end = [], math.nan
    for x1, x2, low, _ in pieces:
        path.append(f"V{low}H{x2}" if x1 == end else f"M{x1} {low}H{x2}")
        end = x2
    return "".join(path)


def _round_numbers(amounts: Sequence[float]) -> Iterator[float]:
    """A few round numbers, from below the lowest amount to above the highest."""
    low, high = min(amounts), max(amounts)
    if low == high:
        low, high = low * 0.9, high * 1.1 or 1.0
    rough = (high - low) / 4
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in _ROUND_STEPS if power * times >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return (count * step for count in range(first, last + 1))


def _days(first: date, last: date) -> list[int]:
    """Four days, at the same distance of each other; fewer where there are not as many."""
    span = (last - first).days
    parts = min(3, span)
    return [first.toordinal() + round(span * part / parts) for part in range(parts + 1)]
