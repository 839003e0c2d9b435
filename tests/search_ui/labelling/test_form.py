"""What a browser sends, and what others might."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from pages.nesting import outline
from pages.page import Page
from search_ui.labelling.form import BadFormError, read_marking
from search_ui.labelling.marking import MarkedPair, Marking, MarkTool
from tests.search_ui.labelling.stored_site import PHONES

SHOWN = outline(Page.read("<b>重量</b><i>102</i><i>克</i>".encode(), "http://a.example/"))
ROW = {
    "attribute": "重量",
    "name": "重量",
    "value": "102 克",
    "name_leaf": "0",
    "value_leaves": "1 2",
}
EMPTY = dict.fromkeys(ROW, "")


def sent(*rows: dict[str, str], **rest: str) -> MultiDict[str, str]:
    columns = [(name, row[name]) for row in rows for name in row]
    return MultiDict([*columns, *rest.items()])


def read(form: MultiDict[str, str]) -> Marking:
    return read_marking(form, SHOWN, PHONES)


def test_a_row_is_a_pair_and_an_empty_one_is_none() -> None:
    pair = MarkedPair(
        attribute="重量", name="重量", value="102 克", name_leaf=0, value_leaves=(1, 2)
    )
    assert read(sent(ROW, EMPTY, tool="value", current="0")) == Marking((pair,), 0, MarkTool.VALUE)
    assert read(sent()) == Marking(())


def test_the_current_pair_is_found_behind_rows_that_are_gone() -> None:
    assert read(sent(EMPTY, ROW, current="1")).current == 0
    assert read(sent(EMPTY, ROW, current="0")).current is None
    assert read(sent(ROW, current="7")).current is None


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (sent({**ROW, "attribute": "口味"}), "pair 1: the topic has no attribute '口味'"),
        (sent(EMPTY, {**ROW, "name_leaf": "3"}), "pair 2 speaks of a text"),
        (sent({**ROW, "value_leaves": "1 x"}), "pair 1: value_leaves.1"),
        (sent({**ROW, "name_leaf": "-1"}), "pair 1: name_leaf"),
        (sent({**ROW, "name": "重" * 201}), "at most 200 characters"),
        (sent({**ROW, "value_leaves": "1 " * 501}), "pair 1: value_leaves"),
        (sent({**ROW, "value_leaves": "9" * 5000}), "pair 1: value_leaves"),
        (sent(*[ROW] * 401), "a page may have 400"),
        (sent(ROW, {"attribute": "重量"}), "differ in length"),
        (sent(ROW, tool="<script>"), "tool"),
        (sent(ROW, current="now"), "current"),
    ],
)
def test_what_the_page_never_sends_is_told_by_its_place(
    form: MultiDict[str, str], words: str
) -> None:
    with pytest.raises(BadFormError, match=words):
        read(form)
