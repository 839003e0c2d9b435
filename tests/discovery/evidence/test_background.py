from __future__ import annotations

from discovery.evidence.background import background_of
from tests.discovery.evidence.small_tree import SmallTree


def background(page: SmallTree, text: str) -> str:
    return background_of(page.leaf(text), page.looks)


def test_a_text_around_which_nothing_sets_a_background_has_the_default_one() -> None:
    assert background(SmallTree("<p>重量</p>"), "重量") == ""


def test_attributes_of_the_old_web_and_styles_that_look_the_same_are_equal() -> None:
    page = SmallTree(
        "<table><tr bgcolor=#eeeeff><td>重量</td></tr>"
        '<tr><td style="background:#eef">颜色</td></tr><tr><td bgcolor=red>形状</td></tr></table>'
    )
    assert background(page, "重量") == background(page, "颜色") != ""
    assert background(page, "形状") != background(page, "颜色")
