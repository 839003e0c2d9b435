"""From past values to the steps of a chart."""

from __future__ import annotations

import re
from datetime import date, timedelta

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from search_ui.prices import CHART_HEIGHT, CHART_WIDTH, PriceStep, price_chart, price_steps
from store.records import PastValue
from tests.search_ui.product_shop import DAY, NOW, PHONES

PRICE = next(one for one in PHONES.attributes if one.name == "参考价格")
FIRST = date(2023, 11, 14)


def said(raw: str, since: float, until: float | None = None, record: int = 1) -> PastValue:
    end = None if until is None else NOW + until * DAY
    return PastValue(record, "参考价格", raw, NOW + since * DAY, end)


def test_a_price_that_falls() -> None:
    past = [said("3999元", 0, 20), said("3799元", 20)]
    assert price_steps(past, PRICE) == [
        PriceStep(FIRST, 3999, 3999),
        PriceStep(date(2023, 12, 4), 3799, 3799),
    ]


def test_lowest_and_highest_of_all_pages() -> None:
    past = [said("￥3999", 0), said("3500-3600元", 2, record=2)]
    assert price_steps(past, PRICE)[-1] == PriceStep(date(2023, 11, 16), 3500, 3999)


def test_pages_that_are_read_one_after_the_other_on_a_day_are_one_step() -> None:
    past = [said("3999元", 0), said("3899元", 0.01, record=2), said("1元", 0.02, 0.03, record=3)]
    assert price_steps(past, PRICE) == [PriceStep(FIRST, 3899, 3999)]


def test_a_time_without_any_price() -> None:
    past = [said("3999元", 0, 1), said("2999元", 3)]
    assert [step.low for step in price_steps(past, PRICE)] == [3999, None, 2999]


def test_what_is_no_price_in_the_topics_currency_is_left_out() -> None:
    assert price_steps([said("暂无报价", 0), said("$399", 0)], PRICE) == []
    assert price_steps([], PRICE) == []


# Where the lines of a chart run.


FIRST_DAY = date(2023, 11, 14)
AMOUNT = st.one_of(st.floats(0, 1e9), st.integers(1, 10_000).map(float))
STEP = st.builds(lambda *ends: (min(ends), max(ends)), AMOUNT, AMOUNT) | st.just((None, None))


def step(days: int, low: float | None, high: float | None = None) -> PriceStep:
    return PriceStep(FIRST_DAY + timedelta(days=days), low, low if high is None else high)


def test_steps_go_on_to_today() -> None:
    chart = price_chart([step(0, 4000), step(10, 3000)], FIRST_DAY + timedelta(days=20), "元", "zh")
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
    assert price_chart(steps, FIRST_DAY, "元", "zh").line.count("M") == 2


@given(st.lists(STEP, min_size=2, max_size=20))
@settings(max_examples=200, deadline=None)
def test_whatever_the_prices_everything_is_inside(
    amounts: list[tuple[float | None, float | None]],
) -> None:
    assume(any(low is not None for low, _ in amounts))
    steps = [PriceStep(FIRST_DAY + timedelta(days=day), *ends) for day, ends in enumerate(amounts)]
    chart = price_chart(steps, FIRST_DAY, "元", "zh")
    for written in re.findall(r"-?[\d.]+(?:e[+-]?\d+)?", chart.line + chart.band):
        assert 0 <= float(written) <= CHART_WIDTH
    assert all(0 <= tick.at <= CHART_HEIGHT for tick in chart.upwards)
    assert 2 <= len(chart.upwards) <= 8
