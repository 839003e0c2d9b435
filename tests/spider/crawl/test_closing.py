"""Signs of life, and how a run ends."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from spider.crawl.closing import Heartbeat
from store.runs import Run, last_runs
from store.schema import site_memory
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl, html, status

if TYPE_CHECKING:
    from pathlib import Path

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
    assert after_the_end(tmp_path).outcome == "stopped"


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
        assert crawl.take(after=40) is None
        assert last_run(crawl).seen_at > time.time() + 30


def test_the_display_hears_what_waits(tmp_path: Path) -> None:
    site = {SHOUJI: CLOSED_HOME, TONGXUN: status(503, Retry_After="60")}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site) as crawl:
        crawl.run(most=2)
        crawl.take(after=6)
        progress = crawl.context.progress
        assert progress.total.waiting == 3
        sleeping = progress.sites["tongxun.example"]
        assert (sleeping.waiting, sleeping.backed_off_until > time.time() + 50) == (1, True)
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
    assert "The end of this run could not be written down" in caplog.text
    (tmp_path / "data" / "ledger.sqlite").unlink()
    with SmallCrawl(tmp_path):
        pass
