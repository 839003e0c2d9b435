"""What becomes of a link whose fetch failed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import DownloadTimeoutError
from twisted.internet.error import ConnectionRefusedError as Refused

from spider.faults import Fault, FaultKind
from spider.politeness.errors import RobotsForbidError, RobotsUnreachableError
from spider.safety.errors import BodyTooLargeError
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl, html, status
from tests.spider.crawl.small_pages import PRODUCT, lonely

if TYPE_CHECKING:
    from pathlib import Path

PAUSES = (10.0, 20.0)  # twice as long each time


def test_a_passing_fault_is_tried_again_after_ever_longer_pauses(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: status(500)}, retries=2) as crawl:
        assert crawl.run() == [SHOUJI]
        error = crawl.errors()[SHOUJI]
        assert (error.kind, error.action) == (
            "server-error",
            "asked once; to be asked again in 10 s",
        )
        assert crawl.states() == {SHOUJI: "queued"}
        assert crawl.run(after=PAUSES[0] - 1) == []
        assert crawl.run(after=PAUSES[0] + 1) == [SHOUJI]
        assert crawl.errors()[SHOUJI].action == "asked 2 times; to be asked again in 20 s"
        assert crawl.run(after=PAUSES[1] + 1) == [SHOUJI]
        error = crawl.errors()[SHOUJI]
        assert (error.times, error.action) == (3, "given up after 3 times")
        assert crawl.states() == {SHOUJI: "failed"}
        assert not crawl.context.queue.waits


def test_what_comes_in_the_end_is_stored_like_any_page(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: DownloadTimeoutError()}) as crawl:
        crawl.run()
        crawl.site = {PRODUCT: lonely(PRODUCT)}
        assert crawl.run(after=PAUSES[0] + 1) == [PRODUCT]
        assert crawl.stored().keys() == {PRODUCT}
        assert crawl.states() == {PRODUCT: "done"}


def test_the_pause_outlives_the_run(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: status(500)}) as first:
        first.run()
    with SmallCrawl(tmp_path, site={SHOUJI: html("")}) as second:
        assert second.run() == []
        assert second.context.queue.waits
        assert second.run(after=PAUSES[0] + 1) == [SHOUJI]


LASTING = {
    "client-error": status(403),
    "gone": status(404),
    "not-http": status(999),
    "too-large": BodyTooLargeError(8_000_000),
}


@pytest.mark.parametrize(("kind", "reply"), LASTING.items(), ids=LASTING.keys())
def test_a_lasting_fault_is_not_tried_again(tmp_path: Path, kind: str, reply: Exception) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: reply}) as crawl:
        crawl.run()
        assert crawl.states() == {SHOUJI: "failed"}
        assert (crawl.errors()[SHOUJI].kind, crawl.errors()[SHOUJI].times) == (kind, 1)
        assert crawl.context.progress.faults[kind].count == 1


def test_what_robots_txt_forbids_is_left_out(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: RobotsForbidError(SHOUJI)}) as crawl:
        crawl.run()
        assert crawl.states() == {SHOUJI: "forbidden"}
        assert (crawl.errors()[SHOUJI].kind, crawl.errors()[SHOUJI].action) == (
            "robots",
            "left out",
        )


def test_while_robots_txt_is_out_of_reach_trying_again_is_in_vain(tmp_path: Path) -> None:
    """The answer is remembered for a while: all tries within it would be one and the same."""
    out_of_reach = RobotsUnreachableError(
        SHOUJI, Fault.of(FaultKind.CONNECTION), until=time.time() + 40
    )
    with SmallCrawl(tmp_path, site={SHOUJI: out_of_reach}) as crawl:
        crawl.run()
        assert crawl.run(after=39) == []
        crawl.site = {SHOUJI: html("")}
        assert crawl.run(after=60) == [SHOUJI]


def test_a_site_that_asks_for_fewer_requests_is_obeyed_and_outwaited(tmp_path: Path) -> None:
    busy = {SHOUJI: status(429, Retry_After="60")}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=busy | {TONGXUN: html("")}, retries=1) as crawl:
        assert sorted(crawl.run()) == [TONGXUN, SHOUJI]
        assert crawl.errors()[SHOUJI].kind == "rate-limited"
        assert crawl.run(after=59) == []
        for _ in range(2):  # another fault would be given up after one retry
            assert crawl.run(after=61, most=1) == [SHOUJI]
        crawl.site = {SHOUJI: html("")}
        assert crawl.run(after=61, most=1) == [SHOUJI]
        assert crawl.states()[SHOUJI] == "done"


def test_all_of_a_busy_site_waits_and_no_other_site(tmp_path: Path) -> None:
    both = html('<a href="/a">a</a><a href="/b">b</a>')
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site={SHOUJI: both, TONGXUN: both}) as crawl:
        crawl.run(most=2)
        crawl.site = {
            f"{site}{page}": reply
            for site, reply in ((SHOUJI, status(503, Retry_After="60")), (TONGXUN, html("")))
            for page in "ab"
        }
        asked = crawl.run()
        assert sorted(url for url in asked if url.startswith(TONGXUN)) == [
            f"{TONGXUN}a",
            f"{TONGXUN}b",
        ]
        assert len([url for url in asked if url.startswith(SHOUJI)]) == 1
        until = crawl.context.queue.waiting()["shouji.example"][1]
        assert 55 < until - time.time() <= 60


def test_links_that_lead_nowhere_teach_that_too(tmp_path: Path) -> None:
    pages = [f"{SHOUJI}dead/{number}.html" for number in range(6)]
    home = html("".join(f'<a href="{page}">手机 {page}</a>' for page in pages))
    site = {SHOUJI: home} | dict.fromkeys(pages, status(404))
    with SmallCrawl(tmp_path, site=site) as crawl:
        crawl.run(most=1)
        [bucket] = {taken.bucket for taken in [crawl.take()] if taken}
        before = crawl.context.judge.value(bucket)
        crawl.run()
        assert crawl.context.judge.value(bucket) < before


def test_our_own_words_are_registered_not_those_of_libraries(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: Refused(111, b"inside".decode())}) as crawl:
        crawl.run()
        detail = crawl.errors()[SHOUJI].detail
        assert detail == "The connection could not be made, or broke before the answer came."
