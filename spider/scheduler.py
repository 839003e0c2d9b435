"""Scrapy's scheduler, with the ledger as its queue."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Self

from scrapy import Request
from scrapy.core.scheduler import BaseScheduler

from spider.crawl import LINK
from spider.pictures import ACCEPTED, MOST_BYTES
from spider.politeness.robots import sitemaps_found
from spider.safety.handler import IS_OURS
from spider.spiders import LedgerSpider
from store.database import steady_time
from store.frontier import PICTURE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy import Spider
    from scrapy.crawler import Crawler

    from spider.crawl import Crawl
    from spider.link_queue import TakenLink


class LedgerScheduler(BaseScheduler):
    """Takes requests from the ledger's queue; closes the crawl that the spider opened."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._crawl: Crawl
        self._ending: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def open(self, spider: Spider) -> None:
        if not isinstance(spider, LedgerSpider):
            raise TypeError(f"{spider.name} has no ledger, which this queue needs")
        self._spider = spider
        self._crawl = spider.start_crawl(self._end)
        self._crawler.signals.connect(self._queue_sitemaps, sitemaps_found)

    def _queue_sitemaps(self, urls: Iterable[str]) -> None:
        for url in urls:
            self._crawl.queue_address(url)

    def close(self, reason: str) -> None:
        self._crawl.close(reason)

    def _end(self, reason: str) -> None:
        closing = self._crawler.engine.close_spider_async(reason=reason)
        self._ending = asyncio.get_running_loop().create_task(closing)

    def has_pending_requests(self) -> bool:
        return self._crawl.context.queue.waits

    def enqueue_request(self, request: Request) -> bool:
        """Queue a seed, or a request of a custom spider; False if the URL is known already."""
        return self._crawl.queue_address(request.url)

    def next_request(self) -> Request | None:
        taken = self._crawl.next(steady_time())
        return request_for(taken, self._spider) if taken else None


def request_for(taken: TakenLink, spider: LedgerSpider) -> Request:
    if taken.link.group == PICTURE:
        limited = {"download_maxsize": MOST_BYTES}
        headers = {"Accept": ACCEPTED}
    else:
        limited, headers = {}, _conditions(taken)
    is_ours = partial(spider.crawl.context.queue.may_request, taken.link.site)
    return Request(
        taken.link.url,
        callback=spider.parse,
        errback=spider.failed,
        headers=headers,
        # All statuses are handled by `spider.crawl`.
        meta={
            LINK: taken,
            IS_OURS: is_ours,
            "handle_httpstatus_all": True,
            "depth": taken.link.depth,
            **limited,
        },
        dont_filter=True,
    )


def _conditions(taken: TakenLink) -> dict[str, str]:
    """Conditional headers: fetch the page only if it has changed."""
    known = taken.known
    if known is None or known.capture_id is None:
        return {}
    asked = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in asked.items() if value}
