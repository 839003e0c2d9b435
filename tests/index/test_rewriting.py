"""Tests of `index.analysis`, and what it does to searches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.analysis import Rewriter, analyzer_for
from index.text import normal, traced
from tests.index.phones import PHONES

REWRITER = Rewriter(PHONES)
ANALYZER = analyzer_for(PHONES)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Snapdragon 8 Gen 3", "骁龙8 gen3"),
        ("第三代骁龙8", "骁龙8 gen3"),
        ("第2代骁龙7s移动平台", "骁龙7s gen2移动平台"),
        ("Kirin980", "麒麟980"),
        ("鸿蒙OS 4.2", "harmonyos 4.2"),
        ("Harmony OS 4", "harmonyos 4"),
        ("安卓13", "android13"),
        ("kirinx", "kirinx"),
        ("第三代", "第三代"),
    ],
)
def test_there_is_one_way_of_writing(text: str, written: str) -> None:
    assert REWRITER.text(normal(text)) == written


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("snapdragon 8 gen 3", "高通 第三代骁龙8"),
        ("第三代骁龙8", "Snapdragon 8 Gen3"),
        ("骁龙8 Gen3", "Qualcomm Snapdragon 8 Gen 3 (4 nm)"),
        ("8gen2", "第二代骁龙8"),
        ("8 gen 2", "Snapdragon 8 Gen2"),
        ("8s gen3", "骁龙 8s Gen 3"),
        ("kirin 980", "海思 麒麟980"),
        ("安卓13", "MIUI 14（Android 13）"),
        ("塞班", "Symbian 9.2"),
    ],
)
def test_a_query_finds_every_way_of_writing(typed: str, shown: str) -> None:
    assert set(ANALYZER.query_tokens(typed)) <= set(ANALYZER.index_tokens(shown))


def test_the_end_of_a_longer_number_is_not_rewritten() -> None:
    assert REWRITER.text("888 gen 2") == "888 gen 2"


def test_phrases_are_rewritten_too() -> None:
    assert ANALYZER.exact_tokens("Kirin 980") == ANALYZER.exact_tokens("麒麟980")


def test_what_was_found_is_marked_as_it_is_written() -> None:
    tokens = ANALYZER.query_tokens("麒麟980")
    assert ANALYZER.highlight("海思 Kirin 980 八核", tokens) == [
        ("海思 ", False),
        ("Kirin 980", True),
        (" 八核", False),
    ]


@given(st.text(alphabet="第三代骁龙8gen kirin安卓OS鸿蒙", max_size=60))
def test_every_character_is_traced_to_its_place(text: str) -> None:
    written, places = REWRITER.traced(*traced(text))
    assert written == REWRITER.text(normal(text))
    assert len(places) == len(written)
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)
