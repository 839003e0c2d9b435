""""""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.embedded import (
    LARGEST_BLOCK,
    LONGEST_NAME,
    LONGEST_VALUE,
    MARKS_A_PRODUCT,
    MOST_BLOCKS,
    MOST_IMAGES,
    MOST_PAIRS,
    MOST_PROPERTIES,
    MOST_SCOPES,
    NAMES_A_PRODUCT,
    EmbeddedProduct,
    embedded_products,
    is_product,
    json_ld,
    main_product,
    microdata,
    pairs_of,
    price_pairs,
    quantity_of,
    read_json,
    text_of,
)
from pages.page import Page

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


def test_numbers_stay_as_they_are_written() -> None:
    assert read_json('{"price": 1999.00, "big": 1e999, "n": [007, 1]}'.replace("007", "7")) == {
        "price": "1999.00", "big": "1e999", "n": ["7", "1"],
    }  # fmt: skip
    assert read_json("1" * 10_000) == "1" * 10_000
    assert read_json("[NaN, -Infinity]") == ["NaN", "-Infinity"]


@pytest.mark.parametrize(
    "written",
    [
        '{"a": "b", "c": ["d"]}',
        '{"a": "b", "c": ["d",],}',
        '{"a": "b", // "x": 1\n "c": /* no, */ ["d"]}',
        '// <![CDATA[\n{"a": "b", "c": ["d"]}\n// ]]>',
        '//<![CDATA[ {"a": "b", "c": ["d"]} //]]>',
        '/*<![CDATA[*/{"a": "b", "c": ["d"]}/*]]>*/',
        '<![CDATA[{"a": "b", "c": ["d"]}]]>',
        '<!-- {"a": "b", "c": ["d"]} -->',
        '<!--\n{"a": "b", "c": ["d"]}\n//-->',
        "{&quot;a&quot;: &quot;b&quot;, &quot;c&quot;: [&quot;d&quot;]}",
        '\ufeff{"a": "b", "c": ["d"]};\n',
    ],
)
def test_what_shops_write_around_and_into_json(written: str) -> None:
    assert read_json(written) == {"a": "b", "c": ["d"]}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('["a\nb\tc"]', "a\nb\tc"),
        ('["http://a.example/,]"]', "http://a.example/,]"),
        ('["http://a.example/,]",]', "http://a.example/,]"),
        (r'["it\'s \5",]', "it's 5"),
        (r'["\\", ]', "\\"),
        (r'["\u8bfa \"/* \/ */\"",]', '诺 "/* / */"'),
        ('["<!-- -->",]', "<!-- -->"),
    ],
)
def test_strings_keep_what_they_hold(written: str, read: str) -> None:
    assert read_json(written) == [read]


@pytest.mark.parametrize(
    "written",
    ["", "{", "{'a': 1}", '{"a": }', '["a', '["\\', "[" * 100_000, '{"a":' * 100_000, "&#9" * 9999],
)
def test_what_cannot_be_read_is_a_value_error(written: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(written)


@pytest.mark.parametrize(
    "piece",
    [" ", '"', '\\"', '"\\', ",", ", ", "// ", "/*", "*", "<!--", "]]>", "<![CDATA[", "&quot;"],
)
def test_time_grows_with_length_alone(piece: str) -> None:
    begun = time.process_time()
    with pytest.raises(ValueError, match=r"."):
        read_json(piece * (500_000 // len(piece)) + "!")
    assert time.process_time() - begun < 3


@settings(max_examples=100, deadline=None)
@given(data=ANY_JSON)
def test_good_json_is_read_as_ever(data: object) -> None:
    assert read_json(json.dumps(data)) == data


@settings(max_examples=100, deadline=None)
@given(data=st.dictionaries(st.text(max_size=10), st.text(max_size=20), min_size=1))
def test_mending_harms_no_string(data: dict[str, str]) -> None:
    assert read_json(json.dumps(data)[:-1] + ", }") == data


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (" 诺基亚 \n N95 ", "诺基亚 N95"),
        ("Bang &amp; Olufsen", "Bang & Olufsen"),
        (True, "true"),
        ({"@type": "Brand", "name": "诺基亚"}, "诺基亚"),
        ({"@value": "N95", "@language": "en"}, "N95"),
        (["black", "silver", "black", None], "black, silver"),
        ([{"name": ["a", "b"]}, "c"], "a, b, c"),
        ({"name": {"name": {"name": {"name": "too deep"}}}}, ""),
        (None, ""),
        ({}, ""),
        ([[[[["too deep"]]]]], ""),
        ("x" * 100_000, ""),
    ],
)
def test_the_words_of_a_value(value: object, text: str) -> None:
    assert text_of(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("174 g", "174 g"),
        ({"value": "174", "unitText": "克"}, "174 克"),
        ({"value": "174", "unitCode": "GRM"}, "174 g"),
        ({"value": "1", "unitCode": "C62"}, "1"),
        ({"value": "1", "unitCode": "XYZ"}, "1 XYZ"),
        ({"minValue": "5", "maxValue": "7", "unitText": "cm"}, "5-7 cm"),
        ({"minValue": "5", "unitCode": "CMT"}, "5 cm"),
        ({"value": {"value": "9", "unitCode": "MMT"}}, "9 mm"),
        ({"name": "9 mm"}, "9 mm"),
        ({"unitText": "mm"}, ""),
        ({"value": None}, ""),
        ([{"name": "a"}], "a"),
    ],
)
def test_quantities_have_their_unit(value: object, text: str) -> None:
    assert quantity_of(value) == text


@pytest.mark.parametrize(
    "types",
    [
        "Product",
        "http://schema.org/Product",
        "https://www.schema.org/IndividualProduct",
        "schema:ProductGroup",
        ["Thing", "Product"],
        "https://schema.org/Product/",
    ],
)
def test_products(types: object) -> None:
    assert is_product(types)


@pytest.mark.parametrize(
    "types",
    [
        "",
        "Offer",
        "ProductCollection",
        "http://other.example/Product",
        None,
        5,
        {},
        [],
        [["Product"]],
    ],
)
def test_other_things(types: object) -> None:
    assert not is_product(types)


def test_what_is_worth_reading() -> None:
    assert NAMES_A_PRODUCT.search(b'"@type": "ProductGroup"')
    assert not NAMES_A_PRODUCT.search(b'"@type": "ProductCollection"')
    assert MARKS_A_PRODUCT.search(b"itemtype=http://schema.org/Product>")
    assert not MARKS_A_PRODUCT.search(b"itemtype=http://schema.org/Offer>")


@pytest.mark.parametrize(
    ("offers", "price", "currency"),
    [
        ({"price": "1999.00", "priceCurrency": "CNY"}, "1999.00", "CNY"),
        ({"price": "￥1999"}, "￥1999", ""),
        ({"lowPrice": "10", "highPrice": "20", "priceCurrency": "EUR"}, "10-20", "EUR"),
        ({"lowPrice": "10", "highPrice": "10.00"}, "10", ""),
        ({"lowPrice": "10"}, "10", ""),
        ([{"price": "30"}, {"price": "9"}, {"price": "10"}], "9-30", ""),
        ([{"price": "1,999"}, {"price": "9"}], "1,999", ""),
        (
            [{"price": "9", "priceCurrency": "EUR"}, {"price": "1", "priceCurrency": "USD"}],
            "9",
            "EUR",
        ),
        ({"priceSpecification": {"price": "7", "priceCurrency": "EUR"}}, "7", "EUR"),
        ({"priceSpecification": [{"price": "7"}, {"price": "9"}]}, "7", ""),
        ({"priceCurrency": "EUR", "offers": [{"price": "7"}, {"price": "8"}]}, "7-8", "EUR"),
    ],
)
def test_what_is_asked(offers: object, price: str, currency: str) -> None:
    assert dict(price_pairs(offers)) == {"price": price, "priceCurrency": currency}


@pytest.mark.parametrize(
    "offers",
    [
        None,
        "1999",
        [],
        {},
        [[{"price": "1"}]],
        {"price": {}},
        {"offers": {"offers": {"offers": {"price": 1}}}},
    ],
)
def test_nothing_is_asked(offers: object) -> None:
    assert not list(price_pairs(offers))


PHONE: dict[str, object] = {
    "@type": "Product",
    "additionalProperty": [
        {"@type": "PropertyValue", "name": "电池容量", "value": "950", "unitText": "mAh"},
        {"@type": "PropertyValue", "name": "蓝牙", "value": True},
        {"propertyID": "screen", "value": ["2.6 in", "TFT"]},
    ],
    "aggregateRating": {"ratingValue": "4.5", "reviewCount": "11"},
    "offers": {"price": "1999.00", "priceCurrency": "CNY"},
    "weight": {"value": "120", "unitCode": "GRM"},
    "brand": {"@type": "Brand", "name": "诺基亚"},
    "name": "诺基亚 N95",
    "image": "n95.jpg",
    "gtin13": "6417182744907",
    "releaseDate": "2007-03",
    "color": ["黑色", "银色"],
}


def test_fixed_names_first_then_the_shops_own() -> None:
    assert pairs_of(PHONE) == (
        ("name", "诺基亚 N95"),
        ("brand", "诺基亚"),
        ("gtin13", "6417182744907"),
        ("color", "黑色, 银色"),
        ("weight", "120 g"),
        ("price", "1999.00"),
        ("priceCurrency", "CNY"),
        ("ratingValue", "4.5"),
        ("releaseDate", "2007-03"),
        ("image", "n95.jpg"),
        ("电池容量", "950 mAh"),
        ("蓝牙", "true"),
        ("screen", "2.6 in, TFT"),
    )


def test_images_are_addresses_alone_listed_or_described() -> None:
    images: list[object] = [
        " /front.jpg ",
        {"@type": "ImageObject", "contentUrl": "/back.jpg", "url": "/page"},
        {"url": "/side.jpg"},
        {"caption": "no address"},
        5,
        "",
    ]
    expected = (("image", "/front.jpg"), ("image", "/back.jpg"), ("image", "/side.jpg"))
    phone = {"name": "N95"}
    assert pairs_of(phone | {"image": images}) == (("name", "N95"), *expected)
    assert pairs_of(phone | {"image": {"url": ["/a.jpg"]}}) == (("name", "N95"),)
    many = [f"/{number}.jpg" for number in range(20)]
    assert len(pairs_of(phone | {"image": many})) == 1 + MOST_IMAGES


def test_pictures_alone_tell_nothing() -> None:
    assert pairs_of({"image": "n95.jpg"}) == ()


def test_a_single_property_needs_no_list() -> None:
    assert pairs_of({"additionalProperty": {"name": "a", "value": "b"}}) == (("a", "b"),)


def test_a_property_without_a_name_or_a_value_is_none() -> None:
    properties: list[object] = [
        {"name": "a"},
        {"value": "b"},
        {"name": "", "value": ""},
        "a",
        None,
        [{}],
    ]
    assert pairs_of({"additionalProperty": properties}) == ()


def test_sizes_are_bounded() -> None:
    long = {"name": "n" * (LONGEST_NAME + 1), "value": "v"}, {"name": "n", "value": "v" * 2000}
    many = [{"name": str(number), "value": "v" * LONGEST_VALUE} for number in range(1000)]
    pairs = pairs_of({"name": "N95", "additionalProperty": [*long, *many]})
    assert len(pairs) == MOST_PAIRS
    assert pairs[:2] == (("name", "N95"), ("0", "v" * LONGEST_VALUE))


def test_the_same_pair_is_told_once() -> None:
    assert pairs_of({"additionalProperty": [{"name": "a", "value": "b"}] * 3}) == (("a", "b"),)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["name", "value", "price", "offers", "unitCode", "minValue", "@value"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(PHONE)), ANYTHING))
def test_wrong_types_everywhere(product: dict[str, object]) -> None:
    for name, value in pairs_of(product):
        assert name == " ".join(name.split())
        assert value == " ".join(value.split())


PRODUCT = '{"@type": "Product", "name": "诺基亚 N95"}'
READ = {"@type": "Product", "name": "诺基亚 N95"}


def blocks(source: str, encoding: str = "utf-8") -> list[object]:
    return list(json_ld(Page.read(source.encode(encoding), "http://a.example/")))


@pytest.mark.parametrize(
    "tag",
    [
        '<script type="application/ld+json">',
        "<script type='application/ld+json' id=it>",
        "<script async type=application/ld+json>",
        '<SCRIPT\n TYPE="application/ld+json">',
        '<script type="application/ld&#x2B;json">',
        '<script type="application/ld+json; charset=utf-8" data-x="y">',
    ],
)
def test_scripts_are_found_however_they_are_written(tag: str) -> None:
    assert blocks(f"<html><p>text{tag}\n{PRODUCT}\n</SCRIPT ><p>text") == [READ]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "big5"])
def test_the_pages_encoding_is_the_scripts(encoding: str) -> None:
    page = f'<meta charset={encoding}><script type="application/ld+json">{PRODUCT}</script>'
    assert blocks(page.replace("诺基亚", "手機"), encoding) == [{**READ, "name": "手機 N95"}]


def test_a_bad_block_does_not_cost_the_others() -> None:
    bad = ['{"@type": "Product"', "Product" * 9, '{"Product":' * 50_000, f"{PRODUCT} {PRODUCT}"]
    scripts = "".join(f"<script type=application/ld+json>{one}</script>" for one in [*bad, PRODUCT])
    assert blocks(scripts) == [READ]


def test_a_script_that_never_ends_goes_to_the_end() -> None:
    assert blocks(f"<script type=application/ld+json>{PRODUCT}") == [READ]


def test_only_what_may_be_a_product_is_read() -> None:
    other = '<script type=application/ld+json>{"@type": "WebSite"}</script>'
    plain = f"<script>{PRODUCT}</script><p>ld+json {PRODUCT}</p><a title=ld+json>"
    assert blocks(other + plain) == []


def test_sizes_of_json_ld_are_bounded() -> None:
    large = PRODUCT.replace("N95", "x" * LARGEST_BLOCK)
    script = "<script type=application/ld+json>{}</script>".format
    assert blocks(script(large) + script(PRODUCT)) == [READ]
    assert len(blocks(script(PRODUCT) * 1000)) == MOST_BLOCKS


@pytest.mark.parametrize(
    "piece",
    ["ld+json", "<script ld+json", "<script ld+json>", "<", "<script type=ld+json></script"],
)
def test_time_of_json_ld_grows_with_length_alone(piece: str) -> None:
    begun = time.process_time()
    blocks(piece * (1_000_000 // len(piece)))
    assert time.process_time() - begun < 3


MICRODATA = "<div itemscope itemtype=http://schema.org/Product>"


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
        MICRODATA + "<p itemprop=a>" * (MOST_PROPERTIES + 1),
        MICRODATA * (MOST_SCOPES + 1),
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
        MICRODATA + "<a itemprop=url href='http://['>x</a>",
    ],
)
def test_hostile_pages_take_little_time(page: str) -> None:
    begun = time.process_time()
    assert items(MICRODATA + page)
    assert time.process_time() - begun < 3


TAGS = ["<div itemscope>", "<p itemprop='a name'>", "<a itemprop=url href=b>", "<time itemprop=c>"]
MORE = [
    MICRODATA,
    "</div>",
    "</p>",
    "text",
    "\0",
    "<meta itemprop=x>",
    "<table><tr itemref=a id=a>",
]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(TAGS + MORE) | st.text(max_size=5), max_size=20).map("".join))
def test_any_soup_is_read(page: str) -> None:
    assert isinstance(microdata(Page(url="", body=page.encode(), encoding="utf-8")), list)


URL = "https://shop.example/n95.html"
N95 = {"@type": "Product", "name": "N95", "url": URL}
N73 = {"@type": "Product", "name": "N73", "url": "https://shop.example/n73.html"}


@pytest.mark.parametrize(
    "data",
    [
        [N95],
        [[N95]],
        [{"@type": "BreadcrumbList"}, N95],
        [{"@graph": [{"@type": "WebSite"}, N95]}],
        [{"@type": "ItemPage", "mainEntity": N95}],
        [{"@graph": [{"@type": "WebPage", "mainEntity": [N95]}]}],
        [N95, {"@type": "ItemList", "itemListElement": [N73, N73]}],
        [{**N95, "isSimilarTo": [N73], "hasVariant": [N73]}],
        [None, "text", 5, [], {}, N95],
    ],
)
def test_the_only_product_at_the_top(data: list[object]) -> None:
    product = main_product(data, "https://elsewhere.example/")
    assert product is not None
    assert product["name"] == "N95"


@pytest.mark.parametrize(
    "address",
    [URL, "http://shop.example/n95.html", URL + "/", "/n95.html", "n95.html", " n95.html "],
)
def test_one_of_several_whose_address_is_the_pages(address: str) -> None:
    for own in ({"url": address}, {"@id": address}):
        several = [N73, {"@type": "Product", "name": "N95", **own}, N73]
        product = main_product(several, URL + "#top")
        assert product is not None
        assert product["name"] == "N95"


@pytest.mark.parametrize(
    "data",
    [
        [],
        [N73, N73],
        [{"@type": "ItemList", "itemListElement": [N95]}],
        [{"@type": "Product", "url": 5}, {"@type": "Product", "url": "http://["}],
        [{"@type": "Product", "url": ""}, {"@type": "Product", "@id": "x" * 10_000}],
        [[[[[[[[[N95]]]]]]]]],
    ],
)
def test_none_or_several_give_nothing(data: list[object]) -> None:
    assert main_product(data, URL) is None


def test_what_is_told_in_parts_is_one_product() -> None:
    parts = [
        {"@type": "Product", "@id": "#it", "name": "N95"},
        {"@type": "Product", "@id": "#it", "name": "other", "sku": "1"},
    ]
    assert main_product(parts, "") == {**parts[1], "name": "N95"}


def test_a_page_without_an_address_is_nobodys_own() -> None:
    nowhere = [{"@type": "Product", "url": ""}, {"@type": "Product", "url": "/"}]
    assert main_product(nowhere, "") is None


PAGE_URL = "https://shop.example/n95.html"


def products(source: str) -> tuple[EmbeddedProduct, ...]:
    return embedded_products(Page.read(source.encode(), PAGE_URL))


def script(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


# As a plugin for shops writes it: one graph for the whole page.
GRAPH = {
    "@context": "https://schema.org/",
    "@graph": [
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": "Phones"}]},
        {
            "@type": "Product",
            "@id": PAGE_URL + "#product",
            "name": "Nokia N95 &#8211; 8GB",
            "url": PAGE_URL,
            "image": "https://shop.example/n95.jpg",
            "description": "A phone",
            "sku": 5512,
            "offers": [
                {
                    "@type": "Offer",
                    "price": "499.00",
                    "priceSpecification": {"price": "499.00", "priceCurrency": "EUR"},
                    "priceCurrency": "EUR",
                    "availability": "http://schema.org/InStock",
                }
            ],
        },
    ],
}
MICRODATA_products = """<div itemscope itemtype="https://schema.org/Product">
  <h1 itemprop="name">诺基亚 N95</h1>
  <div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">
    <span itemprop="ratingValue">4.4</span>/5</div>
  <div itemprop="offers" itemscope itemtype="https://schema.org/AggregateOffer">
    <span itemprop="lowPrice">1,899</span> <meta itemprop="priceCurrency" content="CNY"></div>
  <ul><li itemprop="additionalProperty" itemscope itemtype="https://schema.org/PropertyValue">
    <span itemprop="name">屏幕尺寸</span>: <span itemprop="value">2.6</span>
    <span itemprop="unitText">英寸</span></li></ul>
</div>"""


def test_json_ld_as_shops_write_it() -> None:
    (product,) = products(f"<html><head>{script(GRAPH)}</head><body><h1>N95</h1>")
    assert product.source == "json-ld"
    assert product.pairs == (
        ("name", "Nokia N95 – 8GB"),
        ("sku", "5512"),
        ("price", "499.00"),
        ("priceCurrency", "EUR"),
        ("image", "https://shop.example/n95.jpg"),
    )


def test_microdata_as_shops_write_it() -> None:
    (product,) = products(f"<html><body><p>手机{MICRODATA}<p>more")
    assert product.source == "microdata"
    assert product.pairs == (
        ("name", "诺基亚 N95"),
        ("price", "1,899"),
        ("priceCurrency", "CNY"),
        ("ratingValue", "4.4"),
        ("屏幕尺寸", "2.6 英寸"),
    )


def test_json_ld_is_enough_where_both_tell() -> None:
    (product,) = products(script(GRAPH) + MICRODATA_products)
    assert product.source == "json-ld"


def test_microdata_steps_in_where_json_ld_tells_of_no_product() -> None:
    (product,) = products(script({"@type": "Organization", "name": "Product"}) + MICRODATA_products)
    assert product.source == "microdata"


@pytest.mark.parametrize(
    "source",
    [
        "<html><h1>N95</h1>",
        MICRODATA_products * 3,
        script([{"@type": "Product", "name": "a"}, {"@type": "Product", "name": "b"}]),
        script({"@type": "ItemList", "itemListElement": [{"@type": "Product", "name": "a"}]}),
        script({"@type": "Product"}),
        script({"@type": "Product", "image": "a.jpg"}),
    ],
)
def test_pages_without_one_main_product(source: str) -> None:
    assert products(source) == ()


def test_pages_without_microdata_of_products_load_no_library() -> None:
    check = (
        "import sys\n"
        "from pages.embedded import embedded_products\n"
        "from pages.page import Page\n"
        "page = b'<p itemscope itemtype=http://schema.org/WebPage>'\n"
        "assert embedded_products(Page.read(page)) == ()\n"
        "assert 'lxml' not in sys.modules and 'extruct' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


KEYS = st.sampled_from(
    "@type @id @graph @value mainEntity name offers price value url weight unitCode brand "
    "additionalProperty aggregateRating".split()
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANY_DATA = st.recursive(
    LEAVES | st.sampled_from(["Product", "http://schema.org/Product", PAGE_URL]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=15,
)


@settings(max_examples=100, deadline=None)
@given(data=ANY_DATA)
def test_whatever_json_says(data: Any) -> None:
    wrapped = {"@type": "Product", "name": "N95", **(data if isinstance(data, dict) else {})}
    for source in (script(data), script(wrapped)):
        for product in products(source):
            assert product.pairs
            assert all(isinstance(part, str) and part for pair in product.pairs for part in pair)


@settings(max_examples=100, deadline=None)
@given(cut=st.integers(0, 800), junk=st.text(max_size=5))
def test_a_page_damaged_anywhere_is_still_read(cut: int, junk: str) -> None:
    source = script(GRAPH) + MICRODATA_products
    damaged = source[:cut] + junk + source[cut + 3 :]
    assert len(products(damaged)) <= 1
