from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation.kill_trials import (
    CrashReport,
    DecisionReport,
    crash_trial,
    decision_trial,
    upkeep_trial,
)
from tests.spider.simulated_crawl import SHOUJI, SHOUJI_PRODUCTS, TONGXUN, TONGXUN_PRODUCTS
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@pytest.fixture(scope="module")
def crashes(tmp_path_factory: pytest.TempPathFactory) -> CrashReport:
    folder = tmp_path_factory.mktemp("crashes")
    topics = write_topic(folder, SHOUJI, TONGXUN)
    return crash_trial(folder, kills=2, seed=3, settings={"SPECSEEK_TOPICS": str(topics)})


@pytest.mark.slow
def test_after_kills_the_ledger_is_that_of_an_undisturbed_crawl(crashes: CrashReport) -> None:
    assert crashes.kills == 2
    assert crashes.differences == ()
    # Every page has its picture, and the phones of one site are told to machines once more.
    assert crashes.records == 3 * len(SHOUJI_PRODUCTS) + 2 * len(TONGXUN_PRODUCTS)
    assert crashes.archived <= crashes.pages


@pytest.mark.slow
def test_only_what_was_under_way_is_asked_for_again(crashes: CrashReport) -> None:
    under_way, robots = 2 * 4, 2  # two sites, four requests at once to each
    assert crashes.repeated <= crashes.kills * (under_way + robots)


@pytest.mark.slow
def test_the_report_of_crashes_says_so(crashes: CrashReport) -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(crashes.table())
    assert "The ledger equals the undisturbed one." in captured.get()
    told: Mapping[str, object] = crashes.as_json()
    assert told["differences"] == ()


@pytest.mark.slow
@pytest.mark.parametrize(("spider", "documents"), [("news", 60), ("forums", 401)])
def test_a_collection_killed_twenty_times_loses_and_doubles_nothing(
    tmp_path: Path, spider: str, documents: int
) -> None:
    report = crash_trial(tmp_path, kills=20, seed=5, spider=spider)
    assert report.differences == ()
    assert report.documents == documents
    assert report.kills > 10, "some may end by themselves: there is little to collect"


@pytest.fixture(scope="module")
def decisions(tmp_path_factory: pytest.TempPathFactory) -> DecisionReport:
    return decision_trial(tmp_path_factory.mktemp("decisions"), kills=2, seed=24, pages=12)


@pytest.mark.slow
def test_whenever_it_is_killed_all_is_before_or_after(decisions: DecisionReport) -> None:
    assert decisions.differences == ()
    assert decisions.before + decisions.after == decisions.kills == 2


@pytest.mark.slow
def test_the_report_of_decisions_says_so(decisions: DecisionReport) -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(decisions.table())
    assert "In the end all is as without the kills." in captured.get()
    told: Mapping[str, object] = decisions.as_json()
    assert told["differences"] == ()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["backup", "repair"])
def test_upkeep_that_is_killed_ends_as_without_kills(tmp_path: Path, command: str) -> None:
    report = upkeep_trial(tmp_path, command, kills=3, seed=7, pages=60)
    assert (report.kills, report.differences) == (3, ())
    console = Console(width=100)
    with console.capture() as captured:
        console.print(report.table())
    assert "In the end all is as without the kills." in captured.get()
