"""What a card tells of a product."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lxml.html
from markupsafe import Markup, escape

from search_ui.cards import (
    CardMaker,
    CardSpec,
    ProductCard,
    TableColumn,
    card_list,
    card_table,
    key_specs,
)
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


def test_key_specs_stand_in_the_same_places_whether_known_or_not() -> None:
    bare = CardMaker(PHONES, "zh", (), escape).card(product("?"))
    full = card()
    labels = [
        *(
            "上市时间",
            "主屏尺寸",
            "处理器",
            "运行内存",
            "机身内存",
            "电池容量",
            "后置摄像头",
            "重量",
        )
    ]
    assert [spec.label for spec in full.key_specs] == labels
    assert [spec.label for spec in bare.key_specs] == labels
    known = {spec.label: spec.value for spec in full.key_specs}
    assert (known["电池容量"], known["机身内存"]) == ("4610 mAh", "")


def test_of_alternatives_the_first_that_the_product_has() -> None:
    other = CardMaker(PHONES, "zh", (), escape).card(product("?", 摄像头像素="200 万像素"))
    assert CardSpec("后置摄像头", "200 万像素") in other.key_specs
    assert CardSpec("后置摄像头", "5000 万像素") in card().key_specs


def test_what_was_asked_for_is_shown_besides() -> None:
    asked = card(asked_for={"像素密度", "电池容量"})
    assert asked.asked_for == (CardSpec("像素密度", "460 ppi", asked_for=True),)
    assert [spec.label for spec in asked.key_specs if spec.asked_for] == ["电池容量"]


def test_the_brand_is_not_said_again() -> None:
    assert not card(asked_for={"品牌"}, title="Mi 14").asked_for


def test_a_topic_that_names_no_key_specs_has_its_first_facets() -> None:
    topic = PHONES.model_copy(update={"key_specs": ()})
    labels = [spec.label for spec in key_specs(topic, "zh")]
    assert labels[:3] == ["品牌", "手机类型", "上市时间"]
    assert len(labels) == 8


def test_units_in_english() -> None:
    specs = {spec.label: spec.value for spec in card(language="en").key_specs}
    assert specs["Screen size"] == "6.36 in"
    assert "50 MP" in specs.values()


def test_what_was_not_understood_is_not_shown_here() -> None:
    unknown = product("?", 电池容量="暂无数据")
    value = unknown.attributes[0].values[0]._replace(meaning="")
    attribute = unknown.attributes[0]._replace(values=(value,))
    maker = CardMaker(PHONES, "zh", (), escape)
    specs = maker.card(unknown._replace(attributes=(attribute,))).key_specs
    assert not any(spec.value for spec in specs)


def test_price_and_long_text() -> None:
    assert card().price == "￥3,999"
    huge = card(title="小" * 100_000)
    assert len(huge.name) == len(huge.title) == 160


def test_nothing_known_but_a_name() -> None:
    bare = CardMaker(PHONES, "zh", (), escape).card(product("?"))
    assert (bare.price, bare.asked_for, bare.sites) == ("", (), 2)


# The products of a page of results, drawn.


CARD = ProductCard(
    id="xiaomi:14",
    address="/p/xiaomi:14",
    name="小米14",
    title=Markup("小米<mark>14</mark>"),
    price="￥3,999",
    key_specs=(CardSpec("电池容量", "4610 mAh", asked_for=True), CardSpec("重量", "")),
    asked_for=(CardSpec("像素密度", "460 ppi", asked_for=True),),
    sites=2,
)


def test_a_card_has_all_that_is_told_of_a_product() -> None:
    (item,) = lxml.html.fragments_fromstring(card_list([CARD], "zh"))
    assert item.cssselect("h2 a")[0].get("href") == "/p/xiaomi:14"
    assert [one.text_content() for one in item.cssselect("mark")] == ["14"]
    assert [one.text_content() for one in item.cssselect(".price")] == ["￥3,999"]
    assert [one.text_content() for one in item.cssselect("dl div")] == [
        *("电池容量4610 mAh", "重量–", "像素密度460 ppi"),
    ]
    asked = [one.text_content() for one in item.cssselect("dl .asked dd")]
    assert asked == ["4610 mAh", "460 ppi"]
    (box,) = item.cssselect("input")
    assert (box.get("value"), box.get("data-compare")) == ("xiaomi:14", "xiaomi:14")
    assert box.get("aria-label") == "对比 小米14"
    assert "2 个网站" in item.text_content()


def test_a_product_of_which_little_is_known() -> None:
    (item,) = lxml.html.fragments_fromstring(card_list([CARD._replace(price="", sites=1)], "en"))
    assert item.cssselect(".price.none")[0].text_content() == "No price"
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
                key_specs=(CardSpec(hostile, hostile),),
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


# The same products as a table.


def test_a_table_has_a_row_for_each_product_and_sorts_by_a_click() -> None:
    columns = [TableColumn("产品"), TableColumn("价格", "/search?sort=价格", "descending")]
    table = lxml.html.fromstring(card_table([CARD, CARD._replace(price="")], columns, "zh"))
    first, second = table.cssselect("tbody tr")
    assert [one.text_content() for one in first.cssselect("td, th")][1:] == [
        *("小米14", "￥3,999", "4610 mAh", "–", "2"),
    ]
    assert second.cssselect("td")[1].text_content() == "–"
    (sorted_by,) = table.cssselect("th[aria-sort='descending'] a")
    assert sorted_by.get("href") == "/search?sort=价格"


def test_texts_of_pages_do_nothing_in_a_table_either() -> None:
    hostile = "\"'><script>alert(1)</script>"
    card = CARD._replace(id=hostile, name=hostile, key_specs=(CardSpec(hostile, hostile),))
    assert "<script" not in card_table([card], [TableColumn(hostile, hostile)], "zh")
