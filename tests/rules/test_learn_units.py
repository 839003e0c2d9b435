from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.learn_units import best_group, learn_shape
from rules.relation import relations
from tests.rules.small_pages import sample

if TYPE_CHECKING:
    from rules.model import UnitShape

FACTS = {"重量": "1 克", "颜色": "黑", "价格": "9 元"}


def learned(unit: str, around: str = "<div>{}</div>") -> UnitShape:
    """The shape of a page whose facts are all written alike."""
    return learned_from(around.format("".join(unit.format(*fact) for fact in FACTS.items())))


def learned_from(html: str) -> UnitShape:
    labelled = sample(html, FACTS)
    found = [
        relation
        for number, example in enumerate(labelled.examples)
        for relation in relations(number, example, labelled.located)
    ]
    return learn_shape(labelled.located, best_group(labelled.outline, found))


@pytest.mark.parametrize(
    ("unit", "keys"),
    [
        ("<table><tr><th>{}<td>{}</table>", ("tr", "th", "td", "")),
        ("<dl><dt>{}<dd>{}</dl>", ("dl", "dt", "dd", "")),
        ("<p>{}：{}</p>", ("p", "", "", "：")),
        ("<p>{} - {}</p>", ("p", "", "", "-")),
        ("<p>{}: <b>{}</b></p>", ("p", "", "b", ":")),
        ("<p><b>{}：</b>{}</p>", ("p", "b", "", "：")),
        ("<p><b>{}</b>{}</p>", ("p", "b", "", "")),
        ("<p><b>{}</b><i>{}</i></p>", ("p", "b", "i", "")),
        ("<b>{}</b>：{}<br>", ("div", "b", "", "：")),
    ],
)
def test_tags_and_features_of_names_and_values(unit: str, keys: tuple[str, ...]) -> None:
    shape = learned(unit)
    assert (shape.around, shape.name, shape.value, shape.feature) == keys
    assert shape.support == 3


@pytest.mark.parametrize(
    ("unit", "around", "order"),
    [
        ("<tr><td>{}<td>{}", "<table>{}</table>", (0, 0)),
        ("<tr><td>#<td>{}<td>{}", "<table>{}</table>", (1, 0)),
        ("<td>{}<td>{}", "<table><tr>{}</table>", (0, 2)),
        ("<td>{}<td>{}", "<table><tr><td>*{}</table>", (1, 2)),
        ("<i>{}</i><b>{}</b>", "<p>{}</p>", (None, 0)),
    ],
)
def test_cells_of_one_tag_are_told_apart_by_their_number(
    unit: str, around: str, order: tuple[int | None, int]
) -> None:
    shape = learned(unit, around=around)
    assert (shape.first, shape.step) == order


def test_cells_that_span_rows_are_counted_from_the_end() -> None:
    rows = "<tr><td rowspan=2>基本<td>重量<td>1 克<tr><td>颜色<td>黑<tr><td>价格<td>9 元"
    shape = learned_from(f"<table>{rows}</table>")
    assert (shape.first, shape.step) == (-2, 0)


@pytest.mark.parametrize(
    ("unit", "classes"),
    [
        ("<i class=k>{}</i><i class=v>{}</i>", (("k",), ("v",))),
        ("<i>{}</i><i>{}</i>", ((), ())),
        ("<i class=x>{}</i><i class=x>{}</i>", ((), ("x",))),
    ],
)
def test_classes_that_tell_names_from_values(
    unit: str, classes: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    shape = learned(unit)
    assert (shape.name_classes, shape.value_classes) == classes


def test_a_value_behind_another_cell_is_the_last() -> None:
    assert learned("<tr><th>{}<td>:<td>{}", around="<table>{}</table>").value_last
    assert not learned("<tr><th>{}<td>{}<td>?", around="<table>{}</table>").value_last


def test_names_that_begin_lines_and_values_that_end_with_them() -> None:
    shape = learned("<b>{}</b> {}<br>")
    assert shape.opens_line
    assert shape.one_line
    assert not learned("<b>{}</b><i>{}</i>").one_line


def test_values_before_their_names() -> None:
    shape = learned("<p><b>{1}</b><i>{0}</i></p>")
    assert shape.value_first
    assert shape.name == "i"


def test_what_stands_beside_names_and_values_is_dressing() -> None:
    shape = learned("<tr><th>{}<a>[说明]</a><td>{}<em>纠错</em>", around="<table>{}</table>")
    assert shape.dressing == ("td>em after text",)
    assert shape.name_dressing == ("th>a after text",)
    assert "td" in shape.covered
    assert "th" in shape.name_covered


def test_dressing_behind_dressing_is_dressing_too() -> None:
    unit = "<tr><th>{}<td><b>{}</b><a>更多</a><em>纠错</em>"
    assert learned(unit, around="<table>{}</table>").dressing == ("td>a", "td>em")


def test_examples_that_stand_together_are_believed_over_stray_ones() -> None:
    html = "<p>重量 <b>1 克</b></p><table>{}</table>"
    shape = learned("<tr><th>{}<td>{}", around=html)
    assert (shape.around, shape.support) == ("tr", 3)
