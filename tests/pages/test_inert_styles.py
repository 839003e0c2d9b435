"""Styles that show and do nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.inert_styles import MOST_CHARACTERS, inert_sheet, inert_style
from pages.page import Page


@pytest.mark.parametrize(
    "written",
    [
        "background: url(http://spy.example/a.gif)",
        "background: url( 'http://spy.example/a)b.gif' )",
        'background: URL("//spy.example/")',
        r"background: \75rl(//spy.example)",
        r"background: u\72 l(//spy.example)",
        "background: image-set('//spy.example' 1x)",
        "@import '//spy.example/a.css'; b { color: red }",
        "@IMPORT url(//spy.example/a.css) screen;",
        "@im@import x;port '//spy.example/a.css';",
        "@font-face { font-family: x; src: url(//spy.example/x.woff) }",
        "width: expression(alert('spy.example'))",
        "background: url(//spy.example",
        "content: '</style><script src=//spy.example>'",
        "/* */ background: url(/**/'//spy.example')",
    ],
)
def test_nothing_is_loaded_and_nothing_gets_out(written: str) -> None:
    style = inert_style(written).lower()
    assert "url(" not in style
    assert "<" not in style
    assert "import" not in style
    assert "expression(" not in style


def test_what_only_shows_stays() -> None:
    written = "td > .name { color: #333; font: bold 12px/1.5 sans-serif; width: calc(50% - 2px) }"
    assert inert_style(written) == written


def test_a_sheet_is_what_the_pages_own_style_elements_say() -> None:
    body = "<style>b{color:red}</style><!--<style>i{}</style>--><p>x<STYLE type=a>u{}</STYLE>"
    assert inert_sheet(Page.read(body.encode(), "")).split() == ["b{color:red}", "u{}"]


def test_a_sheet_has_an_end() -> None:
    body = b"<style>" + b"b{color:red}" * 100_000 + b"</style><style>i{}</style>"
    assert len(inert_sheet(Page.read(body, ""))) <= MOST_CHARACTERS + 1


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("url(\\75 )\"';{}@import/*<>src a0:"), max_size=40))
def test_no_text_makes_it_load(written: str) -> None:
    style = inert_style(written).lower()
    assert "url(" not in style.replace(" ", "")
    assert "<" not in style
