"""One mark after the other: what becomes of the pairs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from core.names import name_key
from pages.nesting import outline
from pages.page import Page
from rules.learn import Example, Sample, TextIndex
from samples.labels import labelled_samples
from search_ui.marking import (
    BadFormError,
    MarkedPair,
    Marking,
    MarkTool,
    examples_of,
    mark_text,
    pairs_of,
    placed,
    read_marking,
)
from tests.search_ui.label.stored_site import PHONES

BODY = "<h1>N95</h1><tr><th>重量：</th><td>102 克<em>纠错</em></td></tr><li>口味：甜 <b>酸</b></li>"
SHOWN = outline(Page.read(BODY.encode(), "http://a.example/"))
NOTHING = Marking(())
HEADLINE, NAME, VALUE, REMARK, BOTH, MORE = range(6)


def after(*marks: tuple[MarkTool, int], begun: Marking = NOTHING) -> Marking:
    marking = begun
    for tool, leaf in marks:
        marking = mark_text(marking._replace(tool=tool), leaf, SHOWN, PHONES)
    return marking


def told(marking: Marking) -> list[tuple[str, str, str]]:
    return [(pair.attribute, pair.name, pair.value) for pair in marking.pairs]


def test_a_name_then_its_value_and_the_tool_changes_by_itself() -> None:
    begun = after((MarkTool.NAME, NAME))
    assert (begun.tool, told(begun)) == (MarkTool.VALUE, [("重量", "重量", "")])
    done = mark_text(begun, VALUE, SHOWN, PHONES)
    assert (done.tool, told(done)) == (MarkTool.NAME, [("重量", "重量", "102 克")])
    assert done.marks == {NAME: "name", VALUE: "value"}


def test_a_value_may_have_several_texts_and_lose_one() -> None:
    marking = after((MarkTool.NAME, NAME), (MarkTool.VALUE, VALUE), (MarkTool.VALUE, REMARK))
    assert told(marking) == [("重量", "重量", "102 克纠错")]
    assert told(after((MarkTool.NOISE, REMARK), begun=marking)) == [("重量", "重量", "102 克")]


def test_a_value_without_a_name_is_a_pair_of_its_own() -> None:
    marking = after((MarkTool.VALUE, HEADLINE))
    assert told(marking) == [("", "", "N95")]


def test_name_and_value_in_one_text() -> None:
    marking = after((MarkTool.BOTH, BOTH), (MarkTool.VALUE, MORE))
    assert told(marking) == [("", "口味", "甜 酸")]
    assert marking.marks == {BOTH: "both", MORE: "value"}


def test_pairs_stand_in_the_order_of_the_page() -> None:
    marking = after((MarkTool.BOTH, BOTH), (MarkTool.NAME, NAME), (MarkTool.VALUE, VALUE))
    assert [pair.name for pair in marking.pairs] == ["重量", "口味"]
    assert marking.current == 0


def test_noise_takes_a_text_out_of_all_pairs() -> None:
    marking = after((MarkTool.NAME, NAME), (MarkTool.VALUE, VALUE))
    assert told(after((MarkTool.NOISE, NAME), begun=marking)) == [("重量", "", "102 克")]
    assert told(after((MarkTool.NOISE, VALUE), (MarkTool.NOISE, NAME), begun=marking)) == []


def test_a_text_is_never_in_two_pairs() -> None:
    marking = after((MarkTool.NAME, NAME), (MarkTool.VALUE, VALUE), (MarkTool.NAME, VALUE))
    assert told(marking) == [("重量", "重量", ""), ("", "102 克", "")]


def test_what_was_typed_in_stays() -> None:
    typed = Marking((MarkedPair(attribute="品牌", value="诺基亚"),))
    assert told(after((MarkTool.BOTH, BOTH), begun=typed))[-1] == ("品牌", "", "诺基亚")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(MarkTool), st.integers(0, MORE)), max_size=15))
def test_no_order_of_marks_loses_itself(marks: list[tuple[MarkTool, int]]) -> None:
    marking = after(*marks)
    taken = [leaf for pair in marking.pairs for leaf in pair.place]
    assert len(taken) == len(set(taken))
    assert all(pair.name or pair.value for pair in marking.pairs)
    assert marking.current is None or marking.current < len(marking.pairs)


# What a browser sends, and what others might.


LABELLED_FORM = outline(Page.read("<b>重量</b><i>102</i><i>克</i>".encode(), "http://a.example/"))
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
    return read_marking(form, LABELLED_FORM, PHONES)


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
        (sent(EMPTY, {**ROW, "name_leaf": "3"}), "pair 2 refers to a text"),
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


# From labels to places on the page, and back to labels.


@pytest.mark.parametrize(
    "sample", [pytest.param(one, id=one.page.url) for one in labelled_samples()]
)
def test_labels_are_found_where_they_stand(sample: Sample) -> None:
    pairs = pairs_of(sample)
    assert len(pairs) == len(sample.examples)
    for pair in pairs:
        shown = sample.outline.text(pair.value_leaves)
        assert name_key(pair.value) in name_key(shown)
        if pair.name:
            assert pair.name_leaf is not None
            assert name_key(pair.name) in name_key(sample.outline.texts[pair.name_leaf])


def test_labels_that_the_page_does_not_show_have_no_place() -> None:
    sample = next(labelled_samples())
    lost = (
        Example(attribute="重量", name="重量", value="nowhere"),
        Example(attribute="品牌", value="no"),
    )
    assert all(not pair.place for pair in pairs_of(Sample(sample.page, lost)))


def test_only_pairs_with_an_attribute_and_a_value_teach() -> None:
    whole = MarkedPair(attribute="重量", name="重量", value="102 克")
    unnamed = MarkedPair(name="口味", value="甜")
    begun = MarkedPair(attribute="品牌", name="品牌", value=" ")
    expected = Example(attribute="重量", name="重量", value="102 克")
    assert examples_of([whole, unnamed, begun]) == (expected,)


WEIGHT = Example(attribute="重量", name="重量", value="102 克")


def related(html: str) -> tuple[int | None, int | None]:
    """The texts in which name and value begin."""
    page = Page.read(html.encode(), "http://a.example/")
    pair = placed(WEIGHT, TextIndex(outline(page)))
    return pair.name_leaf, min(pair.value_leaves, default=None)


@pytest.mark.parametrize(
    ("html", "leaves"),
    [
        ("<tr><th>重量<td>102 克", (0, 1)),
        ("<tr><th><b><a>重量</a></b><td><p>约 <i>102 克</i>", (0, 2)),
        ("<li>重量：102 克", (0, 0)),
        ("<li><b>重量</b><i>102</i><i>克</i>", (0, 1)),
        ("<p><i>重</i><i>量</i> <b>102 克</b>", (0, 2)),
    ],
)
def test_where_a_name_stands_before_its_value(html: str, leaves: tuple[int, int]) -> None:
    assert related(f"<div>{html}</div>") == leaves


def test_of_several_places_the_nearest_counts() -> None:
    html = "<ul><li>重量含电池<li>102 克</ul><table><tr><th>重量<td>102 克</table>"
    assert related(html) == (2, 3)


def test_a_name_far_from_the_value_has_nothing_to_do_with_it() -> None:
    between = "好手机" * 40
    assert related(f"<div><p>重量<p>{between}<p>102 克</div>") == (None, None)
    assert related("<div><p>重量<p>含电池<p>102 克</div>") == (0, 2)


def test_a_name_must_begin_its_text() -> None:
    assert related("<tr><th>总重量<td>102 克") == (None, None)


def test_a_value_may_stand_before_its_name_when_both_stand_alone() -> None:
    assert related("<li><b>102 克</b><i>重量</i>") == (1, 0)
    assert related("<li><b>约 102 克</b><i>重量</i>") == (None, None)
    assert related("<li><b>102 克</b><i>重量级</i>") == (None, None)
