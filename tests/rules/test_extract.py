"""Pages that are not just like their sample: what the generalised rule makes of them."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.names import name_key, site_of
from evaluation.datasets import DataSetsAbsentError, gsmarena, swde_camera, zol
from pages.nesting import outline
from pages.page import Page
from pages.rows import find_rows
from pages.sequence import TagString
from rules.areas import extraction_of, read_areas
from rules.extract import extract, extract_exact, extract_scanned, read_layout, read_rows
from rules.learn import Example, Sample, learn_site
from rules.model import AreaRule, AttributeFormat, Layout, Position, SiteRules
from rules.page_rows import PageRows
from rules.record import Pair, Status
from rules.unnamed_values import UnnamedReader
from samples.labels import labelled_library, page_of
from samples.pocket_web import PocketWeb
from tests.rules.drawn import pages_and_rules
from tests.rules.small_pages import learned, page, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rules.library import RuleLibrary
    from rules.record import Extraction


PHONE = {"重量": "102 克", "颜色": "黑色", "价格": "￥1650", "屏幕": "2.4 英寸", "电池": "1100 mAh"}
FACTS = list(PHONE.items())
GPS = ("GPS 功能", "支持")


class Form(NamedTuple):
    """How a site writes its facts: what stands around all, and each."""

    begin: str
    unit: str
    end: str

    def written(self, facts: Iterable[tuple[str, str]]) -> str:
        units = "".join(self.unit.format(*fact) for fact in facts)
        return (
            f"<h1>诺基亚 N95</h1><p>好手机</p>{self.begin}{units}{self.end}<p>版权所有<p>京<p>1号"
        )

    def rules(self) -> SiteRules:
        return learned(self.written(FACTS), PHONE)


TABLE = Form("<table class=spec>", "<tr><th>{}</th><td>{}</td></tr>", "</table>")
FORMS = {
    "row of two cells": TABLE,
    "two cells alike": Form("<table>", "<tr><td>{}</td><td>{}</td></tr>", "</table>"),
    "cells without end tags": Form("<table>", "<tr><td>{}<td>{}", "</table>"),
    "definitions": Form("<dl>", "<dt>{}</dt><dd>{}</dd>", "</dl>"),
    "name and value in one text": Form("<ul>", "<li>{}：{}</li>", "</ul>"),
    "name in an element, value behind it": Form("<ul>", "<li><b>{}：</b>{}</li>", "</ul>"),
    "lines": Form("<div>", "<b>{}：</b>{}<br>", "</div>"),
    "value above its name": Form("<ul>", "<li><b>{1}</b><i>{0}</i></li>", "</ul>"),
    "elements of no meaning": Form("<div>", "<div><div>{}</div><div>{}</div></div>", "</div>"),
}
in_every_form = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def pairs(html: str, rules: SiteRules) -> list[Pair]:
    return [pair for record in extract(page(html), rules).records for pair in record.pairs]


def wanted(facts: Iterable[tuple[str, str]]) -> list[Pair]:
    """Names the sample showed have their attribute; others come out without one."""
    return [Pair(f"the {name}" if name in PHONE else None, name, value) for name, value in facts]


@in_every_form
@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(FACTS, id="the sample"),
        pytest.param([(name, f"{value}+") for name, value in FACTS], id="other values"),
        pytest.param([*FACTS[:2], *FACTS[3:]], id="one missing"),
        pytest.param(FACTS[3:4], id="one only"),
        pytest.param([*FACTS[:2], GPS, *FACTS[2:]], id="a new one in the middle"),
        pytest.param([*FACTS, GPS], id="a new one at the end"),
        pytest.param([GPS, *FACTS], id="a new one at the beginning"),
        pytest.param(FACTS[::-1], id="reordered"),
        pytest.param([*FACTS[:2], ("颜色", "白色"), *FACTS[2:]], id="repeated"),
        pytest.param([GPS, ("电子字典", "无"), FACTS[1], ("WiFi", "有")], id="mostly new ones"),
    ],
)
def test_every_fact_of_a_page_comes_out(form: Form, facts: list[tuple[str, str]]) -> None:
    assert pairs(form.written(facts), form.rules()) == wanted(facts)


@in_every_form
def test_a_page_of_another_kind_gives_nothing_known(form: Form) -> None:
    """Rows of the same form, but no known name, and elsewhere: they may be facts, of nobody."""
    comments = form.written([("张三", "好用"), ("李四", "不好用")]).replace(" class=spec", "")
    html = f"<body><main><form><blockquote>{comments}</blockquote></form></main>"
    assert not any(pair.attribute for pair in pairs(html, form.rules()))


def test_rows_without_a_name_continue_the_row_above() -> None:
    facts = [("重量", "102 克"), ("", "含电池"), ("颜色", "黑色"), ("&nbsp;", "银色")]
    assert pairs(TABLE.written(facts), TABLE.rules()) == [
        *(Pair("the 重量", "重量", "102 克"), Pair("the 重量", "重量", "含电池")),
        *(Pair("the 颜色", "颜色", "黑色"), Pair("the 颜色", "颜色", "银色")),
    ]


def test_rows_may_be_grouped_or_not() -> None:
    html = TABLE.written(FACTS[1:]).replace("class=spec>", "class=spec><tbody>")
    assert pairs(html, TABLE.rules()) == wanted(FACTS[1:])


def test_names_may_be_written_a_little_differently() -> None:
    html = TABLE.written([("重 量：", "1 克"), ("【颜色】", "白"), ("价格 (￥)", "9")])
    assert pairs(html, TABLE.rules()) == [
        Pair("the 重量", "重量", "1 克"),
        Pair("the 颜色", "颜色", "白"),
        Pair("the 价格", "价格 (￥)", "9"),
    ]


def test_dressing_beside_values_is_left_out() -> None:
    dressed = Form("<table>", "<tr><th>{}</th><td>{} <em>纠错</em></td></tr>", "</table>")
    assert pairs(dressed.written([*FACTS[1:], GPS]), dressed.rules()) == wanted([*FACTS[1:], GPS])


def test_values_may_be_spread_over_several_tags() -> None:
    facts = [("重量", "约 <b>99</b> 克"), ("颜色", "<i>黑</i><i>色</i>"), ("价格", "￥<b>9</b>")]
    assert [pair.value for pair in pairs(TABLE.written(facts), TABLE.rules())] == [
        *("约 99 克", "黑色"),
        "￥9",
    ]


def test_sections_beside_each_other_are_one_record() -> None:
    sections = Form("<div>", "<table class=s><tr><th>{}<td>{}<tr><th>{}<td>{}</table>", "</div>")

    def written(*facts: tuple[str, str]) -> str:
        rows = [(*one, *other) for one, other in zip(facts[::2], facts[1::2], strict=True)]
        units = "".join(sections.unit.format(*row) for row in rows)
        return f"{sections.begin}{units}{sections.end}<p>x<p>x<p>x<p>x"

    rules = learned(written(*FACTS[:4]), dict(FACTS[:4]))
    more = [*FACTS[:2], GPS, FACTS[3], ("电子字典", "无"), ("WiFi", "有")]
    extraction = extract(page(written(*more)), rules)
    assert [list(record.pairs) for record in extraction.records] == [wanted(more)]


def test_sheets_that_show_the_same_names_are_records_of_their_own() -> None:
    rows = ["<tr><th>{}</th><td>{}</td></tr>".format(*fact) for fact in (*FACTS[:2], GPS)]
    html = f"<table class=spec>{''.join(rows)}</table><table class=spec>{''.join(rows[:2])}</table>"
    extraction = extract(page(html), TABLE.rules())
    assert [list(record.pairs) for record in extraction.records] == [
        wanted([*FACTS[:2], GPS]),
        wanted(FACTS[:2]),
    ]


def test_a_sheet_just_like_the_sample_does_not_hide_the_one_beside_it() -> None:
    other = [(name, f"{value}+") for name, value in FACTS]
    rows = "".join(TABLE.unit.format(*fact) for fact in other)
    html = TABLE.written(FACTS).replace("<table", f"<table class=spec>{rows}</table><table")
    extraction = extract(page(html), TABLE.rules())
    assert [list(record.pairs) for record in extraction.records] == [wanted(other), wanted(FACTS)]


def test_tables_of_the_same_form_elsewhere_are_left_out() -> None:
    comments = (
        "<div><table><tr><th>张三</th><td>好用</td></tr><tr><th>李四</th><td>不好用</td></tr>"
    )
    html = TABLE.written([*FACTS[:3], GPS]) + comments
    assert pairs(html, TABLE.rules()) == wanted([*FACTS[:3], GPS])


def test_tables_inside_values_are_part_of_the_value() -> None:
    inner = "<table><tr><td>前<td>200 万<tr><td>后<td>500 万</table>"
    facts = [*FACTS[:3], ("摄像头", inner)]
    found = pairs(TABLE.written(facts), TABLE.rules())[-1]
    assert (found.attribute, found.name, found.value) == (None, "摄像头", "前 200 万 后 500 万")


def test_the_same_table_once_more_in_another_wrapping_is_still_found() -> None:
    html = TABLE.written([*FACTS[:3], GPS]).replace("<table", "<div><div><table")
    assert pairs(html, TABLE.rules()) == wanted([*FACTS[:3], GPS])


def test_a_page_that_shares_no_name_is_known_by_its_region_s_class() -> None:
    facts = [GPS, ("电子字典", "无")]
    assert pairs(TABLE.written(facts), TABLE.rules()) == wanted(facts)


def test_readings_tell_the_texts_they_were_read_from() -> None:
    rules = TABLE.rules()
    found = outline(page(TABLE.written(FACTS)))
    rows = read_rows(PageRows(found, find_rows(found)), rules.known_rows, rules.known_names)
    assert rows
    for reading in rows:
        assert reading.name_leaf is not None
        assert found.texts[reading.name_leaf] == reading.pair.name
        assert found.text(reading.value_leaves) == reading.pair.value
        assert reading.leaves == (reading.name_leaf, *reading.value_leaves)


N95 = {"重量": "102 克", "颜色": "黑色", "价格": "￥1650"}
WEB = PocketWeb()


def table(facts: Mapping[str, str]) -> str:
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts.items())
    return f"<h1>诺基亚</h1><table>{rows}</table><p>版权<p>联系<p>帮助<p>"


def area_alone(html: str, facts: Mapping[str, str]) -> SiteRules:
    """The published rule of a page, without what makes it survive others."""
    rules = learned(html, facts)
    (layout,) = rules.layouts
    return rules.model_copy(
        update={"layouts": (layout.model_copy(update={"unnamed": ()}),), "rows": None}
    )


def by_area(body: Page, rules: SiteRules) -> Extraction:
    """What the areas read where the tags around them are the sample's too."""
    tags = TagString(body.body, body.encoding, rules.alphabet)
    return extraction_of(read_areas(tags, rules, whole=True), rules)


@pytest.mark.parametrize("rules", [None, SiteRules(source="shop.example")])
def test_a_site_without_rules_is_read_row_by_row(rules: SiteRules | None) -> None:
    extraction = extract(page(table(N95)), rules)
    assert (extraction.status, extraction.rule) == (Status.READ, None)
    assert extract(page("<p>1"), rules).status is Status.NO_RULE
    assert extract_exact(page(table(N95)), rules).status is Status.NO_RULE


def test_a_page_like_the_sample() -> None:
    extraction = extract(
        page(table({"重量": "9", "颜色": "8", "价格": "7"})), learned(table(N95), N95)
    )
    assert (extraction.status, extraction.rule) == (Status.OK, "shop.example/1")
    assert shown(extraction) == [{"重量": "9", "颜色": "8", "价格": "7"}]


def test_a_page_that_no_rule_fits() -> None:
    extraction = extract(page("<p>新闻<p>内容"), learned(table(N95), N95))
    assert (extraction.status, extraction.rule) == (Status.NO_MATCH, None)
    assert extraction.records == ()


def test_a_page_whose_names_are_others_is_refused_where_nothing_else_reads_it() -> None:
    other = page(table({"重量": "102 克", "电子字典": "有", "价格": "￥1650"}))
    extraction = by_area(other, area_alone(table(N95), N95))
    assert (extraction.status, extraction.rule) == (Status.REFUSED, "shop.example/1")
    assert extraction.records == ()


def test_a_page_that_the_published_rule_refuses_is_read_by_its_rows() -> None:
    facts = {"重量": "102 克", "电子字典": "有", "价格": "￥1650"}
    rules = learned(table(N95), N95)
    assert extract_exact(page(table(facts)), rules).status is Status.REFUSED
    assert shown(extract(page(table(facts)), rules)) == [facts]


def test_an_area_that_goes_on_behind_is_not_read_as_if_it_ended() -> None:
    """The published method loses what stands behind the area, and says nothing."""
    facts = {**N95, "GPS": "支持"}
    rules = learned(table(N95), N95)
    assert shown(extract_exact(page(table(facts)), rules)) == [N95]
    assert shown(extract(page(table(facts)), rules)) == [facts]


def test_an_area_that_begins_earlier_is_not_read_from_its_middle() -> None:
    facts = {"GPS": "支持", **N95}
    assert shown(extract(page(table(facts)), learned(table(N95), N95))) == [facts]


def test_a_name_inside_a_longer_one_is_another_name() -> None:
    """The published method asks only that the name be there."""
    other = page(table({"总重量": "102 克", "颜色": "黑色", "价格": "￥1650"}))
    rules = area_alone(table(N95), N95)
    assert extract_exact(other, rules).status is Status.OK
    assert by_area(other, rules).status is Status.REFUSED


def test_signs_before_a_name_in_one_text_with_its_value_do_not_matter() -> None:
    lines = "<h1>诺基亚</h1><ul><li>{0}重量：1 克<li>{0}颜色：黑</ul><p>版权<p>联系<p>帮助<p>"
    facts = {"重量": "1 克", "颜色": "黑"}
    rules = area_alone(lines.format(""), facts)
    assert shown(extract(page(lines.format("· ")), rules)) == [facts]


def test_a_negative_layout_keeps_its_pages_from_being_read() -> None:
    """Products that take the place of one that is gone are not meant."""
    nothing = AreaRule(area="p*hr*p", pos=(), formats=())
    rules = learned(table(N95), N95)
    with_negative = rules.model_copy(
        update={"layouts": (*rules.layouts, Layout(id="none", areas=(nothing,)))}
    )
    instead = table({"价格": "￥9", "重量": "102 克"})
    assert shown(extract(page(instead), with_negative)) == [{"价格": "￥9", "重量": "102 克"}]
    extraction = extract(page("<p>已下架<hr><p>" + instead), with_negative)
    assert (extraction.status, extraction.rule) == (Status.OK, "shop.example/none")
    assert extraction.records == ()


def test_every_region_of_a_page_is_a_record_however_many_there_are() -> None:
    weight = AreaRule(
        area="dl*dt*dd",
        pos=(Position(2, 1, 0), Position(3, 0, 1)),
        formats=(AttributeFormat(attribute="重量", name="重量"),),
    )
    rules = SiteRules(source="shop.example", layouts=(Layout(id="1", areas=(weight,)),))
    html = "".join(f"<dl><dt>重量<dd>{n}</dl>" for n in range(20))
    assert shown(extract(page(html), rules)) == [{"重量": str(n)} for n in range(20)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> RuleLibrary:
    return labelled_library(tmp_path_factory.mktemp("library"))


def read_whole(body: Page, rules: SiteRules) -> list[Pair]:
    """What the rows and the locators of the best layout read."""
    whole = outline(body)
    rows = read_rows(PageRows(whole, find_rows(whole)), rules.known_rows, rules.known_names)
    reader = UnnamedReader(whole)
    readings = [
        [reading.pair for reading in read_layout(layout, reader, rows)] for layout in rules.layouts
    ]
    return max(
        readings, key=lambda pairs: (sum(p.attribute is not None for p in pairs), len(pairs))
    )


def assert_all_ways_agree(body: Page, rules: SiteRules | None) -> None:
    """Anchored, scanned or read whole: the quick ways say what the slow one says."""
    assert rules is not None
    extraction = extract(body, rules)
    assert extraction == extract_scanned(body, rules)
    pairs = [pair for record in extraction.records for pair in record.pairs]
    # Arrows of links are left out of rows, but stand in the contents of an area.
    assert [_compared(pair) for pair in pairs] == [_compared(p) for p in read_whole(body, rules)]


def _compared(pair: Pair) -> tuple[str | None, str, str]:
    return pair.attribute, name_key(pair.name), name_key(pair.value)


@pytest.mark.parametrize("host", WEB.sites)
def test_all_ways_of_reading_the_pocket_web_agree(library: RuleLibrary, host: str) -> None:
    for product in islice(WEB.product_pages(host), 15):
        assert_all_ways_agree(page_of(product), library.rules_for(product.url))


def test_all_ways_of_reading_real_phones_agree() -> None:
    try:
        sites = (gsmarena()[::5], [zol()])
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    for found in sites:
        pages = [Page.read(entry.body, entry.url) for entry in found]
        labels = [Example(attribute=name, name=name, value=text) for name, text in found[0].pairs]
        rules = learn_site(site_of(found[0].url), [Sample(pages[0], tuple(labels))])
        for body in pages:
            assert_all_ways_agree(body, rules)


def test_all_ways_of_reading_real_shops_agree() -> None:
    try:
        cameras = swde_camera()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    for shop in {entry.site for entry in cameras}:
        found = [entry for entry in cameras if entry.site == shop][::8]
        pages = [Page.read(entry.body, entry.url) for entry in found]
        labels = [Example(attribute=n, value=v[0]) for n, v in found[0].attributes.items() if v]
        rules = learn_site(shop, [Sample(pages[0], tuple(labels))])
        for body in pages:
            assert_all_ways_agree(body, rules)


@given(pages_and_rules(), st.sampled_from(["utf-8", "gb18030", "big5hkscs", "cp1252"]))
@settings(max_examples=40, deadline=None)
def test_no_page_and_no_rules_do_harm(drawn: tuple[bytes, SiteRules], encoding: str) -> None:
    """Whatever the rules say: an answer, the same one twice, and values that say something."""
    body, rules = drawn
    hostile = Page("https://shop.example/", body, encoding)
    extraction = extract(hostile, rules)
    assert extraction == extract(hostile, rules.model_validate(rules.model_dump()))
    extract_exact(hostile, rules)
    for record in extraction.records:
        assert record.pairs
        assert all(pair.value == pair.value.strip() != "" for pair in record.pairs)


SHEET = "<table><tr><th>重量</th><td>1</td></tr><tr><th>颜色</th><td>黑</td></tr></table>"
HOSTILE = {
    "sheets": SHEET,
    "sheets inside each other": f"<div>{SHEET}",
    "open sheets": SHEET.removesuffix("</table>"),
    "rows": "<tr><th>重量<td>1",
    "cells": "<th>重量<td>1",
    "values inside values": "<table><tr><th>重量<td>",
    "texts in a value": "<a>x</a> ",
    "what is not shown": "<b hidden>x",
    "elements": "<div>",
}


def seconds(html: str, rules: SiteRules) -> float:
    begin = time.thread_time()
    extract(page(html), rules)
    return time.thread_time() - begin


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_time_grows_with_size_only(piece: str) -> None:
    """10 times the page may take 35 times as long on a busy machine; squared would be 100."""
    rules = learned(table(N95), N95)
    small, large = (f"{SHEET}<table><tr><th>重量<td>1{piece * count}" for count in (200, 2000))
    too_short_to_measure = 0.001
    expected = 10 * max(too_short_to_measure, min(seconds(small, rules) for _ in range(5)))
    assert any(seconds(large, rules) < 3.5 * expected for _ in range(3))


def test_a_glossary_is_no_product() -> None:
    screen, weight = "屏幕对角线的长度，通常以英寸为单位。", "手机连同电池的重量。"

    def read(first: str, second: str) -> Extraction:
        rows = f"<tr><td>屏幕尺寸</td><td>{first}</td></tr><tr><td>重量</td><td>{second}</td></tr>"
        source = f"<meta charset=utf-8><h1>术语</h1><table>{rows}</table>"
        return extract(Page.read(source.encode(), "http://shop.example/help"), None)

    assert read(screen, weight).records == ()
    assert read("5英寸", "102克").records


def test_a_summary_s_other_words_for_a_fact_are_no_fact_of_their_own() -> None:
    """With samples as without: the names of the page's own table are those that count."""
    facts = {f"参数{n}号": f"{n}00 毫米" for n in range(12)}
    summary = "<ul><li><b>屏幕：</b>300 毫米</li><li><b>电池：</b>500 毫米</li></ul><table"
    html = table(facts).replace("<table", summary)
    rules = learned(html, dict(list(facts.items())[:3]))
    assert shown(extract(page(html), rules)) == [facts]
