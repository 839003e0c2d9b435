"""The crawl: what comes from the web is sorted by what it is, and stored."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from rules.errors import SpecSeekError
from spider.crawl import closing
from spider.crawl.answer import Answer
from spider.crawl.archiving import NOT_MODIFIED
from spider.crawl.budgets import over_budget
from spider.crawl.ending import DISK_FULL, STORE_FAILED
from spider.crawl.read_and_store import read_and_store
from spider.crawl.seeds import queue_seed
from spider.crawl.store_fault import store_fault
from spider.crawl.store_redirect import store_redirect
from spider.crawl.store_unchanged import store_unchanged
from spider.faults import Fault, FaultKind, fault_of_failure, fault_of_response

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response

    from spider.crawl.link_queue import TakenLink
    from spider.crawl.parts import CrawlParts
    from spider.items import ProductRecord

_log = logging.getLogger(__name__)

LINK = "specseek_link"  # where a request carries its link


class Crawl:
    """Between Scrapy, which fetches, and the ledger, which remembers."""

    def __init__(self, parts: CrawlParts, crawler: Crawler) -> None:
        self.parts = parts
        self._crawler = crawler
        self._pulse = closing.Pulse(parts)
        self._ending: asyncio.Task[None] | None = None

    def queue_address(self, url: str) -> bool:
        """Queue a seed or a sitemap; False where it is known, or none of ours."""
        return queue_seed(self.parts, url, time.time())

    def next(self, now: float) -> TakenLink | None:
        if self._ending:
            return None
        try:
            return self.parts.queue.next(now)
        except SpecSeekError as problem:
            self._end_for(problem)
            return None

    def visited(self, response: Response) -> list[ProductRecord]:
        """Something came, whatever its status."""
        taken: TakenLink = response.meta[LINK]
        records: list[ProductRecord] = []
        self._stored(taken, lambda now: records.extend(self._store(Answer(taken, response, now))))
        if reason := over_budget(self.parts, taken.link.site):
            self._end(reason)
        return records

    def failed(self, request: Request, problem: BaseException) -> None:
        """Nothing came."""
        taken: TakenLink = request.meta[LINK]
        fault = fault_of_failure(problem)
        if fault.kind is FaultKind.INTERNAL:
            _log.error("%s: %s", taken.link.url, problem, exc_info=problem)
        self._stored(taken, lambda now: store_fault(self.parts, taken, fault, now))

    def close(self, reason: str) -> None:
        closing.close(self.parts, reason)

    def _store(self, answer: Answer) -> list[ProductRecord]:
        parts, status = self.parts, answer.status
        parts.backoff.note(answer.link.site, status, answer.header("Retry-After"), answer.now)
        if status == NOT_MODIFIED and answer.known:
            store_unchanged(parts, answer)
        elif 300 <= status < 400 and answer.header("Location"):
            store_redirect(parts, answer)
        elif fault := fault_of_response(status, answer.response.headers):
            store_fault(parts, answer.taken, fault, answer.now)
        else:
            return read_and_store(parts, answer)
        return []

    def _stored(self, taken: TakenLink, store: Callable[[float], None]) -> None:
        """Whatever goes wrong with one page, the crawl goes on, and the page is accounted for."""
        now = time.time()
        try:
            if not self._ending:
                store(now)
                self._pulse.beat(now)
        except (SpecSeekError, OSError) as problem:
            self._end_for(problem)
        except Exception as problem:  # noqa: BLE001 - a page can break what we did not foresee
            _log.exception("%s could not be stored", taken.link.url)
            words = f"{type(problem).__name__}: {problem}"
            store_fault(self.parts, taken, Fault.of(FaultKind.INTERNAL, words), now)
        finally:
            self.parts.queue.arrived(taken)

    def _end_for(self, problem: Exception) -> None:
        """The disk or the database fails: stop at once; what is stored so far is whole."""
        full = fault_of_failure(problem).kind is FaultKind.DISK_FULL
        _log.critical(
            "%s. The crawl ends here; nothing that was stored is lost. %s",
            problem,
            "Free some space, then run the same command to go on."
            if full
            else "Mend this, then run the same command to go on.",
        )
        self._end(DISK_FULL if full else STORE_FAILED)

    def _end(self, reason: str) -> None:
        if not self._ending:
            closing_spider = self._crawler.engine.close_spider_async(reason=reason)
            self._ending = asyncio.get_running_loop().create_task(closing_spider)
