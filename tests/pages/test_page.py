from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.encoding import NOT_ASCII_TRANSPARENT, to_text
from pages.nesting import outline
from pages.page import Page, attributes, content_text, fold, identity, unescape

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


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("上市时间：</strong>2007</dd>", "上市时间：2007"),
        ("  a \r\n\t b  ", "a b"),
        ("a&nbsp;&#12288;b\u3000\u00a0c", "a b c"),
        ("&lt;b&gt; &amp;amp; &copy &#x4e2d;&#25991;", "<b> &amp; © 中文"),
        ("AT&T, R&D; &unknown;", "AT&T, R&D; &unknown;"),
        ("1 < 2", "1 < 2"),
        ("x</a title='y'></ b></>y</b", "xy"),
        ("&am</b>p; &lt</b>;", "&amp; <;"),
        ("a\0b", "ab"),
        ("&#0;&#xD800;&#x110000;&#128;", "\ufffd\ufffd\ufffd€"),
        ("", ""),
    ],
)
def test_what_a_reader_sees(raw: str, text: str) -> None:
    assert content_text(raw.encode(), "utf-8") == text


def test_bytes_are_read_in_the_page_s_encoding() -> None:
    assert content_text("待机时间：</b>12天".encode("gb18030"), "gb18030") == "待机时间：12天"


def test_a_character_torn_by_a_tag_stays_torn() -> None:
    first, second = "中".encode("gb18030")[:1], "文".encode("gb18030")
    assert content_text(first + b"</b>" + second, "gb18030").endswith("文")


def test_numbers_too_long_to_read_are_no_characters() -> None:
    assert unescape("&#" + "9" * 5000 + ";x") == "\ufffdx"
    assert unescape("&#" + "0" * 5000 + "65;x") == "Ax"
    assert unescape("&#" + "0" * 5000 + ";x") == "\ufffdx"
    assert unescape("&#x" + "f" * 5000 + ";x") == "\ufffdx"


@given(st.binary(), st.sampled_from(["utf-8", "gb18030", "big5hkscs", "cp1252", "nonsense"]))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_folded_text(raw: bytes, encoding: str) -> None:
    text = content_text(raw, encoding)
    assert text == fold(text)
    assert "\0" not in text


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        (b' href="/a" class=x>', {"href": "/a", "class": "x"}),
        (b" HREF = '/a' hidden>", {"href": "/a", "hidden": ""}),
        (b' title="a > b" href=/c/>', {"title": "a > b", "href": "/c/"}),
        (b' title="href=/no" href="/yes">', {"title": "href=/no", "href": "/yes"}),
        (b' href="/a" href="/b">', {"href": "/a"}),
        (b' href="/a>', {"href": "/a>"}),
        (b"/>", {}),
    ],
)
def test_names_and_values_of_attributes(rest: bytes, found: dict[str, str]) -> None:
    assert attributes(rest, "utf-8") == found


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("?a=1&amp;b=2", "?a=1&b=2"),
        ("?a=1&b=2", "?a=1&b=2"),
        ("?a=1&region=2&section=3&copy=4&notes=5", "?a=1&region=2&section=3&copy=4&notes=5"),
        ("&copy; &copy &#169;", "© © ©"),
        ("&#x26;reg;", "&reg;"),
    ],
)
def test_parameters_are_no_entities(written: str, meant: str) -> None:
    assert attributes(f' href="{written}">'.encode(), "utf-8") == {"href": meant}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_behind_a_tag_name_are_survived(rest: bytes) -> None:
    attributes(rest, "gbk")


@pytest.mark.parametrize(
    ("tag", "known_by"),
    [
        ("<div>", ("", ())),
        ("<div id=spec class=main>", ("spec", ("main",))),
        ("<div class='b  a\n b'>", ("", ("a", "b"))),
        ('<DIV CLASS="参数 表" ID="规格">', ("规格", ("参数", "表"))),
        ("<div id = x>", ("x", ())),
        ('<div title="x"id="y">', ("y", ())),
        ("<div data-id=1 data-class=2>", ("", ())),
        ("<div id=''>", ("", ())),
        ("<div class=a&amp;b>", ("", ("a&b",))),
    ],
)
def test_an_element_is_known_by_its_id_and_classes(
    tag: str, known_by: tuple[str, tuple[str, ...]]
) -> None:
    for encoding in ("utf-8", "gb18030"):
        found = outline(Page("", tag.encode(encoding), encoding))
        assert identity(found, 1) == known_by
