from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.names import name_key
from rules import wording
from rules.wording import (
    cannot_be_value,
    commonness,
    is_boilerplate_name,
    is_price,
    is_prose,
    is_rate,
    name_form,
)


@pytest.mark.parametrize(
    "name",
    ["重量", "Weight", "Focal Length (35mm equivalent)", "2G bands", "3.5mm jack", "Max. size"],
)
def test_names(name: str) -> None:
    assert name_form(name) == 0


@pytest.mark.parametrize(
    "text",
    [
        *("$129.00", "2300元", "2011-04-05", "12", "16 MP", "256GB 8GB RAM", "N/A", "Yes", "Add"),
        *("Have one to sell?", "www.shop.example", "12:30", "他说，这不是名字"),
        "one two three four five six seven eight nine ten",
    ],
)
def test_what_is_surely_no_name(text: str) -> None:
    assert name_form(text) == 2


@pytest.mark.parametrize("text", ["145 customer reviews", "See all the offers"])
def test_what_is_hardly_a_name(text: str) -> None:
    assert name_form(text) == 1


@pytest.mark.parametrize("text", ["— ;", "(Please Select)", "Colour:", "Add to cart"])
def test_what_is_no_value(text: str) -> None:
    assert cannot_be_value(text)


@pytest.mark.parametrize("value", ["102 克", "No", "✔"])
def test_values(value: str) -> None:
    assert not cannot_be_value(value)


def test_prose() -> None:
    assert is_prose("It was made for people who walk a lot.")
    assert not is_prose("approx. 120 g (with battery)")


def test_prices() -> None:
    assert is_price("￥ 2350")
    assert not is_price("2350 mAh")


@pytest.mark.parametrize(
    "name",
    [
        *("Availability:", "YOU SAVE", "In-Stock", "运 费", "4 stars"),
        *("Mail-in Rebate (exp. 5/31)", "Freight estimate", "7天退换货", "客服热线"),
        *("AED", "usd:", "Total reviews in all languages", "Review summary"),
        *("Sofort verfügbar, Lieferzeit", "zzgl. Versandkosten", "Frais de livraison"),
    ],
)
def test_what_shops_say_of_the_sale(name: str) -> None:
    assert is_boilerplate_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Shipping weight", "Price", "Author", "Language", "重量", "5G"),
        *("Combustion engine", "手机类型", "退出动画"),
        *("SAR", "EUR 1 certificate", "Image preview"),
    ],
)
def test_what_they_say_of_the_product(name: str) -> None:
    assert not is_boilerplate_name(name)


@pytest.mark.parametrize(
    ("name", "common"),
    [
        *(("Weight", 2), ("Gewicht:", 2), ("净 重", 2), ("Battery capacity", 2), ("Model No.", 2)),
        *(("Spindle weight", 1), ("Nettokapazität", 1), ("主电池容量", 1)),
        *(("Customers", 0), ("Newsletter", 0), ("Above 98.1% in weight", 0), ("登录", 0)),
    ],
)
def test_names_that_many_kinds_of_products_have(name: str, common: int) -> None:
    assert commonness(name) == common


def test_no_name_is_about_the_product_and_about_the_sale() -> None:
    file = Path(wording.__file__).with_name("common_names.json")
    names = [name for of in json.loads(file.read_text("utf-8")).values() for name in of]
    assert len({name_key(name) for name in names}) > 900
    assert list(filter(is_boilerplate_name, names)) == []


@pytest.mark.parametrize(
    "text", ["4.9", "9/10", "4,5 von 5 Sternen", "3 stars", "8.4分", "Note: 1,4 / 5"]
)
def test_rates(text: str) -> None:
    assert is_rate(text)


@pytest.mark.parametrize("text", ["4.7 inches", "12", "1.25", "5 x 10", "5 kg", "$4.9"])
def test_figures_that_are_no_rates(text: str) -> None:
    assert not is_rate(text)
