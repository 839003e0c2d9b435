"""The crawl: what comes from the web is sorted by what it is, and stored."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from spider.crawl.answer import FetchResult
from spider.crawl.archiving import NOT_MODIFIED
from spider.crawl.budgets import Budgets
from spider.crawl.closing import Heartbeat, close_crawl
from spider.crawl.ending import DISK_FULL, SITES_SILENT, STORE_FAILED
from spider.crawl.failing_sites import FailingSites
from spider.crawl.read_and_store import read_and_store
from spider.crawl.seeds import queue_seed
from spider.crawl.store_fault import store_fault
from spider.crawl.store_gone import store_gone
from spider.crawl.store_redirect import store_redirect
from spider.crawl.store_sheet import store_sheet
from spider.crawl.store_unchanged import store_unchanged
from spider.faults import Fault, FaultKind, fault_of_failure, fault_of_response
from spider.politeness.errors import RobotsUnreachableError
from store.frontier import STYLE_SHEET

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.http import Request, Response

    from spider.crawl.context import CrawlContext
    from spider.crawl.link_queue import TakenLink
    from spider.items import ProductRecord

_log = logging.getLogger(__name__)

LINK = "specseek_link"  # where a request carries its link


class Crawl:
    """Between Scrapy, which fetches, and the ledger, which remembers."""

    def __init__(self, context: CrawlContext, end: Callable[[str], None]) -> None:
        """`end` is told the reason, once, where the crawl must end before its queue does."""
        self.context = context
        self._tell_end = end
        self._is_ending = False
        self._heartbeat = Heartbeat(context)
        self._budgets = Budgets(context.limits, context.queue)
        self._failing = FailingSites(context.queue, context.backoff)

    def queue_address(self, url: str) -> bool:
        """Queue a seed or a sitemap; False where it is known, or none of ours."""
        try:
            return queue_seed(self.context, url, time.time())
        except SpecSeekError as problem:
            self._end_for(problem)
            return False

    def next(self, now: float) -> TakenLink | None:
        if self._is_ending:
            return None
        try:
            self._heartbeat.beat(now)
            taken = self.context.queue.next(now)
        except Exception as problem:  # noqa: BLE001 - without its queue the crawl would stand still
            self._end_for(problem)
            return None
        if taken is None and self.context.queue.is_stuck(now):
            self._end(SITES_SILENT)
        return taken

    def visited(self, response: Response) -> list[ProductRecord]:
        """Something came, whatever its status."""
        taken: TakenLink = response.meta[LINK]
        records: list[ProductRecord] = []
        self._stored(
            taken, lambda now: records.extend(self._store(FetchResult(taken, response, now)))
        )
        if reason := self._budgets.spend(taken.link.site, len(response.body)):
            self._end(reason)
        return records

    def failed(self, request: Request, problem: BaseException) -> None:
        """Nothing came."""
        taken: TakenLink = request.meta[LINK]
        fault = fault_of_failure(problem)
        if fault.kind is FaultKind.INTERNAL:
            _log.error("%s: %s", taken.link.url, problem, exc_info=problem)
        unasked = isinstance(problem, RobotsUnreachableError)
        until = problem.until if isinstance(problem, RobotsUnreachableError) else 0.0

        def store(now: float) -> None:
            if not unasked:
                self._failing.note(taken.link.site, fault, now)
            store_fault(self.context, taken, fault, now, until)

        self._stored(taken, store)

    def close(self, reason: str) -> None:
        close_crawl(self.context, reason)

    def _store(self, answer: FetchResult) -> list[ProductRecord]:
        context, status, site = self.context, answer.status, answer.link.site
        context.backoff.note(site, status, answer.header("Retry-After"), answer.now)
        fault = fault_of_response(status, answer.response.headers)
        self._failing.note(site, fault, answer.now)
        if answer.link.group == STYLE_SHEET and not fault:
            store_sheet(context, answer)
        elif status == NOT_MODIFIED:
            store_unchanged(context, answer)
        elif 300 <= status < 400 and answer.header("Location"):
            store_redirect(context, answer)
        elif fault and fault.kind is FaultKind.GONE and answer.known:
            store_gone(context, answer, fault)
        elif fault:
            store_fault(context, answer.taken, fault, answer.now)
        else:
            return read_and_store(context, answer)
        return []

    def _stored(self, taken: TakenLink, store: Callable[[float], None]) -> None:
        now = time.time()
        try:
            if not self._is_ending:
                self._store_or_register(taken, store, now)
                self._heartbeat.beat(now)
        except Exception as problem:  # noqa: BLE001 - not even a fault can be stored: no page's matter
            self._end_for(problem)
        finally:
            self.context.queue.arrived(taken)

    def _store_or_register(
        self, taken: TakenLink, store: Callable[[float], None], now: float
    ) -> None:
        """Whatever is wrong with one page, the crawl goes on, and the page is accounted for."""
        try:
            store(now)
        except (SpecSeekError, OSError):  # disk or database: the next page would fare no better
            raise
        except Exception as problem:  # noqa: BLE001 - a page can break what we did not foresee
            _log.exception("%s could not be stored", taken.link.url)
            words = f"{type(problem).__name__}: {problem}"
            store_fault(self.context, taken, Fault.of(FaultKind.INTERNAL, words), now)

    def _end_for(self, problem: Exception) -> None:
        """The disk or the database fails: stop at once; what is stored so far is whole."""
        full = fault_of_failure(problem).kind is FaultKind.DISK_FULL
        _log.critical(
            "%s. The crawl ends here; nothing that was stored is lost. Run the same command to "
            "go on once %s.",
            str(problem).rstrip("."),
            "there is space again" if full else "this is mended",
            exc_info=None if isinstance(problem, (SpecSeekError, OSError)) else problem,
        )
        self._end(DISK_FULL if full else STORE_FAILED)

    def _end(self, reason: str) -> None:
        if not self._is_ending:
            self._is_ending = True
            self._tell_end(reason)
