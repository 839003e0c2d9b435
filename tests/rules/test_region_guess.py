"""What a page nobody labelled proposes by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.names import name_key
from core.topic import shipped_topic
from pages.page import Page
from rules.page_facts import RegionElement, guess_region
from samples.labels import labelled_samples

if TYPE_CHECKING:
    from rules.learn import Sample

PHONES = shipped_topic("phones")
# Remarks inside values and a price without a name are left to people.
LEFT_TO_PEOPLE = {"pcpop": 2, "zol": 3, "shouji": 1}

SHEET = (
    "<h1>诺基亚 N95</h1><ul><li>重量：120 克<li>口味：甜<li>电池容量：950mAh<li>主屏尺寸：2.6英寸"
    "<li>上市时间：2007年<li>手机外形：滑盖</ul>"
)
NAMES = ["", "重量", "口味", "电池容量", "主屏尺寸", "上市时间", "手机外形"]


@pytest.mark.parametrize(
    "sample", [pytest.param(one, id=one.page.url) for one in labelled_samples()]
)
def test_nearly_all_that_people_labelled_is_proposed(sample: Sample) -> None:
    guess = guess_region(sample.page, (PHONES,))
    found = {(name_key(one.pair.name), name_key(one.pair.value)) for one in guess.readings}
    wanted = {(name_key(one.name), name_key(one.value)) for one in sample.examples}
    site = next((site for site in LEFT_TO_PEOPLE if site in sample.page.url), "")
    most = LEFT_TO_PEOPLE.get(site, 0)
    assert len(wanted - found) <= most
    assert len(found - wanted) <= most


def test_names_the_topic_does_not_know_come_with_those_it_knows() -> None:
    guess = guess_region(Page.read(SHEET.encode(), "http://a.example/"), (PHONES,))
    pairs = [(one.pair.attribute, one.pair.name, one.pair.value) for one in guess.readings]
    assert pairs[:3] == [
        ("手机名", "", "诺基亚 N95"),
        ("重量", "重量", "120 克"),
        (None, "口味", "甜"),
    ]
    assert [name for _, name, _ in pairs] == NAMES


def test_the_region_is_the_sheet_and_not_the_menu() -> None:
    menu = "<ul><li><a href=/b>品牌</a></li><li><a href=/f>论坛</a></li></ul>"
    page = Page.read(
        f"<body>{menu}<div>{SHEET}</div><p>重量级新闻</p>".encode(), "http://a.example/"
    )
    guess = guess_region(page, (PHONES,))
    assert [one.pair.name for one in guess.readings] == NAMES
    assert len(guess.region) == 6


def test_the_regions_element_is_told() -> None:
    marked = SHEET.replace("<ul>", "<ul id=a class='spec big'>")
    body = f"<body><div>{marked}</div>"
    place = guess_region(Page.read(body.encode(), "http://a.example/"), (PHONES,)).place
    assert place == RegionElement("ul", "a", ("big", "spec"), ("div", "body"))


def test_a_name_few_pages_show_is_read_beside_many_known_ones() -> None:
    """Who labels nearly all leaves the rest out on purpose; a topic's words do not."""
    known = [one for one in PHONES.interest if one.isalpha()][:15]
    rows = "".join(f"<tr><td>{name}<td>{at} 克" for at, name in enumerate([*known, "口味"]))
    guess = guess_region(Page.read(f"<table>{rows}".encode(), "http://a.example/"), (PHONES,))
    assert [one.pair.name for one in guess.readings] == [*known, "口味"]


def test_the_title_names_the_product_where_no_headline_does() -> None:
    body = "<title>诺基亚 N95 参数_样例</title><b>诺基亚 N95</b>" + SHEET.partition("</h1>")[2]
    guess = guess_region(Page.read(body.encode(), "http://a.example/"), (PHONES,))
    assert guess.readings[0].pair.value == "诺基亚 N95"


@pytest.mark.parametrize("body", ["", "<p>你好</p>", "<p>重量</p>", "<p>重量：102 克</p>"])
def test_a_page_that_shows_no_product_proposes_nothing(body: str) -> None:
    guess = guess_region(Page.read(body.encode(), "http://a.example/"), (PHONES,))
    assert guess.readings == ()


PIECES = st.sampled_from(
    "<table> <tr> <td> <th> </td> </tr> </table> <li> <b> </b> <br> 重量 电池容量 ： "
    "主屏尺寸： 3.5英寸 重量：1克 <h1> N95 \0 <select>".split(" ")
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=60))
def test_no_page_raises_and_all_texts_are_the_pages(pieces: list[str]) -> None:
    page = Page.read("".join(pieces).encode(), "http://a.example/")
    for reading in guess_region(page, (PHONES,)).readings:
        assert reading.pair.value
