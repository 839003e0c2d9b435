from __future__ import annotations

from discovery.evidence.font import font_of
from tests.discovery.evidence.small_tree import SmallTree


def font(page: SmallTree, text: str) -> str:
    return font_of(page.leaf(text), page.looks)


def test_a_text_around_which_nothing_sets_a_font_has_the_default_one() -> None:
    assert font(SmallTree("<table><tr><td>重量</td></tr></table>"), "重量") == ""


def test_the_nearest_ancestor_that_sets_a_font_counts() -> None:
    page = SmallTree("<strong><i>重量</i><a>颜色</a></strong><i>形状</i><strong>材质</strong>")
    assert font(page, "颜色") == font(page, "材质") != font(page, "重量")
    assert font(page, "重量") != font(page, "形状") != ""


def test_two_classes_of_one_look_are_equal_and_one_class_of_two_looks_is_not() -> None:
    style = "<style>.a,.b{font:bold 12px 宋体} .x .c{color:red} .y .c{color:blue}</style>"
    page = SmallTree(
        f"{style}<p class=a>重量</p><p class=b>颜色</p>"
        "<div class=x><p class=c>形状</p></div><div class=y><p class=c>材质</p></div>"
    )
    assert font(page, "重量") == font(page, "颜色") != ""
    assert font(page, "形状") != font(page, "材质")
