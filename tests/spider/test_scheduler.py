"""Scrapy's scheduler with the ledger for a queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Request, Spider

from spider.crawl import LINK
from spider.politeness.robots import sitemaps_found
from spider.scheduler import LedgerScheduler
from tests.spider.simulated_crawl import PRODUCT, SHOUJI, SmallCrawl, html, lonely

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def scheduler_of(crawl: SmallCrawl) -> LedgerScheduler:
    scheduler = LedgerScheduler.from_crawler(crawl.crawler)
    scheduler.open(crawl.spider)
    return scheduler


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[LedgerScheduler]:
    with SmallCrawl(tmp_path, SHOUJI, site={SHOUJI: html("")}) as crawl:
        yield scheduler_of(crawl)


def test_a_request_is_for_a_link_and_hears_of_every_status(scheduler: LedgerScheduler) -> None:
    assert scheduler.has_pending_requests()
    request = scheduler.next_request()
    assert request
    assert request.url == SHOUJI
    assert request.meta[LINK].link.url == SHOUJI
    assert request.meta["handle_httpstatus_all"]
    assert request.dont_filter  # the ledger knows what was asked
    assert "If-None-Match" not in request.headers
    assert scheduler.next_request() is None
    assert not scheduler.has_pending_requests()


def test_what_is_known_is_not_taken_in_again(scheduler: LedgerScheduler) -> None:
    assert not scheduler.enqueue_request(Request(SHOUJI))
    assert scheduler.enqueue_request(Request(f"{SHOUJI}a"))
    assert not scheduler.enqueue_request(Request(f"{SHOUJI}a#b"))


def test_sitemaps_that_robots_txt_names_are_queued(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, SHOUJI) as crawl:
        scheduler = scheduler_of(crawl)
        urls = (f"{SHOUJI}sitemap.xml", "http://elsewhere.example/sitemap.xml")
        crawl.crawler.signals.send_catch_log(sitemaps_found, urls=urls, request=Request(SHOUJI))
        assert crawl.states().keys() == {SHOUJI, f"{SHOUJI}sitemap.xml"}
        assert scheduler.has_pending_requests()


def test_a_page_that_we_have_is_asked_for_on_condition(tmp_path: Path) -> None:
    reply = lonely(PRODUCT, etag='"1"')
    dated = reply.headers | {"Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"}
    site = {PRODUCT: type(reply)(reply.body, 200, dated)}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as first:
        first.run()
    with SmallCrawl(tmp_path, PRODUCT) as second:
        request = scheduler_of(second).next_request()
        assert request
        assert request.headers["If-None-Match"] == b'"1"'
        assert request.headers["If-Modified-Since"] == b"Sun, 06 Nov 1994 08:49:37 GMT"


def test_other_spiders_are_refused(tmp_path: Path) -> None:
    with (
        SmallCrawl(tmp_path) as crawl,
        pytest.raises(TypeError, match="other has no ledger"),
    ):
        LedgerScheduler(crawl.crawler).open(Spider("other"))


def test_what_it_closes_can_be_opened_again(tmp_path: Path) -> None:
    crawl = SmallCrawl(tmp_path).__enter__()
    scheduler_of(crawl).close("finished")
    with SmallCrawl(tmp_path):
        pass
