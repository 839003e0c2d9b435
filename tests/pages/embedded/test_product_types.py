from __future__ import annotations

import pytest

from pages.embedded_items import MARKS_A_PRODUCT, NAMES_A_PRODUCT, is_product


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
