from __future__ import annotations

import json

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


def test_a_picture_of_many_pages_is_remembered_as_common() -> None:
    memory = SiteMemory()
    for number in range(5):
        assert not memory.is_common_picture("http://a.example/logo.png")
        memory.add_picture("http://a.example/logo.png")
        memory.add_picture(f"http://a.example/{number}.jpg")
    stored = SiteMemory.from_json(json.loads(json.dumps(memory.to_json())))
    for one in (memory, stored):
        assert one.is_common_picture("http://a.example/logo.png")
        assert not one.is_common_picture("http://a.example/1.jpg")


def test_a_memory_of_before_pictures_were_kept_can_be_read() -> None:
    assert SiteMemory.from_json({"pages": 3, "names": {}}).pages == 3
