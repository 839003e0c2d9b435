from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from evaluation.hostile_trial import HostileReport, hostile_trial

if TYPE_CHECKING:
    from samples.proxy import LoggedRequest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> HostileReport:
    """Without pauses: how fast honest sites are is for `python -m evaluation hostile` to tell."""
    return hostile_trial(tmp_path_factory.mktemp("hostile"), lambda _: None, delay=0)


def pages(report: HostileReport, part: str) -> list[LoggedRequest]:
    return [asked for asked in report.asked if part in urlsplit(asked.url).path]


def test_there_are_many_cases_and_every_crawl_meets_them(report: HostileReport) -> None:
    assert report.cases >= 200
    assert [one.name for one in report.crawls] == [
        *("phones, alone", "phones", "news, alone", "news", "forums, alone", "forums")
    ]


def test_every_crawl_ends_by_itself(report: HostileReport) -> None:
    assert {one.exit_status for one in report.crawls} == {0}


def test_no_process_takes_much_memory(report: HostileReport) -> None:
    assert max(one.megabytes for one in report.crawls) < 500


def test_queue_and_disk_stay_small(report: HostileReport) -> None:
    assert max(one.links for one in report.crawls) < 250_000
    assert max(one.on_disk for one in report.crawls) < 500


def test_honest_sites_keep_what_they_have(report: HostileReport) -> None:
    kept = {one.name: one.kept for one in report.crawls}
    for name in ("phones", "news", "forums"):
        assert kept[name] == kept[f"{name}, alone"] > 0, name


def test_nobody_is_contacted_who_must_not_be(report: HostileReport) -> None:
    assert report.contacted == 0
    # The proxy answers 502 where it is asked for a host that is not its own.
    assert [asked for asked in report.asked if asked.status == 502] == []


def test_every_trap_is_in_the_error_register_by_its_kind(report: HostileReport) -> None:
    assert report.misses == ()


def test_nothing_is_unexplained(report: HostileReport) -> None:
    assert "internal" not in report.kinds


def test_honest_pages_among_the_traps_are_recorded(report: HostileReport) -> None:
    assert report.products == 5
    assert report.records == 15, "each by what it tells machines, by its rows, and its picture"


def test_bad_pictures_are_asked_for_once_and_told(report: HostileReport) -> None:
    asked = [one.url for one in pages(report, "/pic/")]
    assert len(asked) == len(set(asked)) == 5
    assert "bad-picture" in report.kinds


def test_endless_spaces_are_left(report: HostileReport) -> None:
    for maze in ("/calendar/", "/maze/orders/", "/maze/paths/"):
        assert 0 < len(pages(report, maze)) < 200, maze
