from __future__ import annotations

import pytest

from discovery.trade_words import is_of_the_trade


@pytest.mark.parametrize(
    "name",
    [
        *("Availability:", "YOU SAVE", "In-Stock", "运 费", "4 stars"),
        *("Mail-in Rebate (exp. 5/31)", "Freight estimate", "7天退换货", "客服热线"),
    ],
)
def test_what_shops_say_of_the_sale(name: str) -> None:
    assert is_of_the_trade(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Shipping weight", "Price", "Author", "Language", "重量", "5G"),
        *("Combustion engine", "手机类型", "退出动画"),
    ],
)
def test_what_they_say_of_the_product(name: str) -> None:
    assert not is_of_the_trade(name)
