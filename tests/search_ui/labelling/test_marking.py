"""One mark after the other: what becomes of the pairs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pages.nesting import outline
from pages.page import Page
from search_ui.labelling.marking import MarkedPair, Marking, MarkTool, mark_text
from tests.search_ui.labelling.stored_site import PHONES

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
