from __future__ import annotations

import pytest

from pages.css_sheets import LONGEST_SELECTOR, Import, media_match, read_sheet

OURS = (
    *("", "all", "screen", "only screen", "SCREEN", "print, screen", "not print"),
    *("(min-width: 768px)", "screen and (min-width:48em) and (max-width: 2000px)"),
    *("(width >= 600px)", "(400px < width <= 1280px)", "(orientation: landscape)"),
    *("not screen and (max-width: 600px)", "(max-width: 10px) or (min-width: 10px)", "(color)"),
)
NOT_OURS = (
    *("print", "not screen", "not all", "tv", "speech, print", "(max-width: 600px)"),
    *("screen and (max-width: 37.5em)", "(width < 600px)", "(prefers-color-scheme: dark)"),
    *("(min-width: 99999px)", "(min-width: x)", "(nonsense)", "only", "(min-width: 1..2px)"),
)


@pytest.mark.parametrize("query", OURS)
def test_styles_for_a_screen_on_a_desk_concern_us(query: str) -> None:
    assert media_match(query)


@pytest.mark.parametrize("query", NOT_OURS)
def test_others_do_not(query: str) -> None:
    assert not media_match(query)


def needed(selectors: str) -> list[set[str]]:
    sheet = read_sheet(selectors + "{color:red}", "")
    return [set(one.needs) for rule in sheet.rules for one in rule.selectors]


def test_a_list_is_split_at_its_own_commas() -> None:
    assert needed('a, b:is(i, u), [x="a,b"] , .c\\,d') == [{"a"}, {"b"}, set(), {".c,d"}]


def test_a_selector_tells_what_its_page_must_have() -> None:
    assert needed("#top .nav > li.on A") == [{"#top", ".nav", "li", ".on", "a"}]
    assert needed(".sm\\:text-lg:first-child") == [{".sm:text-lg"}]
    assert needed(".名称 *, :root, p:not(.a)") == [{".名称"}, set(), {"p"}]


@pytest.mark.parametrize("void", [".a, b:-moz-x", "a::-ms-x", "a " * LONGEST_SELECTOR])
def test_lists_that_no_browser_or_only_another_understands_are_left_out(void: str) -> None:
    assert needed(void) == []


def test_only_what_concerns_looks_is_kept_and_the_last_of_each_property() -> None:
    (rule,) = read_sheet(
        """@charset "utf-8"; a { margin: 0 } @font-face { font-family: x } b { color: nonsense }
        p { COLOR: red; color: blue; color: bad; font-size: 1px !important; width: 1px }
        @media print { i { color: red } }""",
        "",
    ).rules
    assert [one.text for one in rule.selectors] == ["p"]
    assert rule.declared.normal == {"color": "#0000ff"}
    assert set(rule.declared.important) == {"font-size"}


def test_imports_stand_before_all_rules() -> None:
    sheet = read_sheet(
        """@import "a.css"; @import url(b.css) print; @import url("c.css") layer(x) screen, tv;
        @import 'd.css' layer supports(color: red) (width > 1px); p {} @import "late.css";""",
        "",
        "out",
    )
    *named, nameless = sheet.imports
    assert named == [
        *(Import("a.css", "", "out"), Import("b.css", "print", "out")),
        Import("c.css", "screen, tv", "out.x"),
    ]
    assert nameless.address == "d.css"
    assert nameless.media == "(width > 1px)"
    assert nameless.layer not in ("out", "out.x")


def test_layers_have_the_names_of_those_around_them() -> None:
    sheet = read_sheet("@layer a, b; @layer b { @layer c { p { color: red } } }", "")
    assert sheet.layers == ("a", "b", "b.c")
    assert [rule.layer for rule in sheet.rules] == ["b.c"]
