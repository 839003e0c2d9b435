from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pages.microdata import MOST_PROPERTIES, MOST_SCOPES, microdata
from pages.page import Page
from tests.effort import effort

PRODUCT = "<div itemscope itemtype=http://schema.org/Product>"


def items(source: str, encoding: str = "utf-8") -> list[object]:
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
            "@type": "http://schema.org/Product",
            "@id": None,
            "name": "诺基亚 N95",
            "sku": "0027",
            "brand": "诺基亚",
            "url": "/n95.html",
            "offers": {"@type": "http://schema.org/Offer", "@id": None, "price": "1999.00"},
            "color": ["黑色", "银色"],
            "weight": "no properties",
        }
    ]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "big5hkscs"])
def test_any_encoding(encoding: str) -> None:
    page = f"<meta charset={encoding}>{PRODUCT}<p itemprop=name>手機"
    (item,) = items(page, encoding)
    assert isinstance(item, dict)
    assert item["name"] == "手機"


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<",
        "<!-- itemtype schema.org/Product -->",
        "\0",
        PRODUCT + "<p itemprop=a>" * (MOST_PROPERTIES + 1),
        PRODUCT * (MOST_SCOPES + 1),
        "<div itemscope itemprop=a>" * 200 + "x",
    ],
)
def test_nothing_and_too_much_give_nothing(page: str) -> None:
    assert items(page) == []


@pytest.mark.parametrize(
    "page",
    [
        "<div itemscope itemprop=a>" * 7 + "<p itemprop=b>x</p>" * 1900,
        "<div itemprop=a>" * 240 + "x" * 1_000_000,
        "<div itemscope itemref='it it it'></div>" * 90 + "<div id=it>" + "<p itemprop=a>x" * 1900,
        ("<div itemscope itemprop=a>" + "<p itemprop=b>x</p>" * 3 + "</div>") * 490,
        "<div itemscope id=it itemref=it itemprop=a><p itemprop=b>x",
        PRODUCT + "<a itemprop=url href='http://['>x</a>",
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
