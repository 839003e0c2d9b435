from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pages.embedded import MOST_PROPERTIES, Node, microdata
from pages.page import Page
from tests.effort import effort

PRODUCT = "<div itemscope itemtype=http://schema.org/Product>"


def items(source: str, encoding: str = "utf-8") -> list[Node]:
    return microdata(Page.read(source.encode(encoding), "http://a.example/"))


def test_items_have_the_shape_of_json_ld() -> None:
    page = f"""<html><body>{PRODUCT}
        <h1 itemprop=name>诺基亚 <b>N95</b><script>no()</script><!-- no --></h1>
        <meta itemprop=sku content=0027>
        <a itemprop=brand href=/nokia>诺基亚</a> <a itemprop=url href=/n95.html>here</a>
        <div itemprop=offers itemscope itemtype=http://schema.org/Offer>
          <span itemprop=price content=1999.00>￥1999</span></div>
        <p itemprop=color>黑色<p itemprop=color>银色</p>
        <i itemprop=weight itemscope>no properties</i>
    </div>"""
    assert items(page) == [
        {
            "@type": ["http://schema.org/Product"],
            "@id": None,
            "name": "诺基亚 N95",
            "sku": "0027",
            "brand": "诺基亚",
            "url": "/n95.html",
            "offers": {"@type": ["http://schema.org/Offer"], "@id": None, "price": "1999.00"},
            "color": ["黑色", "银色"],
            "weight": {"@type": [], "@id": None, "@value": "no properties"},
        }
    ]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "big5hkscs"])
def test_any_encoding(encoding: str) -> None:
    page = f"<meta charset={encoding}>{PRODUCT}<p itemprop=name>手機"
    (item,) = items(page, encoding)
    assert item["name"] == "手機"


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<",
        "<!-- itemtype schema.org/Product -->",
        "\0",
        "<p itemprop=name>N95</p>",
        "<div itemscope><p itemprop=name>Nobody sells this",
    ],
)
def test_pages_without_a_product(page: str) -> None:
    assert items(page) == []


def test_an_item_in_an_item_that_is_no_property_of_it_is_an_item_of_its_own() -> None:
    page = f"{PRODUCT}<p itemprop=name>N95</p><div itemscope><p itemprop=name>Home</p></div>"
    assert [item["name"] for item in items(page)] == ["N95", "Home"]


@pytest.mark.parametrize(
    "page",
    [
        "<div itemscope itemprop=a>" * 7 + "<p itemprop=b>x</p>" * 1900,
        "<div itemprop=a>" * 240 + "x" * 1_000_000,
        "<div itemscope itemref='it it it'></div>" * 90 + "<div id=it>" + "<p itemprop=a>x" * 1900,
        ("<div itemscope itemprop=a>" + "<p itemprop=b>x</p>" * 3 + "</div>") * 490,
        "<div itemscope id=it itemref=it itemprop=a><p itemprop=b>x",
        "<a itemprop=url href='http://['>x</a>",
        "<p itemprop=a>" * (10 * MOST_PROPERTIES),
        "<div itemprop=a>" * (10 * MOST_PROPERTIES) + "<b>x</b>" * 10_000,
        "<div itemscope itemprop=a>" * 10_000 + "x",
        PRODUCT * 10_000,
        "<div itemprop=a>" * MOST_PROPERTIES + ("x" * 1_000 + "<br>") * 1_000,
    ],
)
def test_hostile_pages_take_little_time(page: str) -> None:
    assert items(PRODUCT + page)
    assert effort(lambda: items(PRODUCT + page)) < 300


TAGS = ["<div itemscope>", "<p itemprop='a name'>", "<a itemprop=url href=b>", "<time itemprop=c>"]
MORE = [PRODUCT, "</div>", "</p>", "text", "\0", "<meta itemprop=x>", "<table><tr itemref=a id=a>"]


@settings(max_examples=100, deadline=None)
@example("<div itemscope><div itemscope><meta itemprop=x>\x1f")
@given(st.lists(st.sampled_from(TAGS + MORE) | st.text(max_size=5), max_size=20).map("".join))
def test_any_soup_is_read(page: str) -> None:
    assert isinstance(microdata(Page(url="", body=page.encode(), encoding="utf-8")), list)
