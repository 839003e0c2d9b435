""""""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.attributes import attributes, identity
from pages.nesting import outline
from pages.page import Page


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
def test_names_and_values(rest: bytes, found: dict[str, str]) -> None:
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
def test_any_bytes_are_survived(rest: bytes) -> None:
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
