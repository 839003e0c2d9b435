"""The top of a product's page: key specs, variants with prices, neighbouring models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import html

from tests.search_ui.product_shop import Read, shop

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from lxml.html import HtmlElement


def phone(name: str, price: str = "", date: str = "", **more: str) -> Read:
    values = {"手机名": name, "参考价格": price, "上市时间": date, **more}
    said = {attribute: value for attribute, value in values.items() if value}
    return Read(f"http://a.example/{len(name)}/{name.replace(' ', '-')}", said)


PHONES = (
    phone("小米 14 12GB+256GB", "3999元", "2023-10", 机身内存="512GB/1TB", 电池容量="4610mAh"),
    phone("小米 14 16GB+512GB", "4599元", "2023-10"),
    phone("小米 13", "3899元", "2022-12"),
    phone("小米 2", "1999元", "2012-10"),
    phone("小米 15", "4499元", "2024-10"),
    phone("荣耀 90", "4100元", "2023-05"),
    phone("魅族 20", "4000元", "2023-03"),
    phone("诺基亚 N95", "4200元", "2007-03"),
    phone("苹果 iPhone 15", "5999元", "2023-09"),
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return shop(tmp_path_factory.mktemp("overview"), PHONES).test_client()


def page(client: FlaskClient, ident: str) -> HtmlElement:
    return html.fromstring(client.get(f"/p/{ident}").text)


def words(elements: list[HtmlElement]) -> list[str]:
    return [" ".join(element.text_content().split()) for element in elements]


def names(of: HtmlElement, part: str) -> list[str]:
    return words(of.cssselect(f"section[aria-labelledby={part}] .tile a"))


def test_key_specs_that_are_known_stand_at_the_top(client: FlaskClient) -> None:
    specs = words(page(client, "xiaomi:14").cssselect(".key-specs div"))
    assert specs == ["上市时间2023-10", "机身内存512 GB / 1 TB", "电池容量4610 mAh"]


def test_every_variant_has_its_own_price(client: FlaskClient) -> None:
    rows = page(client, "xiaomi:14").cssselect("section[aria-labelledby=variants] tr")
    assert {tuple(words(row.cssselect("th, td"))) for row in rows} == {
        ("12GB+256GB", "￥3,999"),
        ("16GB+512GB", "￥4,599"),
    }


def test_neighbours_of_the_brand_are_near_in_time(client: FlaskClient) -> None:
    assert names(page(client, "xiaomi:14"), "siblings") == ["小米 13", "小米 15"]


def test_neighbours_of_other_brands_cost_about_the_same_nearest_in_time_first(
    client: FlaskClient,
) -> None:
    assert names(page(client, "xiaomi:14"), "rivals") == ["荣耀 90", "魅族 20", "诺基亚 N95"]


def test_a_product_with_a_name_only_has_neither(tmp_path_factory: pytest.TempPathFactory) -> None:
    bare = shop(tmp_path_factory.mktemp("bare"), [phone("神秘机 X")]).test_client()
    ident = bare.get("/search.json").get_json()["products"][0]["id"]
    shown = page(bare, ident)
    assert not shown.cssselect(".tile, .key-specs div, section[aria-labelledby=variants]")
