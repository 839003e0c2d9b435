"""From a crawl of the old pages to rules that read the new: one site, and one that is empty."""

from __future__ import annotations

import pytest

from evaluation.repair_quality import RepairReport
from evaluation.repair_trial import RepairTrial, repair_trial
from samples.pocket_web import EMPTIED_HOST
from tests.spider.small_topic import write_topic

HOST = "tech.163.example"


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> RepairTrial:
    folder = tmp_path_factory.mktemp("repair")
    topics = write_topic(folder, f"http://{HOST}/", f"http://{EMPTIED_HOST}/")
    return repair_trial(folder, [HOST], {"SPECSEEK_TOPICS": str(topics)})


def f1(trial: RepairTrial) -> list[float]:
    figures = (row.figure("f1") for row in (*trial.before, *trial.after))
    return [spread.median for spread in figures if spread]


def test_the_repaired_rules_read_all(trial: RepairTrial) -> None:
    """The old ones still read what has its old name; the fall is noticed all the same."""
    before, after = f1(trial)
    assert before < 0.95
    assert after == 1.0
    assert trial.repaired == ["163.example"]


def test_the_emptied_site_is_an_alarm_and_gets_no_rule(trial: RepairTrial) -> None:
    assert trial.alarms == ["tongxun.example"]


def test_the_report_finds_no_fault(trial: RepairTrial) -> None:
    assert RepairReport(trial, ()).faults == []
