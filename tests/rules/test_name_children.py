from __future__ import annotations

import pytest

from pages.nesting import outline
from rules.model import Region, UnitShape
from rules.name_children import has_feature, name_children, opens_line
from tests.rules.small_pages import page

NOWHERE = Region(tag="", heights=())


def shape(**keys: object) -> UnitShape:
    return UnitShape.model_validate(
        {"around": "tr", "name": "td", "region": NOWHERE, "support": 3, **keys}
    )


def names(html: str, of: UnitShape, known: frozenset[str] = frozenset()) -> list[str]:
    found = outline(page(html))
    around = found.tags.index(of.around)
    return [found.text(found.leaves(kid)) for kid in name_children(of, found, around, known)]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"name": "th"}, ["c"]),
        ({"first": 0}, ["a"]),
        ({"first": 1}, ["b"]),
        ({"first": -1}, ["e"]),
        ({"first": 0, "step": 2}, ["a", "d"]),
        ({"first": 1, "step": 2}, ["b", "e"]),
        ({"first": 9}, []),
    ],
)
def test_names_are_told_by_their_tag_and_number(
    keys: dict[str, object], expected: list[str]
) -> None:
    assert names("<tr><td>a<td>b<th>c<td>d<td>e", shape(**keys)) == expected


def test_names_are_told_by_their_class_where_they_have_one() -> None:
    html = "<tr><td class='k n'>a<td>b<td class='n k'>c<td class=k>d"
    assert names(html, shape(name_classes=("k", "n"), first=0)) == ["a", "c"]
    assert names("<tr><td>a<td>b", shape(name_classes=("k",), first=0)) == ["a"]


def test_a_known_name_tells_that_a_heading_stood_between() -> None:
    html = "<tr><td>重量<td>102 克<td>屏幕<td>颜色<td>黑<td>尺寸<td>5 cm"
    every_second = shape(first=0, step=2)
    assert names(html, every_second) == ["重量", "屏幕", "黑", "5 cm"]
    assert names(html, every_second, frozenset(["颜色"])) == ["重量", "颜色", "尺寸"]


def test_a_value_that_reads_like_a_known_name_is_still_a_value() -> None:
    html = "<tr><td>参数<td>分类<td>重量<td>颜色<td>黑<td>尺寸<td>5 cm"
    of = shape(first=1, step=2)
    assert names(html, of, frozenset(["分类", "重量"])) == ["分类", "颜色", "尺寸"]


def test_names_that_open_lines_are_told_from_other_elements_of_their_tag() -> None:
    html = "<p><b>重量</b> 约 <b>102</b> 克<br><b>颜色</b> 黑"
    assert names(html, shape(around="p", name="b")) == ["重量", "102", "颜色"]
    assert names(html, shape(around="p", name="b", opens_line=True)) == ["重量", "颜色"]


def test_names_end_in_their_feature_or_are_followed_by_it() -> None:
    html = "<p><b>重量：</b>约 <b>102</b> 克 <b>颜色</b>：黑"
    assert names(html, shape(around="p", name="b", feature="：")) == ["重量：", "颜色"]


def test_features_and_lines_at_the_end_of_a_page() -> None:
    found = outline(page("<p>重量<b>"))
    assert not has_feature(found, 2, "：")
    assert not opens_line(found, 1, 1)
    assert opens_line(found, 0, 1)
