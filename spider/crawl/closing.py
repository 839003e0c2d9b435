"""Signs of life while a crawl runs, and its orderly end."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from spider.crawl.ending import EXIT_STATUS, FINISHED
from store.frontier import is_queue_empty, link_counts, release_taken_links
from store.runs import RunCounts, end_run, update_run

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.crawl.context import CrawlContext

_log = logging.getLogger(__name__)
_HEARTBEAT_SECONDS = 5.0  # seconds


class Heartbeat:
    """Tells the ledger, and through it other programs, that the crawl is alive and how far."""

    def __init__(self, context: CrawlContext) -> None:
        self._context = context
        self._last = 0.0

    def beat(self, now: float) -> None:
        if now - self._last < _HEARTBEAT_SECONDS:
            return
        self._last = now
        with self._context.ledger.transaction() as conn:
            update_run(conn, self._context.run_id, _run_counts(self._context), now)
            _tell_queue(self._context, conn)


def close_crawl(context: CrawlContext, reason: str) -> None:
    """What was taken and not asked for goes back to the queue; what was learned is kept."""
    now = time.time()
    try:
        with context.ledger.transaction() as conn:
            release_taken_links(conn, context.topic.name)
            context.memories.write_all(conn, now)
            all_done = is_queue_empty(conn, context.topic.name)
            update_run(conn, context.run_id, _run_counts(context), now)
            end_run(conn, context.run_id, _run_outcome(reason, all_done=all_done), now, reason)
            _tell_queue(context, conn)
    except SpecSeekError as problem:
        _log.error("The end of this run could not be written down: %s", problem)
    finally:
        context.resources.close()


def _run_outcome(reason: str, *, all_done: bool) -> str:
    if reason == FINISHED and all_done:
        return "finished"
    return "stopped" if reason in EXIT_STATUS else "failed"


def _run_counts(context: CrawlContext) -> RunCounts:
    total = context.progress.total
    return RunCounts(total.pages, total.records, total.unchanged, total.errors, total.bytes)


def _tell_queue(context: CrawlContext, conn: Connection) -> None:
    found = link_counts(conn, context.topic.name)
    context.progress.queue(
        {(group, state.value): number for (group, state), number in found.items()}
    )
    waiting = context.queue.waiting()
    for site in {*context.progress.sites, *waiting}:
        links, until = waiting.get(site, (0, 0.0))
        context.progress.waiting(site, links, until)
