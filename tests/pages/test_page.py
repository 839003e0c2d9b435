from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.encoding import to_text
from pages.labels import NOT_ASCII_TRANSPARENT
from pages.page import Page

SOURCE = '<html><head></head><body title="a > b">诺基亚 1200 参考价格：260 待机时间</body></html>'
WORDS = "<p>中文手写</p>"


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gbk", "gb18030"],
)
def test_a_page_reads_the_same_in_every_encoding(encoding: str) -> None:
    page = Page.read(SOURCE.encode(encoding))
    assert to_text(page.body, page.encoding) == SOURCE


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (WORDS.encode("iso2022_jp"), "text/html; charset=iso-2022-jp"),
        (b"<meta charset=iso-2022-jp>" + WORDS.encode("iso2022_jp"), ""),
        (WORDS.encode("utf-16-be"), "text/html; charset=utf-16be"),
        (WORDS.encode("hz"), "text/html; charset=hz-gb-2312"),
    ],
)
def test_encodings_that_hide_markup_are_rewritten(body: bytes, content_type: str) -> None:
    page = Page.read(body, "http://phones.example/1", content_type)
    assert page.encoding == "utf-8"
    assert page.body.decode().endswith(WORDS)
    assert page.url == "http://phones.example/1"


def test_the_bytes_of_other_pages_are_kept() -> None:
    body = SOURCE.encode("gb18030")
    assert Page.read(body, content_type="text/html; charset=gb2312").body is body


def test_a_byte_order_mark_is_dropped() -> None:
    assert Page.read(b"\xef\xbb\xbf<p>").body == b"<p>"


@given(st.binary(max_size=200), st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_bytes_make_a_page(body: bytes, content_type: str) -> None:
    assert Page.read(body, content_type=content_type).encoding not in NOT_ASCII_TRANSPARENT
