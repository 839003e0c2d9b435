"""What a card tells of a product."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import escape

from search_ui.searching.cards import CardMaker
from tests.search_ui.searching.answers import PHONES, product

if TYPE_CHECKING:
    from collections.abc import Collection

    from search_ui.languages import Language
    from search_ui.searching.cards import ProductCard

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
