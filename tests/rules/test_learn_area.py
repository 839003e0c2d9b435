from __future__ import annotations

from typing import TYPE_CHECKING

from rules.examples import Example
from rules.learn import Sample, learn_site
from rules.learn_area import surroundings, written
from rules.model import AreaRule, Position
from tests.rules.small_pages import page, sample

if TYPE_CHECKING:
    from collections.abc import Mapping

FACTS = {"重量": "1 克", "颜色": "黑"}


def area(html: str, facts: Mapping[str, str] = FACTS) -> AreaRule | None:
    return area_of(sample(html, facts))


def area_of(labelled: Sample) -> AreaRule | None:
    (layout,) = learn_site("shop.example", [labelled]).layouts
    return next(iter(layout.areas), None)


def vector(html: str) -> tuple[str, list[tuple[int, int, int]]]:
    """The area and the position vector, noise left out."""
    found = area(html)
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
    found = area("<ul><li>重量：1 克<li>颜色：黑</ul>")
    assert found is not None
    assert [(f.attribute, f.name, f.feature) for f in found.formats] == [
        ("the 重量", "重量：", "："),
        ("the 颜色", "颜色：", "："),
    ]


def test_the_tags_around_the_area_are_kept() -> None:
    html = "<table><tr><th>重量<td>1 克<tr><th>颜色<td>黑</table><p><b><i><u><s>"
    found = area(html)
    assert found is not None
    assert (found.previous, found.next) == ("table*tr", "p*b*i*u")


def test_at_the_edges_of_a_page_nothing_stands_around() -> None:
    assert surroundings(["a", "b", "p"], 0, 3) == {"previous": "", "next": ""}
    assert surroundings(["a*", "b", "p*"], 1, 2) == {"previous": None, "next": None}


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
    assert area(html, {"": "诺基亚 N95"}) is None


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
    assert area(html) is None


def test_where_positions_cannot_tell_what_is_read_there_is_no_area() -> None:
    """Both values stand in one content of the tag sequence."""
    assert area("<p>重量：1 克</p>颜色：黑<hr>") is None
