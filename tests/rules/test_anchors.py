from __future__ import annotations

import pytest

from pages.page import Page
from rules.anchors import read_anchored
from rules.extraction import extract, extract_scanned
from rules.model import AreaRule, AttributeFormat, Layout, Position, SiteRules
from tests.rules.small_pages import page

BEFORE = "<html><head><title>手机</title><body><div><div><h1>手机</h1><p>重量 99 克的手机</p>"
SHEET = "<dl><dt>重量<dd>{}</dl>"
WEIGHT = AreaRule(
    area="dl*dt*dd",
    pos=(Position(2, 1, 0), Position(3, 0, 1)),
    formats=(AttributeFormat(attribute="重量", name="重量"),),
)
COLOUR = AreaRule(
    area="ul*li*li",
    pos=(Position(2, 1, 0), Position(3, 0, 1)),
    formats=(AttributeFormat(attribute="颜色", name="颜色"),),
)


def site(*areas: AreaRule) -> SiteRules:
    return SiteRules(source="shop.example", layouts=(Layout(id="1", areas=areas),))


def anchored(html: str, rules: SiteRules, encoding: str = "utf-8") -> list[list[str]]:
    """The values of every region found by jumping to its name."""
    readings = read_anchored(Page("", html.encode(encoding), encoding), rules)
    return [[pair.value for pair in reading.pairs or ()] for reading in readings]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5hkscs"])
def test_a_name_leads_to_its_region(encoding: str) -> None:
    html = BEFORE + SHEET.format("116 克") + "<p>" * 1000
    assert anchored(html, site(WEIGHT), encoding) == [["116 克"]]


def test_all_regions_are_found_in_page_order() -> None:
    html = BEFORE + SHEET.format(1) + "<ul><li>颜色<li>黑</ul>" + SHEET.format(2)
    assert anchored(html, site(WEIGHT, COLOUR)) == [["1"], ["黑"], ["2"]]


def test_comments_and_scripts_inside_a_region_do_not_matter() -> None:
    html = BEFORE + "<dl><!-- 参数 --><dt>重量<script>'<dd>'</script><dd>1</dl>"
    assert anchored(html, site(WEIGHT)) == [["1"]]


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(BEFORE + "<p>没有参数", id="the name leads to no region"),
        pytest.param("<dl><dt>尺寸<dd>1</dl>", id="the name is not there"),
        pytest.param(BEFORE + "<dl><dt>重&#37327;<dd>1</dl>", id="the name is written otherwise"),
        pytest.param(BEFORE + SHEET.format(1).replace("<dd>", "<b><dd>"), id="other tags"),
        pytest.param(BEFORE + SHEET.format(1) * 20, id="more than it cares to look at"),
    ],
)
def test_where_doubt_is_left_nothing_is_said(html: str) -> None:
    assert anchored(html, site(WEIGHT)) == []


def test_regions_that_begin_the_page_are_not_forgotten() -> None:
    html = SHEET.format(1) + SHEET.format(2)
    assert anchored(html, site(WEIGHT)) in ([], [["1"], ["2"]])
    assert extract(page(html), site(WEIGHT)) == extract_scanned(page(html), site(WEIGHT))


def test_an_area_without_names_has_nothing_to_jump_to() -> None:
    unnamed = AreaRule(
        area="h1", pos=(Position(1, 0, 1),), formats=(AttributeFormat(attribute="手机名"),)
    )
    assert anchored("<html><body><h1>诺基亚</h1>", site(unnamed)) == []


@pytest.mark.parametrize(
    "wrapping",
    [
        *("<!-- {} -->", "<script>'{}'</script>", "<SCRIPT>'{}'</SCRIPT>", "<style>{}</style>"),
        *("<textarea>{}</textarea>", "<![CDATA[{}]]>"),
    ],
)
def test_what_only_looks_like_markup_is_no_region(wrapping: str) -> None:
    html = BEFORE + wrapping.format("<p>" + SHEET.format(1)) + "<p>"
    assert extract(page(html), site(WEIGHT)) == extract_scanned(page(html), site(WEIGHT))
    both = html + SHEET.format(2)
    assert anchored(both, site(WEIGHT)) in ([], [["2"]])
    assert extract(page(both), site(WEIGHT)) == extract_scanned(page(both), site(WEIGHT))
