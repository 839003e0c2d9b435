from __future__ import annotations

import pytest

from pages.nesting import outline
from rules.model import Region, UnitShape
from rules.units import LONGEST_NAME, units_of, value_leaves
from tests.rules.small_pages import page

NOWHERE = Region(tag="", heights=())


def shape(around: str, **keys: object) -> UnitShape:
    return UnitShape.model_validate({"around": around, "region": NOWHERE, "support": 3, **keys})


def units(html: str, of: UnitShape) -> list[tuple[str, str]]:
    """Names and values of all units."""
    found = outline(page(html))
    return [
        (unit.name, " ".join(filter(None, (unit.lead, found.text(value_leaves(unit, of, found))))))
        for unit in units_of(of, found)
    ]


@pytest.mark.parametrize(
    ("html", "of"),
    [
        ("<tr><th>重量<td>1 克<tr><th>颜色<td>黑", shape("tr", name="th", value="td")),
        ("<tr><td>重量<td>1 克<tr><td>颜色<td>黑", shape("tr", name="td", value="td", first=0)),
        ("<tr><td>重量<td>1 克<td>颜色<td>黑", shape("tr", name="td", value="td", first=0, step=2)),
        ("<dl><dt>重量<dd>1 克<dt>颜色<dd>黑</dl>", shape("dl", name="dt", value="dd")),
        ("<li><b>重量</b>1 克<li><b>颜色</b>黑", shape("li", name="b")),
        ("<p><b>重量</b>1 克<br><b>颜色</b>黑", shape("p", name="b", opens_line=True)),
        ("<li>重量：1 克<li>颜色：黑", shape("li", feature="：")),
        ("<p>重量：1 克<br>颜色：黑", shape("p", feature="：")),
        ("<li>重量<i>1 克</i><li>颜色<i>黑</i>", shape("li", value="i")),
        (
            "<li><b>1 克</b><i>重量</i><li><b>黑</b><i>颜色</i>",
            shape("li", name="i", value_first=True),
        ),
    ],
)
def test_units_of_every_form(html: str, of: UnitShape) -> None:
    assert units(html, of) == [("重量", "1 克"), ("颜色", "黑")]


def test_a_value_reaches_to_the_next_name() -> None:
    html = "<p><b>网络</b>GSM <i>WCDMA</i><br>LTE<br><b>颜色</b>黑"
    lines = {"name": "b", "opens_line": True}
    assert units(html, shape("p", **lines)) == [("网络", "GSM WCDMA LTE"), ("颜色", "黑")]
    assert units(html, shape("p", **lines, one_line=True)) == [
        ("网络", "GSM WCDMA"),
        ("颜色", "黑"),
    ]


def test_a_name_may_have_several_definitions() -> None:
    html = "<dl><dt>网络<dd>GSM<dd>LTE<dt>颜色<dd>黑</dl>"
    of = shape("dl", name="dt", value="dd")
    assert units(html, of) == [("网络", "GSM LTE"), ("颜色", "黑")]


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ({}, "标"),
        ({"value_last": True}, "末"),
        ({"value_classes": ("v",)}, "值"),
        ({"value_classes": ("w",)}, "标"),
    ],
)
def test_one_of_several_cells_is_the_value(keys: dict[str, object], value: str) -> None:
    html = "<tr><th>重量<td><img><td>-<td>标<td class=v>值<td>末"
    assert units(html, shape("tr", name="th", value="td", **keys)) == [("重量", value)]


def test_elements_of_another_tag_hold_no_units() -> None:
    assert units("<p><b>重量</b>1 克</p>", shape("li", name="b")) == []
    assert units("<p>重量：1 克</p>", shape("li", feature="：")) == []


def test_a_name_without_any_value_is_no_unit() -> None:
    assert units("<tr><th>基本参数", shape("tr", name="th", value="td")) == []
    assert units("<tr><th>重量<td>", shape("tr", name="th", value="td")) == []
    assert units("<li><b>重量</b>", shape("li", name="b")) == []
    assert units("<li>重量：", shape("li", feature="：")) == []


def test_a_row_without_a_name_is_a_unit() -> None:
    of = shape("tr", name="th", value="td")
    assert units("<tr><th><td>1 克", of) == [("", "1 克")]


def test_a_whole_sentence_is_no_name() -> None:
    sentence = "长" * (LONGEST_NAME + 1)
    assert units(f"<tr><th>{sentence}<td>1", shape("tr", name="th", value="td")) == []
    assert units(f"<li>{sentence}：1", shape("li", feature="：")) == []


def test_dressing_of_names_and_values_is_left_out() -> None:
    html = "<tr><th>重量 <a>[?]</a><td>1 克 <em>纠错</em>"
    of = shape("tr", name="th", value="td", name_dressing=("th>a",), dressing=("td>em",))
    assert units(html, of) == [("重量", "1 克")]


def test_a_unit_spans_its_name_and_value_in_either_order() -> None:
    found = outline(page("<li><b>1 克</b><i>重量</i><li><i>颜色</i><b>黑</b>"))
    (above,) = list(units_of(shape("li", name="i", value_first=True), found))[:1]
    assert above.span == range(2)
    *_, below = units_of(shape("li", name="i", value="b"), found)
    assert below.span == range(2, 4)
