"""Responses are sorted by what they are; seeds, budgets, sites that fail, and the end of a run."""

from __future__ import annotations

import errno
import shutil
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import DownloadConnectionRefusedError
from sqlalchemy import select

from core.errors import SpecSeekError
from spider.crawl import (
    BYTE_BUDGET,
    DISK_FULL,
    EXIT_STATUS,
    LEFT_OVER,
    SITE_BUDGET,
    SITE_COSTLY,
    SITES_SILENT,
    STORE_FAILED,
    FailingSites,
    Heartbeat,
)
from spider.display.views import reason_in_words
from spider.faults import Fault, FaultKind
from spider.reading import ProductReader
from spider.reading_pool import ReadingPool
from store.runs import Run, last_runs
from store.schema import links, site_memory
from tests.spider.simulated_crawl import SHOUJI, TONGXUN, Reply, SmallCrawl, html, moved, status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spider.page_worker import Ask
    from spider.reading import PageReading, PageTask


A, B = f"{SHOUJI}a", f"{SHOUJI}b"
SITE = {SHOUJI: html('<a href="/a">a</a><a href="/b">b</a>'), A: html(""), B: html("")}


def with_failing_part(crawl: SmallCrawl, url: str, problem: Exception) -> None:
    """Something fails on one page, in a way that nobody foresaw."""
    reader = ProductReader(crawl.context.topic)

    def read(task: PageTask, ask: Ask) -> PageReading:
        if task.url == url:
            raise problem
        return reader.read_page(task, ask)

    readers = ReadingPool(read, crawl.context.limits)
    crawl.spider.context = replace(crawl.context, readers=readers)
    crawl.crawl = crawl.spider.start_crawl(crawl.end_reasons.append)


def test_a_page_that_breaks_us_is_registered_and_the_crawl_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with SmallCrawl(tmp_path, site=SITE) as crawl:
        with_failing_part(crawl, A, ZeroDivisionError("division by zero"))
        assert sorted(crawl.run()) == [SHOUJI, A, B]
        assert crawl.states() == {SHOUJI: "done", A: "failed", B: "done"}
        error = crawl.errors()[A]
        assert (error.kind, error.detail) == ("internal", "ZeroDivisionError: division by zero")
        assert "Traceback" in caplog.text  # for whoever mends it
        assert crawl.end_reasons == []


def test_what_nobody_foresaw_in_fetching_is_registered_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with SmallCrawl(tmp_path, site=SITE | {A: KeyError("inside")}) as crawl:
        crawl.run()
        assert crawl.errors()[A].kind == "internal"
        assert crawl.states()[A] == "failed"
        assert "KeyError" in caplog.text


@pytest.mark.parametrize(
    ("problem", "reason", "advice"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disk-full", "there is space again"),
        (OSError(errno.EIO, "Input/output error"), "store-failed", "this is mended"),
        (SpecSeekError("the ledger is gone."), "store-failed", "this is mended"),
    ],
)
def test_where_nothing_can_be_stored_the_crawl_ends(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    problem: Exception,
    reason: str,
    advice: str,
) -> None:
    with SmallCrawl(tmp_path, site=SITE) as crawl:
        with_failing_part(crawl, A, problem)
        crawl.run()
        assert crawl.end_reasons == [reason]
        assert f"Run the same command to go on once {advice}." in caplog.text
        assert ".." not in caplog.text
        assert "Traceback" not in caplog.text
        assert crawl.take() is None
        assert crawl.errors() == {}
    with SmallCrawl(tmp_path, site=SITE) as later:
        assert A in later.run()


def test_answers_that_come_after_the_end_are_left_for_the_next_run(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=SITE | {TONGXUN: html("")}) as crawl:
        with_failing_part(crawl, SHOUJI, OSError(errno.ENOSPC, "full"))
        taken = [crawl.take(), crawl.take()]
        for one in taken:
            assert one
            crawl.answer(one)
        assert crawl.end_reasons == ["disk-full"]
        assert set(crawl.states().values()) <= {"taken", "done"}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=SITE | {TONGXUN: html("")}) as later:
        assert SHOUJI in later.run()


def test_a_page_that_breaks_us_and_cannot_even_be_registered_ends_the_crawl(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with SmallCrawl(tmp_path, site=SITE) as crawl:
        with_failing_part(crawl, SHOUJI, ZeroDivisionError())
        taken = crawl.take()
        assert taken
        with crawl.context.ledger.transaction() as conn:
            conn.exec_driver_sql("DROP TABLE errors")
        crawl.answer(taken)
        assert crawl.end_reasons == ["store-failed"]
        assert "The crawl ends here" in caplog.text
        assert crawl.take() is None


def test_a_ledger_that_fails_between_pages_ends_the_crawl(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=SITE) as crawl:
        with crawl.context.ledger.transaction() as conn:
            conn.exec_driver_sql("ALTER TABLE links RENAME TO lost")
        assert crawl.take() is None
        assert crawl.end_reasons == ["store-failed"]
        assert not crawl.crawl.queue_address(A)
        assert crawl.end_reasons == ["store-failed"]  # told once


def test_a_crawl_whose_sites_do_not_answer_ends_and_keeps_its_queue(tmp_path: Path) -> None:
    down = {SHOUJI: DownloadConnectionRefusedError()}
    with SmallCrawl(tmp_path, SHOUJI, site=down, retries=9) as crawl:
        for minute in range(9):
            crawl.run(after=60.0 * minute)
        assert crawl.end_reasons == [SITES_SILENT]
        assert crawl.states() == {SHOUJI: "queued"}


def test_a_short_pause_is_waited_for(tmp_path: Path) -> None:
    busy = {SHOUJI: status(429, Retry_After="30")}
    with SmallCrawl(tmp_path, SHOUJI, site=busy) as crawl:
        crawl.run()
        assert crawl.end_reasons == []
        assert crawl.run(after=31.0, most=1) == [SHOUJI]


def test_only_an_end_that_was_wished_for_is_a_success() -> None:
    assert EXIT_STATUS["finished"] == EXIT_STATUS[BYTE_BUDGET] == 0
    assert EXIT_STATUS["shutdown"] == 130
    assert DISK_FULL not in EXIT_STATUS
    assert STORE_FAILED not in EXIT_STATUS


def test_people_are_told_every_reason_in_words() -> None:
    for reason in (*EXIT_STATUS, DISK_FULL, STORE_FAILED, SITE_BUDGET, SITE_COSTLY, LEFT_OVER):
        assert reason_in_words(reason) != reason


# Where a crawl begins.


@pytest.fixture
def crawl(tmp_path: Path) -> Iterator[SmallCrawl]:
    with SmallCrawl(tmp_path, SHOUJI) as crawl:
        yield crawl


def test_seeds_stand_before_all_else(crawl: SmallCrawl) -> None:
    wanted = select(links.c.url, links.c.level, links.c.depth, links.c.link_group, links.c.state)
    assert crawl.rows(wanted) == [(SHOUJI, 9, 0, "list", "queued")]


def test_a_seed_is_known_by_any_spelling(crawl: SmallCrawl) -> None:
    assert not crawl.crawl.queue_address("HTTP://WWW.shouji.example:80/?utm_source=a#b")
    assert crawl.crawl.queue_address(f"{SHOUJI}sitemap.xml")
    assert crawl.states().keys() == {SHOUJI, f"{SHOUJI}sitemap.xml"}


@pytest.mark.parametrize(
    "told", ["http://elsewhere.example/sitemap.xml", "ftp://www.shouji.example/", "", "http://["]
)
def test_what_is_none_of_ours_is_passed_over(crawl: SmallCrawl, told: str) -> None:
    assert not crawl.crawl.queue_address(told)
    assert crawl.states().keys() == {SHOUJI}


# What one run may cost.


NAMES = "abcdefghij"
HOME = html("".join(f'<a href="/{name}">{name}</a>' for name in NAMES))


def site_of(*others: Reply) -> dict[str, Reply]:
    """A home page with ten links, answered in turn by these."""
    pages = {f"{SHOUJI}{name}": others[at % len(others)] for at, name in enumerate(NAMES)}
    return {SHOUJI: HOME, **pages}


def test_a_site_has_its_share_and_the_next_run_goes_on(tmp_path: Path) -> None:
    site = site_of(html("")) | {TONGXUN: html("")}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site, pages_per_site=4) as first:
        asked = first.run()
        assert len([url for url in asked if url.startswith(SHOUJI)]) == 4
        assert TONGXUN in asked
        assert not first.context.queue.waits
        assert list(first.states().values()).count("queued") > 0
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site) as second:
        assert len(second.run()) == 11 - 4


def test_every_answer_counts(tmp_path: Path) -> None:
    site = site_of(status(404), moved("/a"), status(500), html(""))
    with SmallCrawl(tmp_path, site=site, pages_per_site=5) as crawl:
        assert len(crawl.run()) == 5


def test_bytes_are_counted_whatever_the_status(tmp_path: Path) -> None:
    large = "x" * 400_000
    with SmallCrawl(tmp_path, site=site_of(html(large, 404)), megabytes=1) as crawl:
        assert len(crawl.run()) == 1 + 3
        assert crawl.end_reasons == ["closespider_bytes"]
        assert crawl.take() is None


def test_nought_is_no_limit(tmp_path: Path) -> None:
    site = site_of(html(""))
    with SmallCrawl(tmp_path, site=site, pages_per_site=0, megabytes=0, depth=0) as crawl:
        assert len(crawl.run()) == 11


# A site that does not answer any more: pauses, then it is left alone for this run.


FAILING_SITE = "shouji.example"
DOWN, BROKEN = Fault.of(FaultKind.CONNECTION), Fault.of(FaultKind.SERVER_ERROR)


@pytest.fixture
def failing_crawl(tmp_path: Path) -> Iterator[SmallCrawl]:
    with SmallCrawl(tmp_path, SHOUJI) as failing_crawl:
        yield failing_crawl


@pytest.fixture
def failing(failing_crawl: SmallCrawl) -> FailingSites:
    return FailingSites(failing_crawl.context.queue, failing_crawl.context.backoff)


def test_some_failures_in_a_row_bring_pauses(
    failing_crawl: SmallCrawl, failing: FailingSites
) -> None:
    for _ in range(2):
        failing.note(FAILING_SITE, DOWN, now=1000)
    assert failing_crawl.context.backoff.ready_at(FAILING_SITE) == 0
    failing.note(FAILING_SITE, DOWN, now=1000)
    first = failing_crawl.context.backoff.ready_at(FAILING_SITE)
    failing.note(FAILING_SITE, DOWN, now=first)
    assert failing_crawl.context.backoff.ready_at(FAILING_SITE) - first > first - 1000 > 0


def test_failures_for_ten_minutes_and_it_is_left_alone(
    failing_crawl: SmallCrawl, failing: FailingSites, caplog: pytest.LogCaptureFixture
) -> None:
    for minute in range(10):
        for _ in range(2):
            failing.note(FAILING_SITE, DOWN, now=1000 + 60 * minute)
    assert failing_crawl.context.queue.waits
    failing.note(FAILING_SITE, DOWN, now=1000 + 600)
    assert not failing_crawl.context.queue.waits
    assert failing_crawl.take() is None
    assert "shouji.example has not answered for 10 minutes" in caplog.text
    assert failing_crawl.states() == {SHOUJI: "queued"}


def test_a_short_outage_is_outwaited(failing_crawl: SmallCrawl, failing: FailingSites) -> None:
    for _ in range(100):
        failing.note(FAILING_SITE, DOWN, now=1000)
    assert failing_crawl.context.queue.waits


@pytest.mark.parametrize("answer", [None, BROKEN])
def test_any_answer_shows_that_it_is_there(
    failing_crawl: SmallCrawl, failing: FailingSites, answer: Fault | None
) -> None:
    for minute in range(60):
        failing.note(FAILING_SITE, DOWN, now=1000 + 60 * minute)
        failing.note(FAILING_SITE, answer, now=1000 + 60 * minute)
    assert failing_crawl.context.queue.waits
    assert failing_crawl.context.backoff.ready_at(FAILING_SITE) == 0


# Signs of life, and how a run ends.


CLOSED_HOME = html('<a href="/a">a</a><a href="/b">b</a>')
CLOSED_SITE = {SHOUJI: CLOSED_HOME, f"{SHOUJI}a": html(""), f"{SHOUJI}b": status(404)}


def last_run(crawl: SmallCrawl) -> Run:
    with crawl.context.ledger.reading() as conn:
        return last_runs(conn)[0]


def after_the_end(tmp_path: Path) -> Run:
    """The run before the one that looks at it."""
    with SmallCrawl(tmp_path, revisit="none") as later, later.context.ledger.reading() as conn:
        return last_runs(conn)[1]


OUTCOMES = {
    "finished": "finished",
    "shutdown": "stopped",
    "closespider_pagecount": "stopped",
    "closespider_bytes": "stopped",
    "disk-full": "failed",
    "whatever": "failed",
}


@pytest.mark.parametrize(("reason", "outcome"), OUTCOMES.items())
def test_the_outcome_of_a_run_follows_from_why_it_ended(
    tmp_path: Path, reason: str, outcome: str
) -> None:
    crawl = SmallCrawl(tmp_path, site=CLOSED_SITE).__enter__()
    crawl.run()
    crawl.crawl.close(reason)
    run = after_the_end(tmp_path)
    assert (run.outcome, run.note) == (outcome, reason)
    assert (run.pages, run.errors) == (2, 1)
    assert run.ended_at is not None


def test_a_run_that_left_links_behind_is_not_finished(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=CLOSED_SITE, pages_per_site=1) as crawl:
        crawl.run()
        assert crawl.context.progress.links("queued") > 0
        crawl.crawl.close("finished")
        assert crawl.context.progress.reason == SITE_BUDGET
    run = after_the_end(tmp_path)
    assert (run.outcome, run.note) == ("stopped", SITE_BUDGET)


def test_links_in_hand_go_back_and_memories_are_kept(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=CLOSED_SITE) as first:
        first.run(most=1)
        first.take()
        assert "taken" in first.states().values()
    with SmallCrawl(tmp_path, revisit="none") as later:
        assert "taken" not in later.states().values()
        assert ("shouji.example",) in later.rows(select(site_memory.c.site))


def test_a_crawl_gives_signs_of_life_but_not_all_the_time(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=CLOSED_SITE) as crawl:
        pulse = Heartbeat(crawl.context)
        pulse.beat(1000)
        crawl.context.progress.page("shouji.example", 10)
        pulse.beat(1004)
        assert (last_run(crawl).seen_at, last_run(crawl).pages) == (1000, 0)
        pulse.beat(1006)
        assert (last_run(crawl).seen_at, last_run(crawl).pages) == (1006, 1)


def test_also_while_it_waits_for_a_site(tmp_path: Path) -> None:
    """Nothing comes, nothing is sent: still nobody shall think it dead."""
    with SmallCrawl(tmp_path, site={SHOUJI: status(429, Retry_After="50")}) as crawl:
        crawl.run()
        start = time.time()
        assert crawl.take(after=40) is None
        assert last_run(crawl).seen_at >= start + 40


def test_the_display_hears_what_waits(tmp_path: Path) -> None:
    site = {SHOUJI: CLOSED_HOME, TONGXUN: status(503, Retry_After="60")}
    start = time.time()
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site) as crawl:
        crawl.run(most=2)
        crawl.take(after=6)
        progress = crawl.context.progress
        assert progress.total.waiting == 3
        sleeping = progress.sites["tongxun.example"]
        assert (sleeping.waiting, sleeping.backed_off_until >= start + 60) == (1, True)
        assert progress.queued[("list", "done")] == 1
        crawl.site = CLOSED_SITE | {TONGXUN: html("")}
        crawl.run(after=100)
        crawl.take(after=200)
        assert progress.total.waiting == 0
        assert progress.sites["tongxun.example"].backed_off_until == 0.0


def test_a_ledger_that_fails_at_the_end_is_told_and_the_lock_is_released(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawl = SmallCrawl(tmp_path, site=CLOSED_SITE).__enter__()
    crawl.run(most=1)
    with crawl.context.ledger.transaction() as conn:
        conn.exec_driver_sql("ALTER TABLE links RENAME TO lost")
    crawl.crawl.close("finished")
    assert "The end of this run could not be recorded" in caplog.text
    (tmp_path / "data" / "ledger.sqlite").unlink()
    shutil.rmtree(tmp_path / "data" / "archive")  # without its ledger it would stop the crawl, too
    with SmallCrawl(tmp_path):
        pass
