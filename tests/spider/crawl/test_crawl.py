"""Whatever happens to one page, the crawl goes on; what happens to the store ends it."""

from __future__ import annotations

import errno
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import DownloadConnectionRefusedError

from core.errors import SpecSeekError
from rules.reader import Relevance
from spider.crawl.crawl import Crawl
from spider.crawl.ending import SITES_SILENT
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl, html, status

if TYPE_CHECKING:
    from pathlib import Path

    from core.topic import Topic
    from pages.page import Page

A, B = f"{SHOUJI}a", f"{SHOUJI}b"
SITE = {SHOUJI: html('<a href="/a">a</a><a href="/b">b</a>'), A: html(""), B: html("")}


class Fails(Relevance):
    """A part that fails on one page, in a way that nobody foresaw."""

    def __init__(self, topic: Topic, url: str, problem: Exception) -> None:
        super().__init__(topic)
        self._url = url
        self._problem = problem

    def of(self, page: Page) -> float:
        if page.url == self._url:
            raise self._problem
        return super().of(page)


def with_failing_part(crawl: SmallCrawl, url: str, problem: Exception) -> None:
    context = replace(crawl.context, relevance=Fails(crawl.context.topic, url, problem))
    crawl.crawl = crawl.spider.crawl = Crawl(context, crawl.end_reasons.append)


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
