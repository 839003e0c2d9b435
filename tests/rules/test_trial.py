"""Training on a trial library: the same rules, the same refusals, an untouched folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.extraction import extract
from rules.library import LIBRARIES, RuleLibrary
from rules.training import TrainingError, train_sample
from rules.trial import TrialLibrary
from samples.labels import labelled_samples

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_learned_is_there_and_the_folder_is_not(tmp_path: Path) -> None:
    sample = next(labelled_samples())
    trial = TrialLibrary(tmp_path / "rules")
    report = train_sample(trial, sample)
    assert trial.rules_for(sample.page.url) == report.rules
    assert extract(sample.page, report.rules).records
    assert not (tmp_path / "rules").exists()


def test_the_rules_are_those_of_real_training(tmp_path: Path) -> None:
    real = RuleLibrary(tmp_path)
    samples = [one for one in labelled_samples() if "21cn" in one.page.url]
    train_sample(real, samples[0])
    tried = train_sample(TrialLibrary(tmp_path), samples[1])
    assert tried.samples == 2
    assert train_sample(real, samples[1]).rules == tried.rules


def test_it_refuses_as_the_real_one_does() -> None:
    sample = next(labelled_samples())
    with pytest.raises(TrainingError, match="learned from pages that are not in"):
        train_sample(TrialLibrary(LIBRARIES / "phones"), sample)
