from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.names import name_key, site_of
from evaluation.datasets import DataSetsAbsentError, gsmarena, swde_camera, zol
from pages.nesting import outline
from pages.page import Page
from pages.rows import find_rows
from pages.stretch import TagStretch
from rules.areas import extraction_of, read_areas
from rules.choose import PageRows
from rules.examples import Example
from rules.extraction import extract, extract_exact, extract_scanned
from rules.learn import Sample, learn_site
from rules.model import AreaRule, AttributeFormat, Layout, Position, SiteRules
from rules.reading import read_layout, read_rows
from rules.record import Pair, Status
from samples.labels import labelled_library, page_of
from samples.pocket_web import PocketWeb
from tests.rules.drawn import pages_and_rules
from tests.rules.small_pages import learned, page, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.library import RuleLibrary
    from rules.record import Extraction

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
        update={"layouts": (layout.model_copy(update={"spots": ()}),), "rows": None}
    )


def by_area(body: Page, rules: SiteRules) -> Extraction:
    """What the areas read where the tags around them are the sample's too."""
    stretch = TagStretch(body.body, body.encoding, rules.alphabet)
    return extraction_of(read_areas(stretch, rules, whole=True), rules)


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
    """What the rows and the spots of the best layout read."""
    whole = outline(body)
    rows = read_rows(PageRows(whole, find_rows(whole)), rules.known_rows, rules.known_names)
    readings = [
        [reading.pair for reading in read_layout(layout, whole, rows)] for layout in rules.layouts
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
    for product in WEB.product_pages(host):
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
@settings(max_examples=75, deadline=None)
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
