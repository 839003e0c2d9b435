"""Pages that are not just like their sample: what the generalised rule makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from pages.nesting import outline
from pages.rows import find_rows
from rules.choose import PageRows
from rules.extraction import extract
from rules.reading import read_rows
from rules.record import Pair
from tests.rules.small_pages import learned, page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.model import SiteRules

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
