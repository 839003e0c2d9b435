from __future__ import annotations

import pytest

from evaluation.quality_row import QualityRow, Spread, Trial, pooled
from evaluation.tally import Tally

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
