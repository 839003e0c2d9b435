from __future__ import annotations

from evaluation.discovering.report import FIGURES as OF_DISCOVERY
from evaluation.floors import below_floors, floors, worse_with_more_samples
from evaluation.scoring import FIGURES, QualityRow, Tally, Trial


def test_floors_speak_of_figures_that_exist() -> None:
    assert floors()
    assert {floor.figure for floor in floors()} <= {*FIGURES, *OF_DISCOVERY}


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
