from __future__ import annotations

import pytest

from evaluation.article_quality import FIGURES as OF_ARTICLES
from evaluation.discovery_quality import FIGURES as OF_DISCOVERY
from evaluation.post_quality import FIGURES as OF_POSTS
from evaluation.query_quality import FIGURES as OF_QUERIES
from evaluation.scoring import (
    FIGURES,
    Calibration,
    QualityRow,
    Spread,
    Tally,
    Trial,
    below_floors,
    facts,
    floors,
    is_whole,
    pooled,
    score_attributes,
    score_pairs,
    score_unseen,
    worse_with_more_samples,
)
from rules.record import Pair
from samples.labels import letters_and_digits


def test_the_paper_s_third_site() -> None:
    third = Tally(correct=94, extracted=100, should=104)
    assert third.precision == pytest.approx(0.94)
    assert third.recall == pytest.approx(0.9038, abs=1e-4)
    assert third.f1 == pytest.approx(2 * 0.94 * (94 / 104) / (0.94 + 94 / 104))


def test_nothing_given_and_nothing_wanted_is_right() -> None:
    assert Tally().precision == Tally().recall == Tally().f1 == 1.0


def test_nothing_given_where_something_was_wanted_is_wrong() -> None:
    assert Tally(0, 0, 5).f1 == 0.0


def test_tallies_add_up() -> None:
    assert sum([Tally(1, 2, 3), Tally(4, 5, 6)], Tally()) == Tally(5, 7, 9)


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


CAST = [Pair("cast", "Cast", "Ann, Ben", ("Ann", "Ben")), Pair(None, "Runtime", "90 min")]


def test_each_item_of_a_list_is_a_fact() -> None:
    items = [("Cast", "Ann"), ("Cast", "Ben"), ("Runtime", "90 min")]
    for gold in (items, items[:1], []):
        assert facts(CAST, gold) == items


def test_a_list_is_one_fact_where_gold_has_it_as_one_text() -> None:
    gold = [("Cast:", "Ann; Ben"), ("Runtime", "90 min")]
    found = facts(CAST, gold)
    assert found == [("Cast", "Ann, Ben"), ("Runtime", "90 min")]
    assert score_pairs(gold, found) == Tally(2, 2, 2)


def test_what_was_said_to_be_sure_beside_what_was_right() -> None:
    cast = Pair(None, "Cast", "Ann, Ben", ("Ann", "Ben"), confidence=0.9)
    again = Pair(None, "cast:", "Ann", confidence=0.3)
    noise = Pair(None, "Home", "About us", confidence=0.1)
    sure = Pair(None, "Runtime", "90 min", confidence=1.0)
    gold = [("Cast", "Ann"), ("Runtime", "90 min")]
    found = Calibration.of([cast, again, noise, sure], gold)
    assert found.given == (0, 1, 0, 0, 0, 0, 0, 0, 0, 3)
    assert found.right == (0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    assert found.error() == pytest.approx((0.1 + 2.8 - 2) / 4)
    assert found.error(least=0.5) == pytest.approx((2.8 - 2) / 3)
    assert (found + found).given == (0, 2, 0, 0, 0, 0, 0, 0, 0, 6)
    assert (found + found).error() == pytest.approx(found.error())


GOOD = Trial((Tally(4, 4, 4), Tally(4, 4, 4)), Tally(2, 2, 2))

FAIR = Trial((Tally(4, 4, 4), Tally(3, 4, 4)), Tally(1, 1, 2))

BAD = Trial((Tally(2, 4, 4), Tally(0, 0, 4)), Tally(0, 0, 2))

ROW = QualityRow("shop", 1, (GOOD, FAIR, BAD))


@pytest.mark.parametrize(
    ("figure", "median", "worst"),
    [
        ("f1", 14 / 16, 4 / 12),
        ("precision", 7 / 8, 2 / 4),
        ("recall", 7 / 8, 2 / 8),
        ("whole", 0.5, 0.0),
        ("unseen", 0.5, 0.0),
    ],
)
def test_median_and_worst_over_trials(figure: str, median: float, worst: float) -> None:
    spread = ROW.figure(figure)
    assert spread is not None
    assert spread.as_json() == {"median": pytest.approx(median), "worst": pytest.approx(worst)}


def test_a_figure_the_set_does_not_have() -> None:
    row = QualityRow("shop", 1, (Trial((Tally(1, 1, 1),)),))
    assert row.figure("unseen") is None
    assert row.as_json()["unseen"] is None


def test_sites_are_pooled_trial_by_trial() -> None:
    other = QualityRow("other", 1, (BAD, GOOD, GOOD))
    assert pooled("both", [ROW, other]).figure("f1") == Spread(
        (2 * 10 / (12 + 16), 2 * 15 / 32, 2 * 10 / 28)
    )
    assert pooled("both", [ROW, other]).figure("unseen") == Spread((0.5, 0.75, 0.5))


def test_floors_speak_of_figures_that_exist() -> None:
    assert floors()
    known = {*FIGURES, *OF_DISCOVERY, *OF_POSTS, *OF_ARTICLES, *OF_QUERIES}
    assert {floor.figure for floor in floors()} <= known


def test_a_fallen_figure_is_named() -> None:
    row = QualityRow("gsmarena", 1, (Trial((Tally(1, 2, 2),)),))
    assert any(
        line.startswith("gsmarena, 1 sample(s): f1 is 0.5000") for line in below_floors([row])
    )


def test_figures_that_hold_and_sets_not_measured_are_no_matter() -> None:
    row = QualityRow("gsmarena", 1, (Trial((Tally(5, 5, 5),), Tally(1, 1, 1)),))
    assert not list(below_floors([row]))


def test_one_trial_is_held_against_the_worst() -> None:
    trial = Trial((Tally(93, 100, 100),))
    assert not list(below_floors([QualityRow("swde-camera, buy", 1, (trial,))]))
    assert list(below_floors([QualityRow("swde-camera, buy", 1, (trial, trial))]))


def test_more_samples_that_do_harm_are_named() -> None:
    fair, good = ((Trial((Tally(right, 4, 4),)),) for right in (2, 3))
    rows = [QualityRow("a", 3, fair), QualityRow("a", 1, good), QualityRow("a", 0, good)]
    assert list(worse_with_more_samples(rows)) == ["a: f1 is 0.5000 with 3 samples, 0.7500 with 1"]
    assert not list(worse_with_more_samples([QualityRow("b", 1, fair), QualityRow("b", 3, good)]))
