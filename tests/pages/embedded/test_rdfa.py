from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.embedded import embedded_products
from pages.embedded_items import MOST_PROPERTIES, rdfa
from pages.page import Page
from tests.effort import effort


def page(source: str) -> Page:
    return Page.read(source.encode(), "http://a.example/")


MONITOR = """<div vocab="https://schema.org/" typeof="Product" resource="#monitor">
    <h1 property="name">Dell U2723QE</h1>
    <span property="brand" typeof="Brand"><b property="name">Dell</b></span>
    <meta property="gtin13" content="5397184657027"><img property="image" src="/u.jpg">
    <p property="offers" typeof="Offer">
      <span property="price" content="489.00">489,- €</span>
      <meta property="priceCurrency" content="EUR"></p></div>"""
PAIRS = {
    "name": "Dell U2723QE",
    "brand": "Dell",
    "gtin13": "5397184657027",
    "price": "489.00",
    "priceCurrency": "EUR",
    "image": "/u.jpg",
}


@pytest.mark.parametrize(
    "source",
    [
        MONITOR,
        MONITOR.replace('property="', 'property="schema:').replace('typeof="', 'typeof="schema:'),
        '<meta property="og:title" content="Shop">' + MONITOR,
    ],
)
def test_products_in_rdfa(source: str) -> None:
    (product,) = embedded_products(page(source))
    assert product.source == "rdfa"
    assert dict(product.pairs) == PAIRS


def test_other_things_are_no_products() -> None:
    assert embedded_products(page(MONITOR.replace("Product", "Organization"))) == ()
    assert embedded_products(page('<meta property="product:price:amount" content="3">')) == ()


@settings(max_examples=200)
@given(st.text('<>/ ="divtypeofprsaPduc:-', max_size=200))
def test_any_markup_is_read(source: str) -> None:
    embedded_products(page(f"{MONITOR[:70]}{source}"))


def test_any_number_of_properties_is_read_in_reasonable_time() -> None:
    many = page(MONITOR + "<i property=name typeof=Product>x</i>" * 20 * MOST_PROPERTIES)
    assert effort(lambda: rdfa(many)) < 300
