"""Unread pages by layout: alike ones together, others apart, the most valuable first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.library import LIBRARIES
from samples.gold import ProductPage
from samples.pocket_web import PocketWeb
from search_ui.labelling.layouts import unread_layouts
from tests.search_ui.labelling.stored_site import labelling_site, store

if TYPE_CHECKING:
    from pathlib import Path

WEB = PocketWeb()


def other_page(url: str) -> ProductPage:
    return ProductPage(url, WEB.fetch(url).body, "text/html", (), "")


def test_a_layout_may_have_many_kinds_of_addresses(tmp_path: Path) -> None:
    products = list(WEB.product_pages("m.tongxun.example"))
    lists = [other_page("http://m.tongxun.example/"), other_page("http://m.tongxun.example/news/")]
    store(tmp_path, [*lists, *products], tmp_path / "rules")
    with labelling_site(tmp_path, tmp_path / "rules").app_context():
        first, *rest = unread_layouts()
    assert round(first.pages) == len(products)
    assert len(first.shapes) > 1
    assert not any("@" in shape for shape in first.shapes)
    assert {page.url for page in first.samples} <= {page.url for page in products}
    assert all(layout.worth < first.worth for layout in rest)


def test_pages_that_rules_read_are_not_offered(tmp_path: Path) -> None:
    store(tmp_path, list(WEB.product_pages("m.tongxun.example"))[:3], LIBRARIES)
    with labelling_site(tmp_path, tmp_path / "rules").app_context():
        assert unread_layouts() == []


def test_a_page_that_the_archive_lost_is_a_layout_of_its_own(tmp_path: Path) -> None:
    store(tmp_path, list(WEB.product_pages("m.tongxun.example"))[:3], tmp_path / "rules")
    for file in (tmp_path / "archive").iterdir():
        file.unlink()
    with labelling_site(tmp_path, tmp_path / "rules").app_context():
        assert sum(layout.pages for layout in unread_layouts()) == 3
