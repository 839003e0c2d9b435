"""Where the lines of a chart run."""

from __future__ import annotations

import re
from datetime import date, timedelta

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from search_ui.products.chart import CHART_HEIGHT, CHART_WIDTH, price_chart
from search_ui.products.prices import PriceStep

FIRST = date(2023, 11, 14)
AMOUNT = st.one_of(st.floats(0, 1e9), st.integers(1, 10_000).map(float))
STEP = st.builds(lambda *ends: (min(ends), max(ends)), AMOUNT, AMOUNT) | st.just((None, None))


def step(days: int, low: float | None, high: float | None = None) -> PriceStep:
    return PriceStep(FIRST + timedelta(days=days), low, low if high is None else high)


def test_steps_go_on_to_today() -> None:
    chart = price_chart([step(0, 4000), step(10, 3000)], FIRST + timedelta(days=20), "元")
    assert chart.line == "M84.0 14.0H276.0V182.0H468.0"
    assert [tick.label for tick in chart.upwards] == [
        "￥3,000",
        "￥3,250",
        "￥3,500",
        "￥3,750",
        "￥4,000",
    ]
    assert (chart.across[0].label, chart.across[-1].label) == ("2023-11-14", "2023-12-04")


def test_where_there_was_no_price_the_line_breaks_off() -> None:
    steps = [step(0, 4000), step(1, None), step(2, 3000)]
    assert price_chart(steps, FIRST, "元").line.count("M") == 2


@given(st.lists(STEP, min_size=2, max_size=20))
@settings(max_examples=200, deadline=None)
def test_whatever_the_prices_everything_is_inside(
    amounts: list[tuple[float | None, float | None]],
) -> None:
    assume(any(low is not None for low, _ in amounts))
    steps = [PriceStep(FIRST + timedelta(days=day), *ends) for day, ends in enumerate(amounts)]
    chart = price_chart(steps, FIRST, "元")
    for written in re.findall(r"-?[\d.]+(?:e[+-]?\d+)?", chart.line + chart.band):
        assert 0 <= float(written) <= CHART_WIDTH
    assert all(0 <= tick.at <= CHART_HEIGHT for tick in chart.upwards)
    assert 2 <= len(chart.upwards) <= 8
