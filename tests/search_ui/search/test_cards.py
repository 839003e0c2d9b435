"""What a card tells of a product."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lxml.html
from markupsafe import Markup, escape

from search_ui.cards import CardMaker, CardSpec, ProductCard, card_list
from tests.search_ui.search.answers import PHONES, product

if TYPE_CHECKING:
    from collections.abc import Collection

    from search_ui.languages import Language


ALL = {
    "品牌": "小米",
    "上市时间": "2023-10",
    "参考价格": "￥3,999",
    "主屏尺寸": "6.36 英寸",
    "像素密度": "460 ppi",
    "处理器频率": "3.3 GHz",
    "运行内存": "12 GB",
    "后置摄像头": "5000 万像素",
    "电池容量": "4610 mAh",
    "NFC": "支持",
    "重量": "193 g",
}


def card(
    *, asked_for: Collection[str] = (), language: Language = "zh", title: str = "小米14"
) -> ProductCard:
    return CardMaker(PHONES, language, asked_for, escape).card(product(title, **ALL))


def test_one_spec_of_each_group_in_the_topics_order() -> None:
    assert [spec.label for spec in card().specs] == [
        *("上市时间", "主屏尺寸", "处理器频率", "后置摄像头", "电池容量", "重量"),
    ]


def test_what_was_asked_for_comes_first() -> None:
    first = card(asked_for={"像素密度"}).specs[0]
    assert first == ("像素密度", "460 ppi", True)


def test_what_the_title_says_is_not_said_again() -> None:
    assert "品牌" not in {spec.label for spec in card(asked_for={"品牌"}).specs}
    assert "品牌" in {spec.label for spec in card(asked_for={"品牌"}, title="Mi 14").specs}


def test_units_in_english() -> None:
    specs = {spec.label: spec.value for spec in card(language="en").specs}
    assert specs["Screen size"] == "6.36 in"
    assert "50 MP" in specs.values()


def test_what_was_not_understood_is_not_shown_here() -> None:
    unknown = product("?", 电池容量="暂无数据")
    value = unknown.attributes[0].values[0]._replace(meaning="")
    attribute = unknown.attributes[0]._replace(values=(value,))
    maker = CardMaker(PHONES, "zh", (), escape)
    assert maker.card(unknown._replace(attributes=(attribute,))).specs == ()


def test_price_and_long_text() -> None:
    assert card().price == "￥3,999"
    huge = card(title="小" * 100_000)
    assert len(huge.name) == len(huge.title) == 160


def test_nothing_known_but_a_name() -> None:
    bare = CardMaker(PHONES, "zh", (), escape).card(product("?"))
    assert (bare.price, bare.specs, bare.sites) == ("", (), 2)


# The products of a page of results, drawn.


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
