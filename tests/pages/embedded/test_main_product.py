from __future__ import annotations

import pytest

from pages.embedded import main_product

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
