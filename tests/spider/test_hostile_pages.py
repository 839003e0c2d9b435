"""Twice as much of a hostile page is twice the work: calls are counted, whatever the time.

What costs time inside one call (an expression that tries everything) is measured where it is used.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from rules.library import LIBRARIES, RuleLibrary
from spider.reading import PageTask, ProductReader
from tests.spider.simulated_crawl import TONGXUN_PRODUCTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from core.topic import Topic

PRODUCT = TONGXUN_PRODUCTS[0]
LENGTH = 6_000  # of what is added to a page, in characters
MOST = 2.6  # times the work; a quadratic cost is four times

_JSON = '<script type="application/ld+json">{{"@type":"Product","name":"x",{}'
_PRODUCT = '<div itemscope itemtype="http://schema.org/Product">'
ENDLESS = {
    "open elements": "<div>",
    "open rows": "<table><tr><td>电池<td>",
    "end tags": "</div>",
    "comments": "<!--",
    "brackets": "{}",
    "lines": "电池容量：5000mAh<br>",
    "rows": "<tr><td>电池容量</td><td>5000mAh</td></tr>",
    "wide cells": "<tr><td rowspan=65534 colspan=1000>x",
    "split prices": "<b>208,</b><i>60</i> €",
    "links": '<a href="/aaaa/bbbb/cccc/dddd">手机</a>',
    "pictures": '<img src="/1.jpg" width=300 height=300>',
    "items in items": _PRODUCT,
    "properties": '<span itemprop="name">v',
    "rules of style": "<style>a b{color:red}</style>",
    "blocks of style": "<style>a{",
}
AS_JSON = {
    "brackets": "{},",
    "nested": '"a":{',
    "offers": '"offers":[{"price":"1"}],',
    "strings": '"\\"',
}


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called, of C too."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.fixture(scope="module")
def read(phones: Topic) -> Callable[[str], object]:
    """Reads a product page with something in it, by its rule and with a search for new names."""
    rules = RuleLibrary(LIBRARIES / "phones").rules_for(PRODUCT.url)
    at = PRODUCT.body.rindex(b"</body>")

    def read(added: str) -> object:
        body = PRODUCT.body[:at] + added.encode() + PRODUCT.body[at:]
        task = PageTask(
            *(PRODUCT.url, body, "text/html; charset=utf-8", "tongxun.example"),
            is_sitemap=False,
            news={"rules": rules},
            forget=True,
            wants_names=True,
            wants_texts=True,
        )
        return ProductReader(phones).read(task, lambda _sheet: None)

    read("")  # what is loaded once
    return read


@pytest.mark.parametrize("kind", ENDLESS)
def test_the_work_grows_with_the_page(read: Callable[[str], object], kind: str) -> None:
    assert growth(read, lambda length: ENDLESS[kind] * (length // len(ENDLESS[kind]))) < MOST


@pytest.mark.parametrize("kind", AS_JSON)
def test_the_work_grows_with_embedded_data(read: Callable[[str], object], kind: str) -> None:
    part = AS_JSON[kind]
    assert growth(read, lambda length: _JSON.format(part * (length // len(part)))) < MOST


def growth(read: Callable[[str], object], hostile: Callable[[int], str]) -> float:
    once, twice = hostile(LENGTH), hostile(2 * LENGTH)
    read(once), read(twice)  # whatever is remembered
    return calls_of(lambda: read(twice)) / calls_of(lambda: read(once))
