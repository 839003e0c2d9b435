"""On real pages the links are those a tree of the page has."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import lxml.html
import pytest

from evaluation.datasets import DataSetsAbsentError, gsmarena, swde_camera, zol
from pages.encoding import to_text
from pages.page import Page
from rules.urls import BaseAddress, resolved
from spider.links.found import read_links

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATHS = "//a/@href | //area/@href | //frame/@src | //iframe/@src"


def real_pages() -> Iterator[Page]:
    bodies = (
        *(page.body for page in islice(gsmarena(), 0, None, 40)),
        *(page.body for page in islice(swde_camera(), 0, None, 20)),
        zol().body,
    )
    for body in bodies:
        yield Page.read(body, "http://www.shop.example/folder/page.html")


def links_of_tree(page: Page) -> set[str | None]:
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = lxml.html.fromstring(to_text(page.body, page.encoding).encode(), parser=parser)
    base = BaseAddress.of(page.url, page.encoding)
    for href in tree.xpath("//base/@href")[:1]:
        base = BaseAddress.of(resolved(href, base) or page.url, page.encoding)
    return {resolved(href, base) for href in tree.xpath(_PATHS)} - {None}


def test_links_are_those_of_the_tree() -> None:
    try:
        pages = list(real_pages())
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    for page in pages:
        found = {link.url for link in read_links(page).links if link.place != "head"}
        assert found == links_of_tree(page)
