"""From past values to the steps of a chart."""

from __future__ import annotations

from datetime import date

from search_ui.products.prices import PriceStep, price_steps
from store.records import PastValue
from tests.search_ui.products.shop import DAY, NOW, PHONES

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
