"""Signs of life while a crawl runs, and its orderly end."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from index.ledger.frontier import release_taken
from index.ledger.frontier_counts import counts, is_finished
from index.ledger.runs import RunCounts, end_run, heartbeat
from rules.errors import SpecSeekError
from spider.crawl.ending import EXIT_STATUS, FINISHED

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.crawl.parts import CrawlParts

_log = logging.getLogger(__name__)
_EVERY = 5.0  # seconds


class Pulse:
    """Tells the ledger, and through it other programs, that the crawl is alive and how far."""

    def __init__(self, parts: CrawlParts) -> None:
        self._parts = parts
        self._last = 0.0

    def beat(self, now: float) -> None:
        if now - self._last < _EVERY:
            return
        self._last = now
        with self._parts.ledger.transaction() as conn:
            heartbeat(conn, self._parts.run_id, _counts(self._parts), now)
            _tell_queue(self._parts, conn)


def close(parts: CrawlParts, reason: str) -> None:
    """What was taken and not asked for goes back to the queue; what was learned is kept."""
    now = time.time()
    try:
        with parts.ledger.transaction() as conn:
            release_taken(conn, parts.topic.name)
            parts.memories.write_all(conn, now)
            all_done = is_finished(conn, parts.topic.name)
            heartbeat(conn, parts.run_id, _counts(parts), now)
            end_run(conn, parts.run_id, _outcome(reason, all_done=all_done), now, reason)
            _tell_queue(parts, conn)
    except SpecSeekError as problem:
        _log.error("The end of this run could not be written down: %s", problem)
    finally:
        parts.resources.close()


def _outcome(reason: str, *, all_done: bool) -> str:
    if reason == FINISHED and all_done:
        return "finished"
    return "stopped" if reason in EXIT_STATUS else "failed"


def _counts(parts: CrawlParts) -> RunCounts:
    total = parts.progress.total
    return RunCounts(total.pages, total.records, total.unchanged, total.errors, total.bytes)


def _tell_queue(parts: CrawlParts, conn: Connection) -> None:
    found = counts(conn, parts.topic.name)
    parts.progress.queue({(group, state.value): number for (group, state), number in found.items()})
    waiting = parts.queue.waiting()
    for site in {*parts.progress.sites, *waiting}:
        links, until = waiting.get(site, (0, 0.0))
        parts.progress.waiting(site, links, until)
