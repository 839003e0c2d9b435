"""Where known values stand on new pages, and under what names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis.strategies import binary, text

from core.topic import shipped_topic
from discovery.known_values import (
    KnownPage,
    KnownValue,
    SightedPage,
    common_ancestor,
    loose_key,
    most_alike,
    same_value,
)
from discovery.naming import name_attributes
from pages.nesting import outline
from pages.page import Page
from tests.discovery.pages_for_repair import NAMES, PHONES, new_page, pages_anew


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1.5英寸", "1.5 英寸"),
        ("￥1280", "1,280 元"),
        ("280元", "¥280"),
        ("2007年5月", "2007-05"),
        ("2009年12月1日", "2009.12.01"),
        ("102×44×17.5毫米", "102 x 44 x 17.5 mm"),
        ("700mAh", "700毫安时"),
        ("77g", "77 克"),
        ("GSM 900/1800MHz", "ＧＳＭ 900，1800 MHz"),
    ],
)
def test_the_same_in_two_writings(before: str, after: str) -> None:
    assert same_value(before, after)


@pytest.mark.parametrize(
    ("one", "other"),
    [("2.5 m", "25 m"), ("77g", "77kg"), ("1280元", "1208元"), ("支持", "不支持"), ("", "-")],
)
def test_other_values(one: str, other: str) -> None:
    assert not same_value(one, other)


def test_of_long_texts_a_word_may_differ_but_no_number() -> None:
    key = "后置四摄6400万像素前置2000万像素支持光学防抖"
    nearly, other = key + "等", key.replace("6400", "4800")
    assert most_alike(key, [other, nearly]) == nearly
    assert most_alike(key, [other]) is None
    assert most_alike("直板", ["直板的"]) is None


@settings(max_examples=200, deadline=None)
@given(text())
def test_every_text_is_itself(value: str) -> None:
    assert loose_key(value) == loose_key(value + " ")
    assert not loose_key(value) or same_value(value, value)


PAGE = SightedPage(new_page(PHONES[0]))


def sighted(body: str) -> SightedPage:
    return SightedPage(Page.read(f"<meta charset=utf-8><body>{body}".encode()))


def test_a_value_with_its_new_name_before_it() -> None:
    (price,) = PAGE.sightings("￥4200")
    assert price.text == "￥4200"
    assert price.labels[0].name == "市场均价"


def test_a_value_that_is_written_otherwise_is_given_as_the_page_writes_it() -> None:
    (weight,) = PAGE.sightings("120g")
    assert weight.text == "120 克"
    assert weight.label("重量")


def test_names_that_are_links_stand_as_others_do() -> None:
    page = sighted(
        "<p><i>重量</i><u>90 g</u></p><p><i><a href=/>价格</a></i><u><b>99元</b></u></p>"
    )
    weight, price = page.sightings("90g")[0], page.sightings("99元")[0]
    assert weight.labels[0].shape == price.labels[0].shape


def test_name_and_value_in_one_text() -> None:
    (found,) = sighted("<p>重 量：120克</p>").sightings("120g")
    assert (found.text, found.labels[0].name) == ("120克", "重量")


def test_a_value_in_pieces() -> None:
    (found,) = sighted("<p>商家报价</p><p><b>￥11</b>至<b>￥12</b></p>").sightings("￥11至￥12")
    assert found.text == "￥11至￥12"


def test_part_of_a_text_is_no_sighting() -> None:
    assert sighted("<p>本机重120克，很轻</p>").sightings("120g") == []


def test_what_is_not_shown_is_not_seen() -> None:
    assert sighted("<p style='display:none'>120克</p>").sightings("120g") == []


@settings(max_examples=100, deadline=None)
@given(binary(max_size=400), text(max_size=20))
def test_any_page_and_any_value(body: bytes, value: str) -> None:
    for sighting in SightedPage(Page.read(body)).sightings(value):
        assert sighting.text


TOPIC = shipped_topic("phones")


def test_old_names_new_names_no_names_and_what_is_gone() -> None:
    naming = name_attributes(pages_anew(), None)
    assert naming.names == {"手机名": "", "参考价格": "市场均价", "重量": "重量"}


def test_a_name_that_the_topic_knows_is_believed() -> None:
    pages = [
        replace(page, values=(page.values[0], KnownValue("重量", "净重", page.values[2].value)))
        for page in pages_anew()
    ]
    assert name_attributes(pages, TOPIC).names["重量"] == "重量"


def test_where_no_name_is_as_it_was_those_count_that_stand_alike() -> None:
    renamed = dict(NAMES) | {"重量": "整机净重量"}
    pages = [
        replace(
            page,
            values=tuple(known._replace(name=renamed[known.attribute]) for known in page.values),
        )
        for page in pages_anew()
    ]
    names = name_attributes(pages, None).names
    assert (names["参考价格"], names["重量"]) == ("市场均价", "重量")


def test_a_value_that_stands_in_several_rows_is_told_apart_by_other_pages() -> None:
    rows = (("支持", "支持"), ("支持", "不支持"), ("不支持", "支持"), ("不支持", "不支持"))
    pages = [
        KnownPage(
            Page.read(f"<meta charset=utf-8><dl><dt>A</dt><dd>{a}<dt>B</dt><dd>{b}</dl>".encode()),
            (KnownValue("蓝牙", "蓝牙功能", a), KnownValue("红外", "红外功能", b)),
        )
        for a, b in rows
    ]
    assert name_attributes(pages, None).names == {"蓝牙": "A", "红外": "B"}


def test_pages_that_say_nothing_known_name_nothing() -> None:
    pages = [KnownPage(new_page(phone), (KnownValue("颜色", "颜色", "粉"),)) for phone in PHONES]
    assert name_attributes(pages, None).names == {}


def test_the_innermost_element_around_some() -> None:
    body = b"<table><tr><td>a<td><b>c</b><tr><td>d</table>"
    found = outline(Page("https://shop.example/1", body, "utf-8"))
    table, first_row, a, second_cell, bold, second_row, _ = range(1, 8)
    assert common_ancestor(found, (a, bold)) == first_row
    assert common_ancestor(found, (bold, second_cell)) == second_cell
    assert common_ancestor(found, (a, second_row)) == table
    assert common_ancestor(found, (bold,)) == bold
