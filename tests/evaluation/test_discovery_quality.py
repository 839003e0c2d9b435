from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError
from evaluation.discovery_quality import (
    DiscoveryReport,
    DiscoveryRow,
    measure_discovery_quality,
)
from evaluation.discovery_trials import DiscoveryTrial, site_trial
from evaluation.scoring import Tally

if TYPE_CHECKING:
    from pathlib import Path


def test_median_and_worst_of_the_trials() -> None:
    good, bad = Tally(4, 4, 4), Tally(1, 2, 4)
    trials = tuple(DiscoveryTrial(names, good, good) for names in (good, bad, good))
    report = DiscoveryReport((DiscoveryRow("site", trials),))
    console = Console(width=140)
    with console.capture() as shown:
        console.print(report.table())
    assert "1.0000 (0.5000)" in shown.get()
    [row] = json.loads(json.dumps(report.as_json()))["rows"]
    assert (row["set"], row["trials"]) == ("site", 3)
    assert row["recall"] == {"median": 1.0, "worst": 0.25}


def test_sets_that_are_absent_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path / "nowhere"))
    report = measure_discovery_quality()
    assert report.rows == ()
    assert "set SPECSEEK_DATA_SETS" in "".join(report.notes)


def test_real_pages() -> None:
    """A few of them; the figures over all are those of the evaluation."""
    try:
        phones, zol = datasets.gsmarena()[::12], datasets.zol()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    for trial in (site_trial(phones, 2), site_trial([zol], 2)):
        assert trial.names.precision >= 0.95
        assert trial.names.recall >= 0.95
        assert trial.values.precision >= 0.95
