from __future__ import annotations

import sys
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.credibility import EqualWeights
from discovery.weights import (
    FEWEST,
    FEWEST_OF_EACH,
    CrossValidated,
    LearnedWeights,
    NoLearnerError,
    TooFewError,
    WeightsError,
    train,
)
from tests.discovery.made_examples import SUPPORT, candidate, decided

pytest.importorskip("sklearn", reason="weights are learned with scikit-learn")


def test_what_tells_the_truth_weighs_more_than_what_speaks_at_random() -> None:
    weights = train(decided(60, 60)).weights
    assert weights["parent"] > 4 * abs(weights["font"])
    assert weights["parent"] == max(weights.values())


def test_learned_weights_judge_held_back_examples_better_than_equal_ones() -> None:
    held_back = train(decided(60, 60)).held_back
    assert held_back.learned > held_back.equal + 0.05


def test_what_the_examples_say_nothing_about_keeps_its_weight() -> None:
    learned = train(decided(60, 60))
    assert learned.weights["row"] == pytest.approx(5 / 3 * learned.weights["background"])
    assert learned.weights["background"] > 0
    with_row = learned.score(candidate(1.0, row=1.0), SUPPORT)
    without = learned.score(candidate(1.0), SUPPORT)
    assert with_row.probability > without.probability


def test_probabilities_hold() -> None:
    """Nine in ten of those for which `parent` speaks are true, one in ten of the others."""
    learned = train(decided(200, 200))
    assert learned.score(candidate(1.0), SUPPORT).probability == pytest.approx(0.9, abs=0.06)
    assert learned.score(candidate(-1.0), SUPPORT).probability == pytest.approx(0.1, abs=0.06)


def test_the_threshold_follows_what_people_accept() -> None:
    """Where people reject most, the same evidence is worth less."""
    strict, generous = train(decided(20, 100)), train(decided(100, 20))
    same = candidate(0.0)
    assert strict.score(same, SUPPORT).probability < 0.5 < generous.score(same, SUPPORT).probability


@pytest.mark.parametrize(
    ("true", "false"),
    [(0, 0), (FEWEST, 0), (FEWEST, FEWEST_OF_EACH - 1), (15, 15)],
    ids=["nothing", "all true", "hardly a false one", "few of both"],
)
def test_too_few_decisions_are_told(true: int, false: int) -> None:
    with pytest.raises(TooFewError, match=f"{true} accepted and {false} rejected"):
        train(decided(true, false))


def test_all_of_one_site_are_enough() -> None:
    examples = [one._replace(group="a.example") for one in decided(40, 40)]
    assert train(examples).held_back.learned > 0.8


def test_the_same_examples_teach_the_same() -> None:
    assert train(decided(40, 40)) == train(decided(40, 40))


def test_without_scikit_learn_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    with pytest.raises(NoLearnerError, match=r"pip install specseek\[learn\]"):
        train(decided(40, 40))


def test_to_score_needs_no_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    learned = train(decided(40, 40))
    monkeypatch.setattr("discovery.weights._sklearn", None)
    assert learned.score(candidate(1.0), SUPPORT).probability > 0.5
    assert EqualWeights().score(candidate(1.0), SUPPORT).probability > 0.5


WEIGHTS = LearnedWeights(
    weights={"parent": 2.0, "row": 0.5},
    base=-1.0,
    examples=40,
    held_back=CrossValidated(equal=0.8, learned=0.9),
)


def test_contributions_and_base_sum_up_to_the_score() -> None:
    score = WEIGHTS.score(candidate(1.0, font=1.0, row=-1.0), SUPPORT)
    assert score.contributions["parent"] == 2.0
    assert score.contributions["row"] == -0.5
    assert score.contributions["font"] == 0.0
    assert sum(score.contributions.values()) + WEIGHTS.base == 0.5
    assert score.probability == pytest.approx(1 / (1 + exp(-0.5)))


def test_what_is_stored_comes_back_the_same() -> None:
    assert LearnedWeights.from_json(WEIGHTS.to_json()) == WEIGHTS


@pytest.mark.parametrize(
    "content",
    ["", "{}", "[]", '{"weights": {}, "base": 0}', WEIGHTS.to_json().replace("-1.0", "NaN")],
    ids=["empty", "no keys", "a list", "no weights", "no number"],
)
def test_what_cannot_be_used_is_told(content: str) -> None:
    with pytest.raises(WeightsError, match="specseek review learn"):
        LearnedWeights.from_json(content)


@settings(max_examples=50, deadline=None)
@given(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300))
def test_a_score_is_a_probability_whatever_the_weights(weight: float, base: float) -> None:
    learned = WEIGHTS.model_copy(update={"weights": {"parent": weight}, "base": base})
    assert 0 <= learned.score(candidate(1.0), SUPPORT).probability <= 1
