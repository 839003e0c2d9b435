from __future__ import annotations

import pytest

from pages.embedded import price_pairs


@pytest.mark.parametrize(
    ("offers", "price", "currency"),
    [
        ({"price": "1999.00", "priceCurrency": "CNY"}, "1999.00", "CNY"),
        ({"price": "￥1999"}, "￥1999", ""),
        ({"lowPrice": "10", "highPrice": "20", "priceCurrency": "EUR"}, "10-20", "EUR"),
        ({"lowPrice": "10", "highPrice": "10.00"}, "10", ""),
        ({"lowPrice": "10"}, "10", ""),
        ([{"price": "30"}, {"price": "9"}, {"price": "10"}], "9-30", ""),
        ([{"price": "1,999"}, {"price": "9"}], "1,999", ""),
        (
            [{"price": "9", "priceCurrency": "EUR"}, {"price": "1", "priceCurrency": "USD"}],
            "9",
            "EUR",
        ),
        ({"priceSpecification": {"price": "7", "priceCurrency": "EUR"}}, "7", "EUR"),
        ({"priceSpecification": [{"price": "7"}, {"price": "9"}]}, "7", ""),
        ({"priceCurrency": "EUR", "offers": [{"price": "7"}, {"price": "8"}]}, "7-8", "EUR"),
    ],
)
def test_what_is_asked(offers: object, price: str, currency: str) -> None:
    assert dict(price_pairs(offers)) == {"price": price, "priceCurrency": currency}


@pytest.mark.parametrize(
    "offers",
    [
        None,
        "1999",
        [],
        {},
        [[{"price": "1"}]],
        {"price": {}},
        {"offers": {"offers": {"offers": {"price": 1}}}},
    ],
)
def test_nothing_is_asked(offers: object) -> None:
    assert not list(price_pairs(offers))
