from __future__ import annotations

from pages.page import Page
from rules.extract import extract
from rules.page_rows import SiteMemory

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
