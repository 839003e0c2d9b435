from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation.crawling.crash_trial import CrashReport, crash_trial
from tests.spider.simulated_crawl import SHOUJI, SHOUJI_PRODUCTS, TONGXUN, TONGXUN_PRODUCTS
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
    from collections.abc import Mapping


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> CrashReport:
    folder = tmp_path_factory.mktemp("crashes")
    topics = write_topic(folder, SHOUJI, TONGXUN)
    return crash_trial(folder, kills=2, seed=3, settings={"SPECSEEK_TOPICS": str(topics)})


def test_after_kills_the_ledger_is_that_of_an_undisturbed_crawl(report: CrashReport) -> None:
    assert report.kills == 2
    assert report.differences == ()
    # The phones of one of the sites are told to machines once more.
    assert report.records == 2 * len(SHOUJI_PRODUCTS) + len(TONGXUN_PRODUCTS)
    assert report.archived <= report.pages


def test_only_what_was_under_way_is_asked_for_again(report: CrashReport) -> None:
    under_way, robots = 2 * 4, 2  # two sites, four requests at once to each
    assert report.repeated <= report.kills * (under_way + robots)


def test_the_report_says_so(report: CrashReport) -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(report.table())
    assert "The ledger equals the undisturbed one." in captured.get()
    told: Mapping[str, object] = report.as_json()
    assert told["differences"] == ()
