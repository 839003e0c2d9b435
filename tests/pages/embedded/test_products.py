from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.embedded import EmbeddedProduct, embedded_products
from pages.page import Page

URL = "https://shop.example/n95.html"


def products(source: str) -> tuple[EmbeddedProduct, ...]:
    return embedded_products(Page.read(source.encode(), URL))


def script(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


# As a plugin for shops writes it: one graph for the whole page.
GRAPH = {
    "@context": "https://schema.org/",
    "@graph": [
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": "Phones"}]},
        {
            "@type": "Product",
            "@id": URL + "#product",
            "name": "Nokia N95 &#8211; 8GB",
            "url": URL,
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
MICRODATA = """<div itemscope itemtype="https://schema.org/Product">
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
    (product,) = products(script(GRAPH) + MICRODATA)
    assert product.source == "json-ld"


def test_microdata_steps_in_where_json_ld_tells_of_no_product() -> None:
    (product,) = products(script({"@type": "Organization", "name": "Product"}) + MICRODATA)
    assert product.source == "microdata"


@pytest.mark.parametrize(
    "source",
    [
        "<html><h1>N95</h1>",
        MICRODATA * 3,
        script([{"@type": "Product", "name": "a"}, {"@type": "Product", "name": "b"}]),
        script({"@type": "ItemList", "itemListElement": [{"@type": "Product", "name": "a"}]}),
        script({"@type": "Product"}),
        script({"@type": "Product", "image": "a.jpg"}),
    ],
)
def test_pages_without_one_main_product(source: str) -> None:
    assert products(source) == ()


def test_further_properties_in_microdata() -> None:
    (product,) = products(
        """<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Lumo X1</h1>
        <p itemprop=additionalProperty itemscope itemtype="https://schema.org/PropertyValue">
        <b itemprop=name>Akku</b> <i itemprop=value>4000 mAh</i></p></div>"""
    )
    assert product.pairs == (("name", "Lumo X1"), ("Akku", "4000 mAh"))


def test_reading_products_loads_no_tree_library() -> None:
    check = (
        "import sys\n"
        "from pages.embedded import embedded_products\n"
        "from pages.page import Page\n"
        "page = b'<p itemscope itemtype=http://schema.org/Product><b itemprop=name>N95'\n"
        "assert embedded_products(Page.read(page))\n"
        "assert 'lxml' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


KEYS = st.sampled_from(
    "@type @id @graph @value mainEntity name offers price value url weight unitCode brand "
    "additionalProperty aggregateRating".split()
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANY_DATA = st.recursive(
    LEAVES | st.sampled_from(["Product", "http://schema.org/Product", URL]),
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
    source = script(GRAPH) + MICRODATA
    damaged = source[:cut] + junk + source[cut + 3 :]
    assert len(products(damaged)) <= 1
