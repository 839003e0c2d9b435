from __future__ import annotations

import pytest

from pages.page import Page
from rules.extract import extract
from rules.page_rows import SiteMemory, rows_of

PAGE = Page.read(
    b"<title>N95</title><h1>N95</h1>"
    + "<table><tr><th>重量<td>120 克<tr><th>颜色<td>黑色</table>".encode(),
    "http://shop.example/n95",
)


def test_rows_that_are_known_give_the_same_record() -> None:
    memory = SiteMemory()
    rows = memory.add_page(PAGE)
    assert extract(PAGE, None, least=0, rows=rows) == extract(PAGE, None, least=0)
    assert memory.pages == 1


@pytest.mark.parametrize(
    ("title", "headline"),
    [
        ("诺基亚 N95 - 手机大全", "诺基亚 N95"),
        ("N95 手机 - 手机大全", "Ｎ９５ 手机"),
    ],
)
def test_without_a_heading_the_headline_is_what_the_title_begins_with(
    title: str, headline: str
) -> None:
    source = f"<title>{title}</title><p>首页<div>{headline}</div><p>诺<p>价格 999 元"
    rows = rows_of(Page.read(source.encode(), "http://shop.example/n95"))
    assert rows.texts[rows.title_leaf] == headline
