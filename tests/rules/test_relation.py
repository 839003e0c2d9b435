from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pages.nesting import outline
from rules.examples import Example
from rules.located import LocatedText
from rules.relation import common_ancestor, relations
from tests.rules.small_pages import page

if TYPE_CHECKING:
    from pages.outline import Outline

WEIGHT = Example(attribute="重量", name="重量", value="102 克")


def told(html: str, example: Example = WEIGHT) -> list[tuple[str, str, str]]:
    """Where name and value stand: tags of the element around both, of the name's, the value's."""
    located = LocatedText(outline(page(html)))

    def tag(node: int | None) -> str:
        return "" if node is None else located.outline.tags[node]

    found = relations(0, example, located)
    return [(tag(r.around), tag(r.name_node), tag(r.value_node)) for r in found]


@pytest.mark.parametrize(
    ("html", "relation"),
    [
        ("<tr><th>重量<td>102 克", ("tr", "th", "td")),
        ("<tr><th><b><a>重量</a></b><td><p>约 <i>102 克</i>", ("tr", "th", "td")),
        ("<dl><dt>重量<dd>102 克", ("dl", "dt", "dd")),
        ("<li>重量：102 克", ("li", "", "")),
        ("<li><b>重量：</b>102 克", ("li", "b", "")),
        ("<li>重量：<b>102 克</b>", ("li", "", "b")),
        ("<li><b>重量</b><i>102</i><i>克</i>", ("li", "b", "")),
        ("<p><i>重</i><i>量</i> <b>102 克</b>", ("p", "", "b")),
    ],
)
def test_how_a_name_stands_to_its_value(html: str, relation: tuple[str, str, str]) -> None:
    assert told(f"<div>{html}</div>") == [relation]


def test_every_place_where_both_stand_together_is_told() -> None:
    html = "<ul><li>重量：102 克</ul><table><tr><th>重量<td>102 克</table>"
    assert told(html) == [("li", "", ""), ("tr", "th", "td")]


def test_a_name_far_from_the_value_has_nothing_to_do_with_it() -> None:
    between = "好手机" * 40
    assert told(f"<div><p>重量<p>{between}<p>102 克</div>") == []
    assert told("<div><p>重量<p>含电池<p>102 克</div>") == [("div", "p", "p")]


def test_a_name_must_begin_its_text() -> None:
    assert told("<tr><th>总重量<td>102 克") == []


def test_a_value_may_stand_before_its_name_when_both_stand_alone() -> None:
    located = LocatedText(outline(page("<li><b>102 克</b><i>重量</i>")))
    (relation,) = relations(0, WEIGHT, located)
    assert relation.value_first
    assert told("<li><b>约 102 克</b><i>重量</i>") == []
    assert told("<li><b>102 克</b><i>重量级</i>") == []


def test_the_innermost_element_around_some() -> None:
    found: Outline = outline(page("<table><tr><td>a<td><b>c</b><tr><td>d</table>"))
    table, first_row, a, second_cell, bold, second_row, _ = range(1, 8)
    assert common_ancestor(found, (a, bold)) == first_row
    assert common_ancestor(found, (bold, second_cell)) == second_cell
    assert common_ancestor(found, (a, second_row)) == table
    assert common_ancestor(found, (bold,)) == bold
