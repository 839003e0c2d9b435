"""Only HTML is a page, whatever its name, its type or its encoding."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.page import Page
from search_ui.label_bring import what_else
from tests.search_ui.label.new_site import address, phone_page

if TYPE_CHECKING:
    from tests.search_ui.label.conftest import LabellingSite

OTHERS = {
    b"%PDF-1.7\n<html>": "a PDF file",
    b"\x89PNG\r\n\x1a\n": "a picture (PNG)",
    b"\xff\xd8\xff\xe0": "a picture (JPEG)",
    b'\xef\xbb\xbf {"html": "<div>"}': "JSON",
    b"[1]": "JSON",
    b"PK\x03\x04": "a ZIP file (perhaps a document of an office program)",
    b"\0\0\0 ftyp<html>": "a binary file",
    b"<?xml version='1.0'?><rss><title>a</title></rss>": "XML of another kind",
    b"<svg xmlns='http://www.w3.org/2000/svg'><title>a</title></svg>": "XML of another kind",
    "电池容量：5000mAh <没有标签>".encode(): "plain text",
    b"": "plain text",
}
PAGES = (
    b"<!DOCTYPE html><p>x",
    b"\xef\xbb\xbf\n<HTML><body>x",
    b"<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'/>",
    b"<table><tr><td>a fragment</table>",
    "手机 <div>参数</div>".encode("gbk"),
)


@pytest.mark.parametrize("body", OTHERS)
def test_other_files_are_told_by_what_they_are(body: bytes) -> None:
    assert what_else(body) == OTHERS[body]


@pytest.mark.parametrize("body", PAGES)
def test_pages(body: bytes) -> None:
    for content_type in ("", "text/html; charset=gbk", "application/octet-stream"):
        assert what_else(body, content_type) == ""


def test_a_page_in_utf_16() -> None:
    page = Page.read("<html><p>手机".encode("utf-16"))
    assert what_else(page.body) == ""


def test_what_is_said_to_be_something_else_is_no_page() -> None:
    assert what_else(PAGES[0], "Text/Plain; charset=utf-8") == "of the type text/plain"
    assert what_else(PAGES[0], "application/pdf") == "of the type application/pdf"


@given(st.binary(max_size=300), st.text(max_size=30))
def test_whatever_comes_it_is_a_page_or_has_a_name(body: bytes, content_type: str) -> None:
    assert isinstance(what_else(body, content_type), str)


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"%PDF-1.7", "text/html"), (phone_page("1"), "application/json"), (b"5000mAh", "")],
)
def test_an_upload_that_is_no_page_makes_no_draft(
    labelling: LabellingSite, body: bytes, kind: str
) -> None:
    answer = labelling.post("/label/upload", url=address("1"), page=(BytesIO(body), "a.html", kind))
    assert answer.status_code == 422
    assert "only HTML can be labelled" in answer.text
    assert not list((labelling.data / "drafts").rglob("*.html"))
