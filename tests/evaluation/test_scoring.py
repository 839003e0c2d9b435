from __future__ import annotations

import pytest

from evaluation.scoring import (
    is_whole,
    letters_and_digits,
    score_attributes,
    score_pairs,
    score_unseen,
)
from evaluation.tally import Tally


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("参考价格：", "参考价格"),
        ("6.89 英寸", "6.89英寸"),
        ("ＧＰＳ功能", "gps功能"),
        ("Straße", "STRASSE"),
        ("cm²", "cm2"),
    ],
)
def test_punctuation_width_and_case_do_not_matter(one: str, other: str) -> None:
    assert letters_and_digits(one) == letters_and_digits(other)


def test_letters_and_digits_do_matter() -> None:
    assert letters_and_digits("2.5 m") != letters_and_digits("25 mm")


GOLD = [("品牌", "诺基亚"), ("型号", "1200"), ("重量", "77 克")]


def test_pairs_right_given_and_wanted() -> None:
    found = [("品牌", "诺基亚"), ("型号：", "1208"), ("重量", "77克"), ("广告", "买一送一")]
    assert score_pairs(GOLD, found) == Tally(correct=2, extracted=4, should=3)


def test_a_pair_shown_twice_counts_once() -> None:
    assert score_pairs([*GOLD, GOLD[0]], [*GOLD, GOLD[2]]) == Tally(3, 3, 3)


@pytest.mark.parametrize(
    ("found", "whole"),
    [(GOLD, True), (GOLD[:2], False), ([*GOLD, ("颜色", "黑")], False), ([], False)],
)
def test_a_record_is_whole_or_not(found: list[tuple[str, str]], *, whole: bool) -> None:
    assert is_whole(score_pairs(GOLD, found)) is whole


def test_unseen_attributes_are_scored_alone() -> None:
    found = [("型号", "1200"), ("重量", "77克")]
    assert score_unseen(GOLD, found, seen_names=["品牌：", "型号"]) == Tally(1, 1, 1)
    assert score_unseen(GOLD, found[:1], seen_names=["品牌"]) == Tally(1, 1, 2)


SHOP_GOLD = {"model": ["PowerShot S90", "S90"], "price": ["$349.00"], "maker": []}


@pytest.mark.parametrize(
    ("found", "tally"),
    [
        ([("model", "S90"), ("price", "349.00")], Tally(2, 2, 2)),
        ([("model", "PowerShot S90"), ("model", "S90")], Tally(1, 1, 2)),
        ([("model", "S90"), ("model", "S95")], Tally(1, 2, 2)),
        ([("maker", "Canon")], Tally(0, 1, 2)),
        ([(None, "S90"), ("colour", "black")], Tally(0, 0, 2)),
    ],
)
def test_gold_lists_acceptable_values(found: list[tuple[str | None, str]], tally: Tally) -> None:
    assert score_attributes(SHOP_GOLD, found) == tally
