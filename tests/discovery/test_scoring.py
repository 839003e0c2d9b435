from __future__ import annotations

import pytest

from discovery.candidates import Candidate
from discovery.credibility import Factors
from discovery.scoring import (
    SIGNALS,
    THRESHOLD,
    WEIGHTS,
    EqualWeights,
    SiteSupport,
    Support,
    evidence_of,
)

LITTLE = Support(1, 1, 1)
MUCH = Support(9, 9, 9)


def candidate(
    name: str = "重量", value: str = "102 克", looks: float = 0, row: float = 0
) -> Candidate:
    signals = {"row": row, "company": row}
    return Candidate(name, value, "row", Factors(*[looks] * 5), 0, signals)


def test_the_published_five_weigh_as_much_as_row_company_and_site() -> None:
    assert set(WEIGHTS) == {*Factors._fields, *SIGNALS, "support"}
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    score = EqualWeights().score(candidate(looks=-1, row=1), MUCH)
    assert set(score.contributions) == set(WEIGHTS)
    assert score.probability == pytest.approx(THRESHOLD)


def test_nothing_for_it_is_not_enough() -> None:
    assert EqualWeights().score(candidate(), LITTLE).probability == THRESHOLD
    assert EqualWeights().score(candidate(row=0.1), LITTLE).probability > THRESHOLD


def test_signals_of_former_versions_tell_nothing() -> None:
    old = Candidate("重量", "102 克", "line", Factors(0, 0, 0, 0, 0), 0, {"links": -1.0})
    assert EqualWeights().score(old, LITTLE).probability == THRESHOLD


def test_evidence_has_factors_signals_and_support() -> None:
    evidence = evidence_of(candidate(looks=1, row=0.5), MUCH)
    assert (evidence["font"], evidence["row"], evidence["support"]) == (1, 0.5, 1)


def test_pages_and_values_are_counted_by_what_names_mean() -> None:
    support = SiteSupport()
    support.add([candidate("重 量：", "102 克"), candidate("重量", "102克")])
    support.add([candidate("重量", "98 克")])
    support.add([candidate("颜色", "红")])
    assert support.of("重量") == Support(pages=2, of=3, values=2)
    assert support.of("价格") == Support(pages=0, of=3, values=0)


def test_a_few_pages_tell_nothing() -> None:
    assert Support(3, 3, 1).signal == 0


def test_the_same_on_every_page_is_furniture() -> None:
    assert Support(10, 10, 1).signal == -1
    assert Support(10, 40, 1).signal == 0


def test_the_more_values_differ_the_better() -> None:
    assert 0 < Support(10, 10, 2).signal < Support(10, 10, 5).signal == 1
