"""The products of a page of results, drawn."""

from __future__ import annotations

import lxml.html
from markupsafe import Markup

from search_ui.searching.card_list import card_list
from search_ui.searching.cards import CardSpec, ProductCard

CARD = ProductCard(
    id="xiaomi:14",
    address="/p/xiaomi:14",
    name="小米14",
    title=Markup("小米<mark>14</mark>"),
    price="￥3,999",
    specs=(
        CardSpec("电池容量", "4610 mAh", asked_for=True),
        CardSpec("重量", "193 g", asked_for=False),
    ),
    sites=2,
)


def test_a_card_has_all_that_is_told_of_a_product() -> None:
    (item,) = lxml.html.fragments_fromstring(card_list([CARD], "zh"))
    assert item.cssselect("h2 a")[0].get("href") == "/p/xiaomi:14"
    assert [one.text_content() for one in item.cssselect("mark")] == ["14"]
    assert [one.text_content() for one in item.cssselect(".price")] == ["￥3,999"]
    assert [one.text_content() for one in item.cssselect("dl div")] == [
        "电池容量4610 mAh",
        "重量193 g",
    ]
    assert [one.text_content() for one in item.cssselect("dl .asked dd")] == ["4610 mAh"]
    (box,) = item.cssselect("input")
    assert (box.get("value"), box.get("data-compare")) == ("xiaomi:14", "xiaomi:14")
    assert box.get("aria-label") == "对比 小米14"
    assert "2 个网站" in item.text_content()


def test_a_product_of_which_little_is_known() -> None:
    (item,) = lxml.html.fragments_fromstring(
        card_list([CARD._replace(price="", specs=(), sites=1)], "en")
    )
    assert item.cssselect(".price.none")[0].text_content() == "No price"
    assert not item.cssselect("dl")
    assert "1 site" in item.text_content()


def test_texts_of_pages_do_nothing() -> None:
    hostile = "\"'><script>alert(1)</script>"
    html = card_list(
        [
            CARD._replace(
                id=hostile,
                address=hostile,
                name=hostile,
                price=hostile,
                specs=(CardSpec(hostile, hostile, asked_for=False),),
            )
        ],
        "zh",
    )
    assert "<script" not in html
    (item,) = lxml.html.fragments_fromstring(html)
    assert item.cssselect("input")[0].get("data-title") == hostile


def test_a_product_that_nobody_confirmed_says_so_and_why() -> None:
    (item,) = lxml.html.fragments_fromstring(card_list([CARD._replace(confirmed=False)], "en"))
    (badge,) = item.cssselect("h2 .unconfirmed")
    assert badge.text_content() == "Unconfirmed"
    assert "without a confirmed rule" in badge.get("title")
    assert "unconfirmed" not in card_list([CARD], "en")
