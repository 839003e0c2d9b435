from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pages.embedded import embedded_products
from pages.embedded_items import MOST_PROPERTIES, Node, microdata
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


SHOP = "<div itemscope itemtype=http://schema.org/Product itemref='{}'>{}</div>"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            SHOP.format("a b nowhere", "") + "<p id=a itemprop=name>N95</p>"
            "<div id=b><i itemprop=sku>7</i><i itemprop=mpn>8</i></div>",
            {"name": "N95", "sku": "7", "mpn": "8"},
        ),
        (
            SHOP.format("price", "<i itemprop=name>N95</i>")
            + "<div id=price itemprop=offers itemscope><i itemprop=price>1999</i></div>",
            {"name": "N95", "offers": {"@type": [], "@id": None, "price": "1999"}},
        ),
        (
            SHOP.format("price", "") + "<p id=price itemprop=offers itemscope itemref=yuan></p>"
            "<i id=yuan itemprop=price>1999</i>",
            {"offers": {"@type": [], "@id": None, "price": "1999"}},
        ),
        (SHOP.format("a a", "<i id=a itemprop=name>N95</i>"), {"name": "N95"}),
        (
            SHOP.format("a", "<b itemprop=brand itemscope><i id=a itemprop=name>Nokia</i></b>"),
            {"brand": {"@type": [], "@id": None, "name": "Nokia"}, "name": "Nokia"},
        ),
        (
            (
                "<div id=all><div itemprop=a itemscope itemtype=http://schema.org/Product "
                "itemref=all><i itemprop=name>N95</i></div></div>"
            ),
            {"name": "N95"},
        ),
        ("<div id=all>" + SHOP.format("all", "<i itemprop=name>N95</i>"), {"name": "N95"}),
        (
            SHOP.format("a", "<i itemprop=name>N95</i>")
            + "<i id=a itemprop=sku>7</i><i id=a itemprop=sku>8",
            {"name": "N95", "sku": "7"},
        ),
    ],
)
def test_an_item_has_properties_elsewhere_on_the_page(
    page: str, expected: dict[str, object]
) -> None:
    (item,) = items(page)
    assert item == {"@type": ["http://schema.org/Product"], "@id": None} | expected


def test_items_may_share_what_they_refer_to() -> None:
    page = SHOP.format("a", "") * 2 + "<i id=a itemprop=name>N95</i>"
    assert [item["name"] for item in items(page)] == ["N95", "N95"]


def test_of_what_many_items_refer_to_a_limited_number_is_read() -> None:
    page = SHOP.format("a", "") * 100 + "<div id=a>" + "<i itemprop=color>red</i>" * 100
    shared = [color for item in items(page) for color in item.get("color", ())]  # type: ignore[attr-defined]
    assert len(shared) == MOST_PROPERTIES


def test_products_that_refer_to_each_other_are_read() -> None:
    page = (
        SHOP.format("b", "<i itemprop=name>N95</i>")
        + "<p id=b itemprop=offers itemscope itemref=c><i itemprop=price>1999</i></p>"
        + "<p id=c itemprop='offers priceSpecification brand' itemscope itemref='b c'></p>"
    )
    (product,) = embedded_products(Page.read(page.encode(), "http://a.example/"))
    assert ("name", "N95") in product.pairs
    assert ("price", "1999") in product.pairs


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ("<meta itemprop=a content='0 1'>", "0 1"),
        ("<meta itemprop=a>", ""),
        ("<link itemprop=a href=/x>", "/x"),
        ("<a itemprop=url href=/x>x</a>", "/x"),
        ("<a itemprop='a url' href=/x>x</a>", "/x"),
        ("<a itemprop=a href=/x>120 g</a>", "120 g"),
        ("<a itemprop=a href=/x><img src=/y></a>", "/x"),
        ("<a itemprop=a href=/x content=120>120 g</a>", "120"),
        ("<area itemprop=a href=/x>", "/x"),
        ("<img itemprop=a src=/x alt=y>", "/x"),
        ("<object itemprop=a data=/x>y</object>", "/x"),
        ("<data itemprop=a value=7>seven</data>", "7"),
        ("<meter itemprop=a value=4.5>4½</meter>", "4.5"),
        ("<time itemprop=a datetime=2008-03>March</time>", "2008-03"),
        ("<time itemprop=a>2008-03</time>", "2008-03"),
        ("<time itemprop=a content=2008-03>March</time>", "2008-03"),
        ("<p itemprop=a>￥<b>1</b>,<b>999</b></p>", "￥1,999"),
        ("<p itemprop=a>诺<em>基</em>亚<br>N95</p>", "诺基亚 N95"),
        ("<P ITEMPROP=a>N95</P>", "N95"),
    ],
)
def test_where_elements_have_their_value(element: str, value: str) -> None:
    (item,) = items(PRODUCT + element)
    assert next(told for name, told in item.items() if not name.startswith("@")) == value


def test_markup_in_capitals() -> None:
    (item,) = items(
        "<DIV ITEMSCOPE ITEMTYPE=http://schema.org/Product><P ITEMPROP='name model'>N95"
    )
    assert (item["name"], item["model"]) == ("N95", "N95")


@pytest.mark.parametrize(
    "page",
    [
        "<div itemscope itemprop=a>" * 7 + "<p itemprop=b>x</p>" * 1900,
        "<div itemprop=a>" * 240 + "x" * 1_000_000,
        "<div itemscope itemref='it it it'></div>" * 90 + "<div id=it>" + "<p itemprop=a>x" * 1900,
        "<div itemscope itemref=it></div>" * 1900 + f"<p id=it itemprop='{'a b ' * 50_000}'>x",
        "<div itemscope itemref=it></div>" * 1000 + "<div id=it>" + "<p itemprop=a>x</p>" * 1000,
        "<div itemscope itemprop=a id=it itemref=it>" * 1000 + "<p itemprop=b>x</p>" * 1000,
        f"<div itemscope itemref='{' '.join(f'i{n}' for n in range(50_000))}'>"
        + "<p id=i1>" * 50_000,
        "".join(f"<div id=i{n}>" for n in range(300))
        + f"<p itemscope itemref='{' '.join(f'i{n}' for n in range(300))}'></p>" * 300,
        ("<div itemscope itemprop=a>" + "<p itemprop=b>x</p>" * 3 + "</div>") * 490,
        "<div itemscope id=it itemref=it itemprop=a><p itemprop=b>x",
        "<a itemprop=url href='http://['>x</a>",
        "<p itemprop=a>" * (10 * MOST_PROPERTIES),
        "<div itemprop=a>" * (10 * MOST_PROPERTIES) + "<b>x</b>" * 10_000,
        "<div itemscope itemprop=a>" * 10_000 + "x",
        PRODUCT * 10_000,
        "<div itemprop=a>" * MOST_PROPERTIES + ("x" * 1_000 + "<br>") * 1_000,
        "<div itemprop=a>" * MOST_PROPERTIES + "&nbsp;<br>" * 20_000,
    ],
)
def test_hostile_pages_take_little_time(page: str) -> None:
    assert items(PRODUCT + page)
    assert effort(lambda: items(PRODUCT + page)) < 300


TAGS = ["<div itemscope>", "<p itemprop='a name'>", "<a itemprop=url href=b>", "<time itemprop=c>"]
REFERRING = ["<div itemscope itemprop=offers id=a itemref='a b'>", "<p id=b itemprop=name>"]
MORE = [PRODUCT, "</div>", "</p>", "text", "\0", "<meta itemprop=x>", "<table><tr itemref=a id=a>"]


@settings(max_examples=100, deadline=None)
@example("<div itemscope><div itemscope><meta itemprop=x>\x1f")
@given(
    st.lists(st.sampled_from(TAGS + REFERRING + MORE) | st.text(max_size=5), max_size=20).map(
        "".join
    )
)
def test_any_soup_is_read(page: str) -> None:
    read = Page(url="", body=page.encode(), encoding="utf-8")
    assert isinstance(microdata(read), list)
    assert isinstance(embedded_products(read), tuple)
