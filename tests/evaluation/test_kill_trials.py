from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import pytest

from evaluation.kill_trials import CrashReport, Operation, crash_trial, kill_trial, operations
from tests.spider.simulated_crawl import SHOUJI, SHOUJI_PRODUCTS, TONGXUN, TONGXUN_PRODUCTS
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
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
@pytest.mark.parametrize(("spider", "documents"), [("news", 60), ("forums", 401)])
def test_a_collection_killed_twenty_times_loses_and_doubles_nothing(
    tmp_path: Path, spider: str, documents: int
) -> None:
    report = crash_trial(tmp_path, kills=20, seed=5, spider=spider)
    assert report.differences == ()
    assert report.documents == documents
    assert report.kills > 10, "some may end by themselves: there is little to collect"


def operation(name: str, pages: int = 12) -> Operation:
    return next(one for one in operations(pages) if one.name == name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["reread", "index build", "decision", "batch", "back-up", "archive repair"],
)
def test_a_command_that_is_killed_leaves_what_an_undisturbed_one_does(
    tmp_path: Path, name: str
) -> None:
    trial = kill_trial(tmp_path, operation(name), kills=1, points=3, seed=1)
    assert trial.differences == ()
    assert trial.cases >= 3


def test_a_command_that_never_gets_anywhere_is_noticed(tmp_path: Path) -> None:
    """The trial itself must be able to fail: here the state is that of the moment."""
    moments = count()
    strange = replace(operation("back-up"), state=lambda _: next(moments))
    trial = kill_trial(tmp_path, strange, kills=0, points=1, seed=1)
    assert "is not as without the kill" in trial.differences[0]
