"""Where known names stand, and tables 4-7 to 4-9: what they look like on the published sites."""

from __future__ import annotations

import pytest

from discovery.evidence.format import Format
from discovery.known import KnownNames, known_names
from pages.dom.tree import Tree
from pages.page import Page
from pages.styles.looks import Looks
from rules.record import Extraction, Pair, Record, Status
from tests.discovery.golden_pages import SITES, W1, W2, W3, W4, GoldenSite

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
