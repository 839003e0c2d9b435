from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError, PairsPage, data_sets_folder
from evaluation.discovery_quality import (
    GIVEN,
    DiscoveryEvaluation,
    DiscoveryReport,
    DiscoveryRow,
    DiscoveryTrial,
    measure_discovery_quality,
    site_trial,
)
from evaluation.discovery_weights import Judged, WeightsRows, zol_set
from evaluation.hidden_names import HiddenName, HiddenNames
from evaluation.scoring import Tally

if TYPE_CHECKING:
    from pathlib import Path


NAMES = "Weight Height Width Depth Colour Material Battery Screen Camera Memory Sound Radio".split()
NOTHING_FOUND = DiscoveryReport(())


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


def page(number: int, *, gold: list[str], shown: list[str]) -> PairsPage:
    values = {name: f"{place + number} units" for place, name in enumerate([*NAMES, "Gift"])}
    rows = "".join(f"<tr><td>{name}</td><td>{values[name]}</td></tr>" for name in shown)
    body = f"<body><h1>Phone {number}</h1><table>{rows}</table>"
    url = f"https://site.example/{number}"
    pairs = tuple((name, values[name]) for name in gold)
    return PairsPage(url, body.encode(), f"{number}.html", pairs)


def test_all_but_the_known_ones_are_wanted() -> None:
    pages = [page(number, gold=NAMES, shown=NAMES) for number in range(5)]
    trial = site_trial(pages, draw=1)
    others = len(NAMES) - GIVEN
    assert trial.names == Tally(others, others, others)
    assert trial.shown == trial.values == Tally(4 * others, 4 * others, 4 * others)
    assert set(trial.figures().values()) == {1.0}


def test_what_gold_does_not_know_is_wrong_and_what_is_not_shown_is_missed() -> None:
    pages = [page(number, gold=NAMES, shown=[*NAMES, "Gift"]) for number in range(5)]
    trial = site_trial(pages, draw=1)
    assert (trial.names.extracted, trial.names.correct) == (3, 2)
    assert trial.shown.precision == 2 / 3


def test_the_same_draw_is_the_same_trial() -> None:
    pages = [page(number, gold=NAMES, shown=NAMES) for number in range(3)]
    assert site_trial(pages, draw=4) == site_trial(pages, draw=4)


def test_a_page_alone_is_looked_at_itself() -> None:
    assert site_trial([page(0, gold=NAMES, shown=NAMES)], draw=0).names.should == 2


def test_learned_weights_that_are_no_better_are_told() -> None:
    same = WeightsRows("site", (Judged("zol", 10, 5, 0.5, 1.0, 1.0, 0.2, 0.1),))
    (fallen,) = DiscoveryEvaluation(NOTHING_FOUND, (same,)).below_floors
    assert fallen.startswith("discovery, weights, site held back, 1 sample(s): gain is 0.0000")


def test_wrong_aliases_are_told() -> None:
    wrong = HiddenNames((HiddenName("主摄像素", "摄像头像素", "后置摄像头"),))
    fallen = DiscoveryEvaluation(NOTHING_FOUND, names=wrong).below_floors
    assert any("precision is 0.0000" in line for line in fallen)


def test_candidates_of_a_real_page() -> None:
    try:
        data_sets_folder()
        page = zol_set()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    attributes = [one for one in page.examples if one.true]
    assert 50 <= len(attributes) <= 62
    assert all(one.candidate.value for one in page.examples)
    assert not any(one.candidate.name == "电商报价" for one in page.examples)
