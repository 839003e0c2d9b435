from __future__ import annotations

from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.learning.weights import VETO, CrossValidated, LearnedWeights, WeightsError
from tests.discovery.learning.made_examples import SUPPORT, candidate

WEIGHTS = LearnedWeights(
    weights={"parent": 2.0, "row": 0.5, VETO: 3.0},
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


def test_a_veto_is_evidence_too() -> None:
    free = WEIGHTS.score(candidate(1.0), SUPPORT)
    vetoed = WEIGHTS.score(candidate(1.0, place=-1.0), SUPPORT)
    assert VETO not in free.contributions
    assert vetoed.contributions[VETO] == -3.0
    assert vetoed.probability < 0.5 < free.probability


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
