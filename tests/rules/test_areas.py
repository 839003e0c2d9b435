"""The published method, by the methods' own worked example and by small ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pages.page import Page
from rules.areas import read_anchored, tags_around, written
from rules.extract import extract, extract_exact, extract_scanned
from rules.learn import Example, Sample, learn_site
from rules.model import AreaRule, AttributeFormat, Layout, Position, SiteRules
from rules.record import Pair, Record, Status
from tests.rules.small_pages import page, sample, shown

if TYPE_CHECKING:
    from collections.abc import Mapping


PCONLINE = AreaRule(
    area="dt*dd*strong*span*dd*strong*dd*strong*dd*strong*dd*strong*dd*strong*dd*strong",
    formats=(
        AttributeFormat(attribute="手机名"),
        AttributeFormat(attribute="参考价格", name="参考价格：", feature="："),
        AttributeFormat(attribute="上市时间", name="上市时间：", feature="："),
        AttributeFormat(attribute="手机制式", name="网络制式：", feature="："),
        AttributeFormat(attribute="手机外形", name="手机外形：", feature="："),
        AttributeFormat(attribute="主屏参数", name="主屏参数：", feature="："),
        AttributeFormat(attribute="数据业务", name="数据业务：", feature="："),
        AttributeFormat(attribute="摄像头", name="摄像头：", feature="："),
    ),
    pos=(
        Position(1, 0, 1, 0),
        *(Position(3, 2, 0, 0), Position(4, 0, 2, 0)),
        *(Position(6, 3, 3, 0), Position(8, 4, 4, 0), Position(10, 5, 5, 0)),
        *(Position(12, 6, 6, 0), Position(14, 7, 7, 0), Position(16, 8, 8, 0)),
    ),
)
N73 = """<html><body><div>诺基亚 手机</div><dl><dt>诺基亚 N73</dt>
<dd>·<strong>参考价格：</strong><span class=red>￥1650</span></dd>
<dd>·<strong>上市时间：</strong>2006年</dd> <dd>·<strong>网络制式：</strong>GSM</dd>
<dd>·<strong>手机外形：</strong>直板</dd> <dd>·<strong>主屏参数：</strong>26万色&nbsp;TFT</dd>
<dd>·<strong>数据业务：</strong>GPRS</dd> <dd>·<strong>摄像头：</strong>320万像素</dd></dl>
<div>相关</div></body></html>"""


def area(
    sequence: str, names: list[str], *pos: tuple[int, int, int] | tuple[int, int, int, int]
) -> AreaRule:
    return AreaRule(
        area=sequence,
        pos=tuple(Position(*position) for position in pos),
        formats=tuple(AttributeFormat(attribute=name.rstrip("："), name=name) for name in names),
    )


def site(*areas: AreaRule) -> SiteRules:
    return SiteRules(source="shop.example", layouts=(Layout(id="1", areas=areas),))


WEIGHT = area("dl*dt*dd", ["重量"], (2, 1, 0), (3, 0, 1))


def test_the_arrows_of_links_are_no_values() -> None:
    kinds = area("dl*dt*dd*a*a", ["手机类型"], (2, 1, 0), (4, 0, 1), (5, 0, 1))
    shown = page("<dl><dt>手机类型</dt><dd><a>5G手机&gt;</a>，<a>智能手机 ›</a></dd></dl>")
    (record,) = extract_exact(shown, site(kinds)).records
    assert record.pairs == (Pair("手机类型", "手机类型", "5G手机，智能手机"),)


def test_the_worked_example() -> None:
    extraction = extract_exact(page(N73), site(PCONLINE))
    assert extraction.status is Status.OK
    assert extraction.rule == "shop.example/1"
    assert extraction.records == (
        Record(
            (
                Pair("手机名", "", "诺基亚 N73"),
                Pair("参考价格", "参考价格", "￥1650"),
                Pair("上市时间", "上市时间", "2006年"),
                Pair("手机制式", "网络制式", "GSM"),
                Pair("手机外形", "手机外形", "直板"),
                Pair("主屏参数", "主屏参数", "26万色 TFT"),
                Pair("数据业务", "数据业务", "GPRS"),
                Pair("摄像头", "摄像头", "320万像素"),
            )
        ),
    )


def test_one_tag_more_and_the_area_is_not_there() -> None:
    more = N73.replace("2006年", "<b>2006年</b>")
    assert extract_exact(page(more), site(PCONLINE)).status is Status.NO_MATCH


def test_a_name_that_is_not_what_the_rule_says_refuses_the_page() -> None:
    other = N73.replace("上市时间：", "电子字典：")
    extraction = extract_exact(page(other), site(PCONLINE))
    assert extraction.status is Status.REFUSED
    assert extraction.rule == "shop.example/1"
    assert extraction.records == ()


def test_areas_match_whole_tags_only() -> None:
    """`body*tr` stands in `tbody*tr`, and `b*t` in `b*tr`, but not as tags."""
    html = "<table><tbody><tr><td>1</td></tr></tbody><b><tr><td>2</td></tr></table>"
    values = {"tbody*tr*td": "1", "b*tr*td": "2", "body*tr*td": None, "b*t": None}
    for sequence, value in values.items():
        rule = area(sequence, [""], (sequence.count("*") + 1, 0, 1))
        assert shown(extract_exact(page(html), site(rule))) == ([{"": value}] if value else [])


def test_a_value_is_what_stands_behind_the_whole_name() -> None:
    rule = area("li", ["参考价格："], (1, 1, 1))
    html = "<ul><li>参考价格：￥16：50</ul>"
    assert shown(extract_exact(page(html), site(rule))) == [{"参考价格": "￥16：50"}]


def test_a_whole_content_is_the_value_where_the_tag_holds_no_name() -> None:
    html = "<dl><dt>重量</dt><dd>重量 99 克</dd></dl>"
    assert shown(extract_exact(page(html), site(WEIGHT))) == [{"重量": "重量 99 克"}]


@pytest.mark.parametrize(
    ("html", "value"),
    [
        ("<p>报价：<b>￥1110</b>至<b>￥1230</b>", "￥1110至￥1230"),
        ("<p>报价：<b>￥1110</b> <b>￥1230</b>", "￥1110 ￥1230"),
        ("<p>报价：<b></b><b>￥1230</b>", "￥1230"),
        ("<p>报价：<b>￥1230</b> <b>.50</b>", "￥1230.50"),
        ("<p>报价：<b>144,</b> <b>60</b>", "144, 60"),
    ],
)
def test_several_values_of_one_name_are_joined_as_they_stand(html: str, value: str) -> None:
    rule = area("p*b*b", ["报价："], (1, 1, 0), (2, 0, 1), (3, 0, 1))
    assert shown(extract_exact(page(html), site(rule))) == [{"报价": value}]


def test_noise_and_unmarked_tags_are_passed_over() -> None:
    rule = area("p*i*b*u", ["报价："], (1, 1, 0), (2, 0, 1, 1), (3, 0, 1))
    html = "<p>报价：<i>[北京]</i><b>￥99</b><u>走势</u>"
    assert shown(extract_exact(page(html), site(rule))) == [{"报价": "￥99"}]


def test_an_attribute_without_a_value_is_no_pair() -> None:
    rule = area("dl*dt*dd*dt*dd", ["重量", "颜色"], (2, 1, 0), (3, 0, 1), (4, 2, 0), (5, 0, 2))
    html = "<dl><dt>重量<dd> &nbsp; <dt>颜色<dd>黑</dl>"
    assert shown(extract_exact(page(html), site(rule))) == [{"颜色": "黑"}]


def test_a_negative_rule_knows_the_page_and_reads_nothing() -> None:
    extraction = extract_exact(page("<p>本产品已下架<hr>"), site(area("p*hr", [])))
    assert (extraction.status, extraction.rule) == (Status.OK, "shop.example/1")
    assert extraction.records == ()


def test_every_region_gives_a_record() -> None:
    html = "".join(f"<dl><dt>重量<dd>{grams} 克</dl>" for grams in (99, 116, 102))
    weights = [{"重量": "99 克"}, {"重量": "116 克"}, {"重量": "102 克"}]
    assert shown(extract_exact(page(html), site(WEIGHT))) == weights


def test_a_record_shown_twice_is_one_record() -> None:
    html = "<dl><dt>重量<dd>99 克</dl>" * 3
    assert shown(extract_exact(page(html), site(WEIGHT))) == [{"重量": "99 克"}]


def test_regions_do_not_overlap() -> None:
    rule = area("b*b", ["", ""], (1, 0, 1), (2, 0, 2))
    records = extract_exact(page("<b>1</b><b>2</b><b>3</b><b>4</b><b>5</b>"), site(rule)).records
    assert [[pair.value for pair in record.pairs] for record in records] == [
        ["1", "2"],
        ["3", "4"],
    ]


def test_a_refused_region_does_not_spoil_the_others() -> None:
    html = "<dl><dt>重量<dd>99 克</dl><dl><dt>尺寸<dd>9 cm</dl>"
    extraction = extract_exact(page(html), site(WEIGHT))
    assert extraction.status is Status.OK
    assert shown(extraction) == [{"重量": "99 克"}]


def test_the_longest_area_comes_first() -> None:
    longer = area("dl*dt*dd*dt*dd", ["重量", "颜色"], (2, 1, 0), (3, 0, 1), (4, 2, 0), (5, 0, 2))
    html = "<dl><dt>重量<dd>99 克<dt>颜色<dd>黑</dl> <dl><dt>重量<dd>100 克</dl>"
    assert shown(extract_exact(page(html), site(WEIGHT, longer))) == [
        {"重量": "99 克", "颜色": "黑"},
        {"重量": "100 克"},
    ]


def test_the_longest_area_comes_first_in_whatever_layout_it_is() -> None:
    longer = area("dl*dt*dd*dt*dd", ["重量", "颜色"], (2, 1, 0), (3, 0, 1), (4, 2, 0), (5, 0, 2))
    layouts = (Layout(id="short", areas=(WEIGHT,)), Layout(id="long", areas=(longer,)))
    rules = SiteRules(source="shop.example", layouts=layouts)
    extraction = extract_exact(page("<dl><dt>重量<dd>99 克<dt>颜色<dd>黑</dl>"), rules)
    assert extraction.rule == "shop.example/long"
    assert shown(extraction) == [{"重量": "99 克", "颜色": "黑"}]


def test_tags_that_no_html_has_are_told_apart() -> None:
    rule = area("spec-name*spec-value", ["重量"], (1, 1, 0), (2, 0, 1))
    html = "<spec-row><spec-name>重量</spec-name><spec-value>99 克</spec-value>"
    assert shown(extract_exact(page(html), site(rule))) == [{"重量": "99 克"}]
    other = html.replace("spec-value", "spec-price")
    assert extract_exact(page(other), site(rule)).status is Status.NO_MATCH


BEFORE = "<html><head><title>手机</title><body><div><div><h1>手机</h1><p>重量 99 克的手机</p>"
SHEET = "<dl><dt>重量<dd>{}</dl>"
ANCHORED_WEIGHT = AreaRule(
    area="dl*dt*dd",
    pos=(Position(2, 1, 0), Position(3, 0, 1)),
    formats=(AttributeFormat(attribute="重量", name="重量"),),
)
COLOUR = AreaRule(
    area="ul*li*li",
    pos=(Position(2, 1, 0), Position(3, 0, 1)),
    formats=(AttributeFormat(attribute="颜色", name="颜色"),),
)


def anchored_site(*areas: AreaRule) -> SiteRules:
    return SiteRules(source="shop.example", layouts=(Layout(id="1", areas=areas),))


def anchored(html: str, rules: SiteRules, encoding: str = "utf-8") -> list[list[str]]:
    """The values of every region found by jumping to its name."""
    readings = read_anchored(Page("", html.encode(encoding), encoding), rules)
    return [[pair.value for pair in reading.pairs or ()] for reading in readings]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5hkscs"])
def test_a_name_leads_to_its_region(encoding: str) -> None:
    html = BEFORE + SHEET.format("116 克") + "<p>" * 1000
    assert anchored(html, anchored_site(ANCHORED_WEIGHT), encoding) == [["116 克"]]


def test_all_regions_are_found_in_page_order() -> None:
    html = BEFORE + SHEET.format(1) + "<ul><li>颜色<li>黑</ul>" + SHEET.format(2)
    assert anchored(html, anchored_site(ANCHORED_WEIGHT, COLOUR)) == [["1"], ["黑"], ["2"]]


def test_comments_and_scripts_inside_a_region_do_not_matter() -> None:
    html = BEFORE + "<dl><!-- 参数 --><dt>重量<script>'<dd>'</script><dd>1</dl>"
    assert anchored(html, anchored_site(ANCHORED_WEIGHT)) == [["1"]]


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
    assert anchored(html, anchored_site(ANCHORED_WEIGHT)) == []


def test_regions_that_begin_the_page_are_not_forgotten() -> None:
    html = SHEET.format(1) + SHEET.format(2)
    assert anchored(html, anchored_site(ANCHORED_WEIGHT)) in ([], [["1"], ["2"]])
    assert extract(page(html), anchored_site(ANCHORED_WEIGHT)) == extract_scanned(
        page(html), anchored_site(ANCHORED_WEIGHT)
    )


def test_an_area_without_names_has_nothing_to_jump_to() -> None:
    unnamed = AreaRule(
        area="h1", pos=(Position(1, 0, 1),), formats=(AttributeFormat(attribute="手机名"),)
    )
    assert anchored("<html><body><h1>诺基亚</h1>", anchored_site(unnamed)) == []


@pytest.mark.parametrize(
    "wrapping",
    [
        *("<!-- {} -->", "<script>'{}'</script>", "<SCRIPT>'{}'</SCRIPT>", "<style>{}</style>"),
        *("<textarea>{}</textarea>", "<![CDATA[{}]]>"),
    ],
)
def test_what_only_looks_like_markup_is_no_region(wrapping: str) -> None:
    html = BEFORE + wrapping.format("<p>" + SHEET.format(1)) + "<p>"
    assert extract(page(html), anchored_site(ANCHORED_WEIGHT)) == extract_scanned(
        page(html), anchored_site(ANCHORED_WEIGHT)
    )
    both = html + SHEET.format(2)
    assert anchored(both, anchored_site(ANCHORED_WEIGHT)) in ([], [["2"]])
    assert extract(page(both), anchored_site(ANCHORED_WEIGHT)) == extract_scanned(
        page(both), anchored_site(ANCHORED_WEIGHT)
    )


FACTS = {"重量": "1 克", "颜色": "黑"}


def learned(html: str, facts: Mapping[str, str] = FACTS) -> AreaRule | None:
    return area_of(sample(html, facts))


def area_of(labelled: Sample) -> AreaRule | None:
    (layout,) = learn_site("shop.example", [labelled]).layouts
    return next(iter(layout.areas), None)


def vector(html: str) -> tuple[str, list[tuple[int, int, int]]]:
    """The area and the position vector, noise left out."""
    found = learned(html)
    assert found is not None
    return found.area, [position[:3] for position in found.pos]


def test_the_area_reaches_from_the_first_name_to_the_last_value() -> None:
    html = "<html><body><h1>N95</h1><table><tr><th>重量<td>1 克<tr><th>颜色<td>黑</table><p>"
    assert vector(html) == ("th*td*tr*th*td", [(1, 1, 0), (2, 0, 1), (4, 2, 0), (5, 0, 2)])


def test_names_and_values_in_one_content() -> None:
    pos = [(1, 1, 1), (2, 2, 2)]
    assert vector("<ul><li>重量：1 克<li>颜色：黑</ul>") == ("li*li", pos)
    pos = [(1, 1, 1), (3, 2, 2)]
    assert vector("<ul><li><b>重量：</b>1 克<li><b>颜色：</b>黑</ul>") == ("b*li*b", pos)


def test_a_value_in_several_tags_has_several_positions() -> None:
    html = "<dl><dt>重量<dd><i>1</i> <i>克</i><dt>颜色<dd>黑</dl>"
    sequence, pos = vector(html)
    assert sequence == "dt*dd*i*i*dt*dd"
    assert pos[:3] == [(1, 1, 0), (3, 0, 1), (4, 0, 1)]


def test_formats_say_how_the_page_writes_the_names() -> None:
    found = learned("<ul><li>重量：1 克<li>颜色：黑</ul>")
    assert found is not None
    assert [(f.attribute, f.name, f.feature) for f in found.formats] == [
        ("the 重量", "重量：", "："),
        ("the 颜色", "颜色：", "："),
    ]


def test_the_tags_around_the_area_are_kept() -> None:
    html = "<table><tr><th>重量<td>1 克<tr><th>颜色<td>黑</table><p><b><i><u><s>"
    found = learned(html)
    assert found is not None
    assert (found.previous, found.next) == ("table*tr", "p*b*i*u")


def test_at_the_edges_of_a_page_nothing_stands_around() -> None:
    assert tags_around(["a", "b", "p"], 0, 3) == {"previous": "", "next": ""}
    assert tags_around(["a*", "b", "p*"], 1, 2) == {"previous": None, "next": None}


def test_rules_speak_of_tags_with_plain_names_only() -> None:
    assert written(["td", "x-y", "svg:g"]) == "td*x-y*svg:g"
    assert written(["td", "a*b"]) == ""
    assert written(["td"] * 50_000) == ""


def test_a_marked_area_is_taken_as_it_is() -> None:
    marked = AreaRule(area="p", pos=(Position(1, 0, 0, 1),))
    labelled = Sample(page("<p>1"), (), marked)
    assert area_of(labelled) is marked


def test_an_area_without_a_name_would_match_anywhere() -> None:
    html = "<body><h1>诺基亚 N95</h1><i>￥</i><b>9</b><p>"
    assert learned(html, {"": "诺基亚 N95"}) is None


def test_the_label_before_a_value_without_a_name_must_stand_there_again() -> None:
    html = "<div><p>售价<b>￥9</b></p></div><ul><li>重量：1 克<li>颜色：黑</ul>"
    labelled = Sample(
        page(html), (Example(attribute="价格", value="￥9"), *sample(html, FACTS).examples)
    )
    found = area_of(labelled)
    assert found is not None
    assert [(f.attribute, f.name) for f in found.formats] == [
        *(("价格", ""), ("the 重量", "重量："), ("the 颜色", "颜色：")),
        (None, "售价"),
    ]
    assert found.pos[0] == Position(1, 4, 0)


def test_values_at_both_ends_of_a_long_page_make_no_area() -> None:
    html = "<ul><li>重量：1 克" + "<p>" * 3000 + "<ul><li>颜色：黑</ul>"
    assert learned(html) is None


def test_where_positions_cannot_tell_what_is_read_there_is_no_area() -> None:
    """Both values stand in one content of the tag sequence."""
    assert learned("<p>重量：1 克</p>颜色：黑<hr>") is None
