"""The five evidences by the published tables 4-1 to 4-5; what known names look like, 4-7 to 4-9."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.topic import shipped_topic
from discovery.evidence import (
    Format,
    KnownNames,
    Parents,
    background_of,
    font_of,
    format_likelihood,
    format_of,
    interest_likelihood,
    known_names,
    look_likelihood,
    parent_likelihood,
    parents_of,
)
from pages.dom import Tree
from pages.looks import Looks
from pages.page import Page
from rules.record import Extraction, Pair, Record, Status
from tests.discovery.golden_pages import SITES, W1, W2, W3, W4, GoldenSite

if TYPE_CHECKING:
    from pages.dom import Leaf


class SmallTree:
    def __init__(self, body: str) -> None:
        self.tree = Tree(Page.read(f"<body>{body}".encode(), "http://a.example/"))
        self.looks = Looks(self.tree)

    def leaf(self, text: str) -> Leaf:
        [leaf] = [leaf for leaf in self.tree.in_order if leaf.text == text]
        return leaf


@pytest.mark.parametrize(
    ("look", "known", "likely"),
    [
        ("strong", {"strong", ""}, 1.0),
        ("", {"strong", ""}, 0.5),
        ("", {"strong"}, 0.0),
        ("em", {"strong", ""}, 0.0),
        ("strong", set(), 0.0),
    ],
)
def test_tables_4_1_and_4_2(look: str, known: set[str], likely: float) -> None:
    assert look_likelihood(look, known) == likely


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


# Figure 4-2: two names share the table's body, all three share the form.
PUBLISHED = SmallTree(
    "<form><p><strong>参考价格</strong></p>"
    "<tbody-like><font>主屏尺寸</font><font>摄像头</font></tbody-like>"
    "<strong>数据业务</strong><div><p><b>评论</b></p></div></form><p>广告</p>"
)


def tags(parents: Parents) -> set[str]:
    return {element.tag for element in parents.common}


def published() -> Parents:
    return parents_of([PUBLISHED.leaf(name) for name in ("摄像头", "参考价格", "主屏尺寸")])


def test_groups_of_names_have_ancestors_of_their_own() -> None:
    assert tags(published()) == {"form", "tbody-like"}
    assert published().steps == {2, 3}


def test_a_text_belongs_where_any_distance_leads_to_any_of_the_ancestors() -> None:
    assert parent_likelihood(PUBLISHED.leaf("数据业务"), published()) == 1.0


def test_a_text_further_in_or_outside_does_not_belong() -> None:
    assert parent_likelihood(PUBLISHED.leaf("评论"), published()) == 0.0
    assert parent_likelihood(PUBLISHED.leaf("广告"), published()) == 0.0


def test_one_name_has_its_own_element_and_none_has_nothing() -> None:
    page = SmallTree("<p>重量<br>颜色</p>")
    assert parent_likelihood(page.leaf("颜色"), parents_of([page.leaf("重量")])) == 1.0
    assert parent_likelihood(page.leaf("颜色"), parents_of([])) == 0.0


def test_names_of_every_pair_of_sections_are_covered_by_neighbours() -> None:
    page = SmallTree("".join(f"<ul><li>甲{n}<li>乙{n}</ul>" for n in range(3)))
    found = parents_of([page.leaf(f"{name}{n}") for name in "甲乙" for n in range(3)])
    assert tags(found) == {"ul", "body"}
    assert found.steps == {2, 3}


PRICE = Format("参考价格", "：", "strong")
PLAIN = Format("参考价格", "", "strong")


@pytest.mark.parametrize(
    ("shown", "feature"),
    [
        ("参考价格：", "："),
        ("· 参考价格 ：￥2350", "·："),
        ("【参考价格】", "【】"),
        ("参 考 价 格:", ":"),
        ("参考价格 2350", ""),
        ("参考价格", ""),
    ],
)
def test_the_feature_is_the_marks_beside_the_name(shown: str, feature: str) -> None:
    leaf = SmallTree(f"<STRONG>{shown}</STRONG>").leaf(shown)
    assert format_of(leaf, "参考价格") == Format("参考价格", feature, "strong")


def test_marks_inside_a_name_are_the_names_own() -> None:
    leaf = SmallTree("<b>屏幕尺寸（英寸）：</b>").leaf("屏幕尺寸（英寸）：")
    assert format_of(leaf, "屏幕尺寸（英寸）").feature == "）"


@pytest.mark.parametrize(
    ("body", "text", "known", "likely"),
    [
        ("<strong>重量：</strong>", "重量：", [PRICE], 1.0),
        ("<strong>重量：</strong>", "重量：", [PLAIN, PRICE], 1.0),
        ("<strong>重量：</strong>", "重量：", [PLAIN], 0.5),
        ("<strong>重量</strong>", "重量", [PLAIN, PRICE], 0.5),
        ("<strong>重量</strong>", "重量", [PRICE], 0.0),
        ("<em>重量：</em>", "重量：", [PLAIN, PRICE], 0.0),
        ("<strong>重量：</strong>", "重量：", [], 0.0),
    ],
)
def test_table_4_4(body: str, text: str, known: list[Format], likely: float) -> None:
    assert format_likelihood(SmallTree(body).leaf(text), known) == likely


PHONES = shipped_topic("phones")


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("商家报价", 1.0),
        ("【屏幕 色彩】：", 1.0),
        ("产地", 1.0),
        ("重量：102 克", 1.0),
        ("电子字典", 0.0),
        ("重量级新闻", 0.0),
        ("102 克", 0.0),
        ("字" * 10_000, 0.0),
    ],
)
def test_table_4_5(text: str, likely: float) -> None:
    assert interest_likelihood(text, PHONES) == likely


def test_without_a_topic_it_tells_nothing() -> None:
    assert interest_likelihood("重量", None) == 0.5


WEIGHT = Pair("重量", "重量", "120 克")


def known(body: str, *pairs: Pair) -> KnownNames:
    tree = Tree(Page.read(f"<body>{body}".encode(), "http://a.example/"))
    return known_names(tree, Looks(tree), Extraction(Status.OK, "a/1", (Record(pairs),)))


def test_a_name_is_found_with_its_mark_or_with_its_value() -> None:
    assert known("<b>重 量：</b>120 克", WEIGHT).leaves[0].text == "重 量："
    assert known("<p>重量：120 克", WEIGHT).leaves[0].text == "重量：120 克"


def test_of_several_places_the_one_before_the_value_is_taken() -> None:
    menu = "<a>重量</a><a>尺寸</a>"
    found = known(f"{menu}<b>重量</b><i>[比较]</i>120 克 <u>重量</u>", WEIGHT)
    assert [leaf.element.tag for leaf in found.leaves] == ["b"]


def test_a_name_whose_value_stands_behind_none_of_its_places_is_left_out() -> None:
    assert known("<a>重量</a><a>重量</a>", WEIGHT).leaves == ()


def test_one_name_of_two_values_has_two_places() -> None:
    camera = "<p><b>像素</b>800 万</p><p><b>像素</b>200 万</p>"
    found = known(camera, Pair("后", "像素", "800 万"), Pair("前", "像素", "200 万"))
    assert len(found.leaves) == 2


def test_pairs_that_no_rule_knows_or_without_a_name_have_no_place() -> None:
    assert (
        known("重量 120 克", Pair(None, "重量", "120 克"), Pair("手机名", "", "N95")).leaves == ()
    )


@pytest.mark.parametrize(
    ("site", "is_set"),
    [(W1, True), (W2, True), (W3, False), (W4, True)],
    ids=[site.title for site in SITES],
)
def test_both_names_have_one_font(site: GoldenSite, *, is_set: bool) -> None:
    [font] = site.known.fonts
    assert bool(font) == is_set


def test_only_the_second_site_sets_a_background() -> None:
    assert W2.known.backgrounds != {""}
    assert [site.known.backgrounds for site in (W1, W3, W4)] == 3 * [{""}]


@pytest.mark.parametrize(
    ("site", "names", "feature", "tag"),
    [
        (W1, "参考价格 手机制式", "", "a"),
        (W2, "参考价格 网络制式", "：", "strong"),
        (W3, "参考报价 手机制式", "：", "div"),
        (W4, "参考价格 手机制式", "", "a"),
    ],
    ids=[site.title for site in SITES],
)
def test_formats_are_the_published_ones(
    site: GoldenSite, names: str, feature: str, tag: str
) -> None:
    assert site.known.formats == tuple(Format(name, feature, tag) for name in names.split())


def test_the_first_sites_names_have_one_element_in_common_three_steps_away() -> None:
    [common] = W1.known.parents.common
    assert common.get("class") == "pc32"
    assert W1.known.parents.steps == {3}
