"""Sheets and pages meant to do harm: nothing raises, and the work has an end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.css_cascade import MOST_STYLES, PageRules
from pages.css_sheets import LONGEST_SHEET, declarations, read_sheet
from pages.dom import Tree
from pages.looks import Font, Looks
from pages.page import Page

PIECES = (
    "b .a #i * > + ~ , { } ( ) [ ] : :: ; ! @ media layer import supports url( var( --x calc( "
    'color: red font: 12px a background: "\'" /* */ <!-- --> \\ \\d800 \\110000 1e999px % :not( '
    ":nth-child(n :has( :is( @import 'a' rgb(1 -1 / 0 inherit !important \n \0 名 \ud800"
).split(" ")
BOLDER = declarations("font-weight: bolder", "")
wild_css = st.lists(st.sampled_from([*PIECES, " "]), max_size=40).map("".join)
HARMFUL = {
    "braces": "{" * 10_000,
    "blocks": "a{" * 10_000,
    "parentheses": "b:not(" * 10_000 + "{color:red}",
    "brackets": "b" + "[" * 10_000 + "{color:red}",
    "value": "b{color:" + "a(" * 9_000,
    "number": "b{font-size:" + "1" * 10_000 + "px}",
    "comments": "/*" * 10_000,
    "strings": '"\n' * 10_000,
    "addresses": "url(" * 10_000,
    "escapes": "\\" * 100_001,
    "queries": "@media " * 10_000 + "{b{color:red}}",
    "layers": "".join(f"@layer a{i}.b{{b{{color:red}}}}" for i in range(2_000)),
    "variables": ":root{"
    + "".join(f"--v{i}:var(--v{i + 1}) var(--v{i + 1});" for i in range(100))
    + "}b{color:var(--v0)}",
    "import": "@import 'a'" + " x" * 10_000 + ";",
    "imports": "@import 'a';" * 3_000,
}


def fonts(css: str, markup: str = "<b>x</b>") -> list[Font]:
    source = f"<!doctype html><style>{css}</style>{markup}".encode(errors="surrogatepass")
    tree = Tree(Page.read(source, "http://a.example/"))
    looks = Looks(tree, lambda _address: css)
    return [looks.font(leaf.element) for leaf in tree.in_order]


@pytest.mark.parametrize("name", HARMFUL)
def test_a_harmful_sheet_is_read_to_its_end(name: str) -> None:
    (font,) = fonts(HARMFUL[name])
    assert font.weight == 700


@pytest.mark.parametrize(
    "selector", ["* " * 12 + "b", "* ~ " * 12 + "b", "div:has(* * * i)", "b:nth-last-of-type(3)"]
)
def test_too_expensive_selectors_cost_the_page_only_its_sheets(selector: str) -> None:
    tree = Tree(Page.read(b"<p></p>" + b"<div>" * 300 + b"<b>x</b>" * 6_000))
    css = f"b {{ color: blue }} p {selector} {{ color: red }}"
    rules = PageRules(tree, [read_sheet(css, "")])
    matching = [rules.matching(element) for element in tree.elements]
    # The sheet's rule for `b` is given up as well, the browser's own stays.
    assert [rules.in_order[number].declared for number in matching[-1]] == [BOLDER]


def test_the_work_for_a_page_is_bounded() -> None:
    css = "".join(f"b:not(.n{i}) {{ color: #{i:06x} }}" for i in range(1_000))
    tree = Tree(Page.read(b"<b>x</b>" * 3_000))
    rules = PageRules(tree, [read_sheet(css, "")])
    matching = [rules.matching(element) for element in tree.body]
    assert len(matching[0]) == 1_001
    assert len(matching[-1]) == 1


def test_a_page_with_more_styles_than_people_write_has_the_first_of_them() -> None:
    markup = "".join(f"<i style='color: #{i:06x}'>x</i>" for i in range(MOST_STYLES + 100))
    found = fonts("", markup)
    assert len({font.colour for font in found}) == MOST_STYLES
    assert found[-1].colour == "#000000"


def test_of_a_sheet_without_end_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.css_sheets.MOST_SELECTORS", 100)
    sheet = read_sheet("".join(f".c{i}{{color:red}}" for i in range(110)), "")
    assert len(sheet.rules) == 100
    assert read_sheet(" " * LONGEST_SHEET + "b{color:red}", "").rules == ()


def test_imports_in_circles_have_an_end() -> None:
    (font,) = fonts("@import '/a.css'; b { color: red }")
    assert font.colour == "#ff0000"


@settings(max_examples=300, deadline=None)
@given(wild_css)
def test_no_sheet_is_too_wild(css: str) -> None:
    assert fonts(css.replace("</", ""), "<b class=a id=i style='" + css.replace("'", "") + "'>x")


@settings(max_examples=100, deadline=None)
@given(wild_css)
def test_no_style_attribute_is_too_wild(css: str) -> None:
    quoted = css.replace('"', "")
    assert fonts("", f'<font size="{quoted}" color="{quoted}" face="{quoted}" style="{quoted}">x')
