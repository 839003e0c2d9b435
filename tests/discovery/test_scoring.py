from __future__ import annotations

import pytest

from discovery.candidate import Candidate, Factors
from discovery.scoring import THRESHOLD, VETOES, EqualWeights, evidence_of
from discovery.signals import SIGNALS
from discovery.support import Support

LITTLE = Support(1, 1, 1)


def candidate(factors: float, **signals: float) -> Candidate:
    every = Factors(*[factors] * 5)
    return Candidate("重量", "102 克", "line", every, 0, {**dict.fromkeys(SIGNALS, 0.0), **signals})


def test_all_evidence_weighs_the_same() -> None:
    score = EqualWeights().score(candidate(0.5, row=-1.0), Support(9, 9, 9))
    assert set(score.contributions) == {*Factors._fields, *SIGNALS, "support"}
    assert score.contributions["row"] == -score.contributions["support"]
    assert score.probability == pytest.approx((1 + sum(score.contributions.values())) / 2)


def test_nothing_for_it_is_not_enough() -> None:
    assert EqualWeights().score(candidate(0), LITTLE).probability == THRESHOLD
    assert EqualWeights().score(candidate(0, value=1.0), LITTLE).probability > THRESHOLD


@pytest.mark.parametrize("veto", VETOES)
def test_one_veto_outweighs_all_else(veto: str) -> None:
    sure = {**dict.fromkeys(SIGNALS, 1.0), veto: -1.0}
    assert EqualWeights().score(candidate(1, **sure), LITTLE).probability < 0.1


def test_evidence_has_factors_signals_and_support() -> None:
    evidence = evidence_of(candidate(1, value=1.0), Support(9, 9, 9))
    assert (evidence["font"], evidence["value"], evidence["support"]) == (1, 1, 1)
