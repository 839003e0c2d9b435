""""""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pages.nesting import outline
from rules.learn import Example
from rules.located import LocatedText, common_ancestor, relations
from tests.rules.small_pages import page

if TYPE_CHECKING:
    from pages.outline import Outline


def located(html: str) -> LocatedText:
    return LocatedText(outline(page(html)))


def found(html: str, text: str) -> list[tuple[list[str], bool, bool]]:
    """The texts of every place, and whether it opens and closes them."""
    there = located(html)
    return [
        (
            [there.outline.texts[leaf] for leaf in range(place.first_leaf, place.end_leaf)],
            place.opens,
            place.closes,
        )
        for place in there.places(text)
    ]


def test_every_place_of_a_text_is_found() -> None:
    assert found("<p>黑色<p>白色<p>黑色", "黑色") == [(["黑色"], True, True)] * 2


def test_letters_and_digits_count_alone() -> None:
    assert found("<p>重 量：<p>Nokia-N95 (8GB)", "重量") == [(["重 量："], True, True)]
    assert found("<p>ＮＯＫＩＡ<p>x", "nokia") == [(["ＮＯＫＩＡ"], True, True)]


def test_a_text_may_be_a_part_of_a_longer_one() -> None:
    assert found("<p>上市时间：2007年", "上市时间") == [(["上市时间：2007年"], True, False)]
    assert found("<p>上市时间：2007年", "2007年") == [(["上市时间：2007年"], False, True)]
    assert found("<p>上市时间：2007年", "时间") == [(["上市时间：2007年"], False, False)]


def test_a_text_may_be_spread_over_several_tags() -> None:
    html = "<p>￥<b>1110</b>至<b>￥<i>1230</i></b>元<p>x"
    assert found(html, "￥1110至￥1230元") == [(["1110", "至", "￥", "1230", "元"], True, True)]


def test_what_a_reader_does_not_see_is_not_found() -> None:
    assert found("<p>黑色<button>白色</button>", "白色") == []


def test_signs_without_letters_are_found_as_whole_texts() -> None:
    assert found("<td>★★★</td><td>★</td><td>a ★★★</td>", "★ ★★") == [(["★★★"], True, True)]
    assert found("<td>-</td><td>a-b</td>", "-") == [(["-"], True, True)]


def test_nothing_is_nowhere() -> None:
    assert found("<p>x<p>-", "") == []
    assert found("", "x") == []


def test_a_page_full_of_it_is_not_searched_for_ever() -> None:
    assert len(found("<p>黑色" * 1000, "黑色")) < 100
    assert len(found("<p>-" * 1000, "-")) < 100


WEIGHT = Example(attribute="重量", name="重量", value="102 克")


def told(html: str, example: Example = WEIGHT) -> list[tuple[int, int]]:
    """The leaves in which name and value begin."""
    located = LocatedText(outline(page(html)))
    return [(r.name.first_leaf, r.value.first_leaf) for r in relations(example, located)]


@pytest.mark.parametrize(
    ("html", "places"),
    [
        ("<tr><th>重量<td>102 克", (0, 1)),
        ("<tr><th><b><a>重量</a></b><td><p>约 <i>102 克</i>", (0, 2)),
        ("<li>重量：102 克", (0, 0)),
        ("<li><b>重量</b><i>102</i><i>克</i>", (0, 1)),
        ("<p><i>重</i><i>量</i> <b>102 克</b>", (0, 2)),
    ],
)
def test_where_a_name_stands_before_its_value(html: str, places: tuple[int, int]) -> None:
    assert told(f"<div>{html}</div>") == [places]


def test_every_place_where_both_stand_together_is_told() -> None:
    html = "<ul><li>重量：102 克</ul><table><tr><th>重量<td>102 克</table>"
    assert told(html) == [(0, 0), (1, 2)]


def test_a_name_far_from_the_value_has_nothing_to_do_with_it() -> None:
    between = "好手机" * 40
    assert told(f"<div><p>重量<p>{between}<p>102 克</div>") == []
    assert told("<div><p>重量<p>含电池<p>102 克</div>") == [(0, 2)]


def test_a_name_must_begin_its_text() -> None:
    assert told("<tr><th>总重量<td>102 克") == []


def test_a_value_may_stand_before_its_name_when_both_stand_alone() -> None:
    assert told("<li><b>102 克</b><i>重量</i>") == [(1, 0)]
    assert told("<li><b>约 102 克</b><i>重量</i>") == []
    assert told("<li><b>102 克</b><i>重量级</i>") == []


def test_the_innermost_element_around_some() -> None:
    found: Outline = outline(page("<table><tr><td>a<td><b>c</b><tr><td>d</table>"))
    table, first_row, a, second_cell, bold, second_row, _ = range(1, 8)
    assert common_ancestor(found, (a, bold)) == first_row
    assert common_ancestor(found, (bold, second_cell)) == second_cell
    assert common_ancestor(found, (a, second_row)) == table
    assert common_ancestor(found, (bold,)) == bold
