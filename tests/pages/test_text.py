from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.text import content_text, fold, unescape


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
