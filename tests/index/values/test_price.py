"""Tests of `index.values.price`."""

from __future__ import annotations

import pytest

from core.currencies import currency_of
from index.values.read import read_value
from index.values.types import Price
from tests.index.values.phones import attribute, values_of


@pytest.mark.parametrize(
    ("raw", "price"),
    [
        ("￥2499", Price(2499, 2499, "CNY")),
        ("¥ 2,499.00", Price(2499, 2499, "CNY")),
        ("2499元", Price(2499, 2499, "CNY")),
        ("2499", Price(2499, 2499, "CNY")),
        ("RMB 2499", Price(2499, 2499, "CNY")),
        ("参考价：2499", Price(2499, 2499, "CNY")),
        ("1.2万元", Price(12000, 12000, "CNY")),
        ("1.5-2万元", Price(15000, 20000, "CNY")),
        ("8000-1万元", Price(8000, 10000, "CNY")),
        ("1.5万-2万元", Price(15000, 20000, "CNY")),
        ("￥1110至￥1230", Price(1110, 1230, "CNY")),
        ("￥1110-1230", Price(1110, 1230, "CNY")),
        ("1999-2499元", Price(1999, 2499, "CNY")),
        ("￥4700-￥5250（25家商家）", Price(4700, 5250, "CNY")),
        ("1999元起", Price(1999, 1999, "CNY", open="from")),
        ("3000元以下", Price(3000, 3000, "CNY", open="to")),
        ("约2000元", Price(2000, 2000, "CNY", approximate=True)),
        ("About 80 EUR", Price(80, 80, "EUR", approximate=True)),
        ("1.999,00 €", Price(1999, 1999, "EUR")),
        ("€ 1.999", Price(1999, 1999, "EUR")),
        ("US$199.99", Price(199.99, 199.99, "USD")),
        ("₹ 1,29,999", Price(129999, 129999, "INR")),
        ("HK$5,988", Price(5988, 5988, "HKD")),
    ],
)
def test_one_price(raw: str, price: Price) -> None:
    assert values_of(raw, "参考价格") == [price]


def test_several_prices() -> None:
    assert values_of("￥2699,￥2799", "商家报价") == [
        Price(2699, 2699, "CNY"),
        Price(2799, 2799, "CNY"),
    ]
    assert values_of("$\u2009763.52 / €\u2009579.90", "参考价格") == [
        Price(763.52, 763.52, "USD"),
        Price(579.9, 579.9, "EUR"),
    ]


@pytest.mark.parametrize(
    "raw", ["暂无报价", "待定", "已停产", "预约抢购,预约抢购", "-", "即将上市"]
)
def test_no_price_is_understood_as_none(raw: str) -> None:
    reading = read_value(raw, attribute("参考价格"))
    assert reading.absent
    assert not reading.values


@pytest.mark.parametrize("raw", ["25家商家", "64GB版 128GB版", "查看报价"])
def test_what_is_no_price_stays_raw(raw: str) -> None:
    assert values_of(raw, "参考价格") == []


def test_currencies_have_one_name() -> None:
    assert [currency_of(unit) for unit in ("元", "RMB", "usd", "圈")] == ["CNY", "CNY", "USD", "圈"]
