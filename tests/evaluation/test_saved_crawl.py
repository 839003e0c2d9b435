from __future__ import annotations

import pytest

from evaluation.datasets import AttributesPage, DataSetsAbsentError
from evaluation.saved_crawl import (
    SavedCrawlReport,
    ShopResult,
    compare,
    examples_of,
    measure_saved_crawl,
)

GOLD = {"model": ("X-100",), "price": ("$1,299.00", "1299"), "manufacturer": ()}
PAGE = AttributesPage("http://a.example/1", b"", "1.html", "a", GOLD)


def test_what_is_labelled_is_what_gold_has() -> None:
    assert [(one.attribute, one.value) for one in examples_of(PAGE)] == [
        ("Name", "X-100"),
        ("Price", "$1,299.00"),
    ]


def test_a_price_of_another_product_is_counted() -> None:
    result = ShopResult("a", pages=1)
    compare(result, PAGE, {"Name": ["X-100"], "Price": ["$1299.00", "$5"]})
    assert (result.names, result.prices, result.prices_right, result.prices_wrong) == (1, 1, 1, 1)
    assert result.misses == []


def test_what_is_missing_is_told() -> None:
    result = ShopResult("a", pages=1)
    compare(result, PAGE, {"Name": ["Home"]})
    assert result.misses == ["1.html: model is Home", "1.html: price is nothing"]


def test_a_page_or_a_name_that_is_lost_fails() -> None:
    good = ShopResult("a", pages=100, kept=100, names=100, prices=100, prices_right=98)
    lost = ShopResult("b", pages=1, kept=0)
    assert SavedCrawlReport(1, (good,)).is_good
    assert not SavedCrawlReport(1, (good, lost)).is_good
    assert SavedCrawlReport(1, (good, lost)).total.pages == 101


@pytest.mark.slow
def test_real_shops() -> None:
    try:
        report = measure_saved_crawl(1)
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    assert report.is_good, report.total.misses
