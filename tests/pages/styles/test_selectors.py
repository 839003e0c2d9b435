from __future__ import annotations

import pytest

from pages.styles.selectors import LONGEST_SELECTOR, selectors


def found(prelude: str) -> list[tuple[str, set[str]]]:
    return [(one.key, set(one.needs)) for one in selectors(prelude)]


def test_a_list_is_split_at_its_own_commas() -> None:
    assert found('a, b:is(i, u), [x="a,b"] , .c\\,d') == [
        *(("a", set()), ("b", set()), ("*", set())),
        (".c,d", {".c,d"}),
    ]


def test_a_selector_tells_what_its_element_and_its_page_must_have() -> None:
    assert found("#top .nav > li.on a") == [("a", {"#top", ".nav", ".on"})]
    assert found("TD.name#i:first-child") == [("#i", {".name", "#i"})]
    assert found(".sm\\:text-lg") == [(".sm:text-lg", {".sm:text-lg"})]
    assert found(":root") == [("html", set())]
    assert found(".名称 *") == [("*", {".名称"})]
    assert found("p:not(.a)") == [("p", set())]


@pytest.mark.parametrize(
    "never",
    [
        *("a:hover", "p::before", "p:after", "li a:focus b", "input::-webkit-x", ".a, b:-moz-x"),
        *("b:not(" * 20, "a " * LONGEST_SELECTOR, "a > " * 40 + "b"),
    ],
)
def test_selectors_that_match_no_text_are_left_out(never: str) -> None:
    assert found(never) == []


@pytest.mark.parametrize(
    "broken", ["b:nonsense", "b..c", "b:nth-child(x)", "b[", "|", "b)", ":has()"]
)
def test_what_cssselect2_does_not_understand_matches_nothing(broken: str) -> None:
    assert all(one.specificity == (0, 0, 0) for one in selectors(broken))
