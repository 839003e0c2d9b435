"""The crawl: sorts what comes from the web by its kind, and stores it.

`Crawl` stands between Scrapy, which fetches, and the ledger, which remembers. `spider.pipelines`
stores each kind of response; this module has what concerns the run as a whole: seeds, budgets,
sites that do not answer, the heartbeat, and how a run ends.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import SpecSeekError, error_text
from core.names import site_of
from core.urls import canonical_url, shape_of
from spider.faults import (
    Fault,
    FaultKind,
    RobotsUnreachableError,
    SiteLostError,
    fault_of_failure,
    fault_of_response,
)
from spider.links.features import LinkGroup
from spider.links.judge import LinkBucket
from spider.pictures import store_picture, store_picture_redirect
from spider.pipelines import (
    NOT_MODIFIED,
    read_and_store,
    store_fault,
    store_gone,
    store_redirect,
    store_refused,
    store_sheet,
    store_unchanged,
)
from spider.reading import FetchResult
from spider.reading_pool import PageRefusedError, ReadingError, SiteSpentError
from store.database import steady_time
from store.frontier import (
    NO_PAGES,
    PICTURE,
    STYLE_SHEET,
    LinkLostError,
    NewLink,
    is_queue_empty,
    link_counts,
)
from store.runs import RunCounts, end_run, update_run

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from scrapy.http import Request, Response
    from sqlalchemy import Connection

    from core.settings import CrawlSettings
    from spider.context import CrawlContext, ProductContext
    from spider.link_queue import LinkQueue, TakenLink
    from spider.pipelines import ProductRecord
    from spider.politeness.throttle import SiteBackoff
    from store.frontier import LinkState

    LinkCounts = Mapping[tuple[str, LinkState], int]


FINISHED = "finished"
STOPPED = "shutdown"
DISK_FULL = "disk-full"
STORE_FAILED = "store-failed"
BYTE_BUDGET = "closespider_bytes"
SITES_SILENT = "sites-silent"
SITE_COSTLY = "site-costly"
SITE_BUDGET = "site-budget"  # of a run that is over because all its sites are closed
LEFT_OVER = "left-over"

# By Scrapy's reasons for closing a spider; any other is a failure.
EXIT_STATUS = {
    FINISHED: 0,
    "closespider_pagecount": 0,
    "closespider_timeout": 0,
    "closespider_itemcount": 0,
    BYTE_BUDGET: 0,
    STOPPED: 130,  # Ctrl-C, as shells report it
}


_log = logging.getLogger(__name__)

LINK = "specseek_link"  # key in a request's meta


class Crawl(ABC):
    """Between Scrapy, which fetches, and the ledger, which remembers."""

    def __init__(self, context: CrawlContext, end: Callable[[str], None]) -> None:
        """`end` is called once, with the reason, if the crawl must end early."""
        self.context = context
        self._tell_end = end
        self._is_ending = False
        self._heartbeat = Heartbeat(context)
        self._budgets = Budgets(context.limits, context.queue)
        self._failing = FailingSites(context.queue, context.backoff)

    @abstractmethod
    async def read_page(self, answer: FetchResult) -> list[Any]:
        """Read and store a page; what is returned goes to Scrapy's feeds."""

    def queue_address(self, url: str) -> bool:
        """Queue a seed or a sitemap; False if it is known already or on another site."""
        try:
            return queue_seed(self.context, url, steady_time())
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

    async def visited(self, response: Response) -> list[Any]:
        """A response came, whatever its status."""
        taken: TakenLink = response.meta[LINK]
        items: list[Any] = []
        now = steady_time()
        with self._storing(taken, now):
            if not self._is_ending:
                items = await self._store(FetchResult(taken, response, now))
        if reason := self._budgets.spend(taken.link.site, len(response.body)):
            self._end(reason)
        return items

    def failed(self, request: Request, problem: BaseException) -> None:
        """No response came."""
        taken: TakenLink = request.meta[LINK]
        now = steady_time()
        with self._storing(taken, now):
            if not self._is_ending:
                self._store_failure(taken, problem, now)

    def _store_failure(self, taken: TakenLink, problem: BaseException, now: float) -> None:
        if isinstance(problem, SiteLostError):
            self._put_back(taken, now)
            return
        fault = fault_of_failure(problem)
        if fault.kind is FaultKind.INTERNAL:
            _log.error("%s: %s", taken.link.url, problem, exc_info=problem)
        if isinstance(problem, RobotsUnreachableError):  # the site was not asked
            store_fault(self.context, taken, fault, now, problem.until)
            return
        self._failing.note(taken.link.site, fault, now)
        store_fault(self.context, taken, fault, now)

    def _put_back(self, taken: TakenLink, now: float) -> None:
        """Queue a link that was not requested or read, unless another crawler has it by now."""
        link, frontier = taken.link, self.context.frontier
        self.context.ledger.write(lambda conn: frontier.put_back(conn, link.id, now, link.attempts))
        self.context.queue.sleeps(taken.bucket, now)

    def close(self, reason: str) -> None:
        close_crawl(self.context, reason)

    async def _store(self, answer: FetchResult) -> list[Any]:
        context, status, site = self.context, answer.status, answer.link.site
        context.backoff.note(site, status, answer.header("Retry-After"), answer.now)
        fault = fault_of_response(status, answer.response.headers)
        self._failing.note(site, fault, answer.now)
        is_page = answer.link.group not in NO_PAGES
        if is_page and status == NOT_MODIFIED:
            store_unchanged(context, answer)
        elif is_page and 300 <= status < 400 and answer.header("Location"):
            store_redirect(context, answer)
        elif fault and fault.kind is FaultKind.GONE and answer.known:
            store_gone(context, answer, fault)
        elif fault:
            store_fault(context, answer.taken, fault, answer.now)
        else:
            return await self._read(answer)
        return []

    async def _read(self, answer: FetchResult) -> list[Any]:
        try:
            return await self.read_page(answer)
        except PageRefusedError as refused:
            fault = Fault.of(FaultKind.TOO_COSTLY, str(refused))
            store_refused(self.context, answer, fault, ends_site=refused.ends_site)
            if refused.ends_site:
                self._leave(answer.link.site)
        except SiteSpentError:
            self._put_back(answer.taken, answer.now)
        return []

    def _leave(self, site: str) -> None:
        _log.warning(
            "%s keeps sending pages that take too long to read; it is left alone for this run, "
            "the next one goes on with it",
            site,
        )
        self.context.queue.shut(site, SITE_COSTLY)

    @contextmanager
    def _storing(self, taken: TakenLink, now: float) -> Iterator[None]:
        """While a response or failure is stored; in any case the link is no longer in flight."""
        try:
            with self._registering(taken, now):
                yield
            if not self._is_ending:
                self._heartbeat.beat(now)
        except LinkLostError:
            _log.info("%s is dropped: another crawler has taken over its site", taken.link.url)
        except Exception as problem:  # noqa: BLE001 - not even a fault can be stored: no page's matter
            self._end_for(problem)
        finally:
            self.context.queue.arrived(taken)

    @contextmanager
    def _registering(self, taken: TakenLink, now: float) -> Iterator[None]:
        """A page that cannot be stored is put into the error register, and the crawl goes on."""
        try:
            yield
        except LinkLostError:
            raise
        except (SpecSeekError, OSError):  # disk or database: the next page would fail as well
            raise
        except Exception as problem:  # noqa: BLE001 - a page can break what we did not foresee
            _log.exception("%s could not be stored", taken.link.url)
            words = str(problem) if isinstance(problem, ReadingError) else error_text(problem)
            fault = Fault.of(FaultKind.INTERNAL, words)
            store_fault(self.context, taken, fault, now)

    def _end_for(self, problem: Exception) -> None:
        """Stop at once when disk or database fail; what is stored so far is consistent."""
        if self._is_ending:  # pages that were being read fail as well
            return
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


class ProductCrawl(Crawl):
    """Reads records off pages, and follows their links."""

    def __init__(self, context: ProductContext, end: Callable[[str], None]) -> None:
        super().__init__(context, end)
        self._products = context

    async def read_page(self, answer: FetchResult) -> list[ProductRecord]:
        if answer.link.group == PICTURE:
            if 300 <= answer.status < 400 and answer.header("Location"):
                store_picture_redirect(self._products, answer)
            else:
                await store_picture(self._products, answer)
            return []
        if answer.link.group == STYLE_SHEET:
            store_sheet(self._products, answer)
            return []
        return await read_and_store(self._products, answer)


# Where a crawl begins: seeds, and the sitemaps named in robots.txt.


_SEED_LEVEL = 9


def queue_seed(context: CrawlContext, url: str, now: float) -> bool:
    address = canonical_url(url)
    if address is None or site_of(address) not in context.sites:
        return False
    link = NewLink(
        address, site_of(address), shape_of(address), LinkGroup.LIST, _SEED_LEVEL, depth=0
    )
    added = context.ledger.write(lambda conn: context.frontier.add(conn, [link], now))
    if added:
        context.queue.added([LinkBucket(link.site, link.shape, link.level)])
    return bool(added)


# Budgets of one run; Scrapy itself limits the number of pages and the time.


class Budgets:
    """Every response counts, redirects and errors included."""

    def __init__(self, limits: CrawlSettings, queue: LinkQueue) -> None:
        self._limits = limits
        self._queue = queue
        self._answers: Counter[str] = Counter()
        self._bytes = 0

    def spend(self, site: str, size: int) -> str | None:
        """The reason to end the run, if any; a site whose budget is spent is closed."""
        self._answers[site] += 1
        self._bytes += size
        if 0 < self._limits.pages_per_site <= self._answers[site]:
            self._queue.shut(site, SITE_BUDGET)
        return BYTE_BUDGET if 0 < self._limits.megabytes * 1_000_000 <= self._bytes else None


# A site that is down gets longer and longer pauses, then is skipped; its links stay queued.


# Faults of a site that does not answer at all; one that answers with errors is up.
_DOWN = frozenset({FaultKind.DNS, FaultKind.CONNECTION, FaultKind.TIMEOUT})
_UNAVAILABLE = 503
_PAUSE_AFTER = 3
_LEAVE_AFTER = 12
_LEAVE_AFTER_SECONDS = 600.0


@dataclass
class _Failing:
    since: float
    times: int = 0


class FailingSites:
    def __init__(self, queue: LinkQueue, backoff: SiteBackoff) -> None:
        self._queue = queue
        self._backoff = backoff
        self._failing: dict[str, _Failing] = {}

    def note(self, site: str, fault: Fault | None, now: float) -> None:
        """Note that a request was answered, or failed."""
        if fault is None or fault.kind not in _DOWN | {FaultKind.RATE_LIMITED}:
            self._failing.pop(site, None)
            return
        failing = self._failing.setdefault(site, _Failing(now))
        failing.times += 1
        if failing.times >= _PAUSE_AFTER and fault.kind in _DOWN:
            self._backoff.note(site, _UNAVAILABLE, None, now)
        if failing.times >= _LEAVE_AFTER and now - failing.since >= _LEAVE_AFTER_SECONDS:
            _log.warning(
                "%s has not answered for %.0f minutes; it is left alone for this run, "
                "the next one goes on with it",
                site,
                (now - failing.since) / 60,
            )
            self._queue.shut(site, SITES_SILENT)


# The heartbeat while a crawl runs, and its end.


_HEARTBEAT_SECONDS = 5.0  # seconds


class Heartbeat:
    """Records in the ledger that the crawl is alive, and its progress, for other programs."""

    def __init__(self, context: CrawlContext) -> None:
        self._context = context
        self._last = 0.0

    def beat(self, now: float) -> None:
        if now - self._last < _HEARTBEAT_SECONDS:
            return
        self._last = now
        _tell_queue(self._context, self._context.ledger.write(lambda conn: self._write(conn, now)))

    def _write(self, conn: Connection, now: float) -> LinkCounts:
        update_run(conn, self._context.run_id, _run_counts(self._context), now)
        return link_counts(conn, self._context.name)


def close_crawl(context: CrawlContext, reason: str) -> None:
    """Put links that were never requested back into the queue, and save what was learned."""
    now = steady_time()
    try:
        ended = context.ledger.write(lambda conn: _end_run(context, conn, reason, now))
        context.progress.reason = ended.reason
        _tell_queue(context, ended.links)
    except SpecSeekError as problem:
        _log.error("The end of this run could not be recorded: %s", problem)
    finally:
        context.resources.close()


class _Ended(NamedTuple):
    reason: str
    links: LinkCounts


def _end_run(context: CrawlContext, conn: Connection, reason: str, now: float) -> _Ended:
    context.save_learned(conn, now)
    context.frontier.leave(conn)
    all_done = is_queue_empty(conn, context.name)
    update_run(conn, context.run_id, _run_counts(context), now)
    outcome = _run_outcome(reason, all_done=all_done)
    if reason == FINISHED and not all_done:
        reason = _why_links_are_left(context.queue.reasons_shut)
    end_run(conn, context.run_id, outcome, now, reason)
    return _Ended(reason, link_counts(conn, context.name))


def _run_outcome(reason: str, *, all_done: bool) -> str:
    if reason == FINISHED and all_done:
        return "finished"
    return "stopped" if reason in EXIT_STATUS else "failed"


def _why_links_are_left(reasons_shut: Collection[str]) -> str:
    """Why links are left, although Scrapy calls the run finished when no request waits."""
    return next(
        (why for why in (SITE_BUDGET, SITE_COSTLY, SITES_SILENT) if why in reasons_shut), LEFT_OVER
    )


def _run_counts(context: CrawlContext) -> RunCounts:
    total = context.progress.total
    return RunCounts(total.pages, total.records, total.unchanged, total.errors, total.bytes)


def _tell_queue(context: CrawlContext, found: LinkCounts) -> None:
    context.progress.queue(
        {(group, state.value): number for (group, state), number in found.items()}
    )
    waiting = context.queue.waiting()
    for site in {*context.progress.sites, *waiting}:
        links, until = waiting.get(site, (0, 0.0))
        context.progress.waiting(site, links, until)
