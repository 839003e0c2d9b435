"""Nothing usable came: the error register keeps why, the queue keeps the link or lets it go."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from spider.faults import Fault, FaultKind
from spider.links.judge import VisitOutcome
from store.frontier import STYLE_SHEET, LinkState, finish_link, put_link_back
from store.runs import ErrorSeen, register_error

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.crawl.context import CrawlContext
    from spider.crawl.link_queue import TakenLink

_log = logging.getLogger(__name__)

_FIRST_PAUSE = 10.0
# A site that asks for fewer requests will answer in the end: it is asked more often.
_PATIENCE = 3
_GAVE_NOTHING = VisitOutcome(record=False, relevance=0.0, has_rules=True, new_links=())
_STATE_OF_FAULT = {
    FaultKind.ROBOTS: LinkState.FORBIDDEN,
    FaultKind.FORBIDDEN_ADDRESS: LinkState.REFUSED,
    FaultKind.TRAP: LinkState.HELD,
}


def store_fault(
    context: CrawlContext, taken: TakenLink, fault: Fault, now: float, not_before: float = 0.0
) -> None:
    """`not_before` tells until when asking again would be in vain."""
    link = taken.link
    tries = link.attempts + 1
    again_at = _again_at(context, taken, fault, tries, max(now, not_before))
    with context.ledger.transaction() as conn:
        if again_at is not None:
            put_link_back(conn, link.id, again_at, tries)
            action = f"asked {_times(tries)}; to be asked again in {again_at - now:.0f} s"
        else:
            action = _let_go(conn, link.id, fault, tries)
        seen = ErrorSeen(
            context.topic.name, context.run_id, fault.kind, link.url, link.site, action, fault.words
        )
        register_error(conn, seen, now)
    if fault.retry and not context.progress.site(link.site).errors:
        _log.warning("%s: %s (%s)", link.url, fault.words, action)
    if again_at is not None:
        context.queue.sleeps(taken.bucket, again_at)
    elif _teaches(taken, fault):
        context.judge.learn(link, _GAVE_NOTHING)  # links of its kind may lead nowhere too
    context.progress.fault(link.site, fault.kind)


def _teaches(taken: TakenLink, fault: Fault) -> bool:
    is_page = taken.link.group != STYLE_SHEET
    return is_page and taken.known is None and fault.kind is not FaultKind.INTERNAL


def _again_at(
    context: CrawlContext, taken: TakenLink, fault: Fault, tries: int, now: float
) -> float | None:
    """When to ask again; None where that would not help, or was done often enough."""
    limited = fault.kind is FaultKind.RATE_LIMITED
    most = context.limits.retries * (_PATIENCE if limited else 1)
    if not fault.retry or tries > most:
        return None
    pause = now + _FIRST_PAUSE * 2.0 ** (tries - 1)
    return context.backoff.ready_at(taken.link.site) or pause if limited else pause


def _let_go(conn: Connection, link_id: int, fault: Fault, tries: int) -> str:
    finish_link(conn, link_id, _STATE_OF_FAULT.get(fault.kind, LinkState.FAILED))
    if fault.kind in _STATE_OF_FAULT:
        return "left out"
    return f"given up after {_times(tries)}"


def _times(tries: int) -> str:
    return "once" if tries == 1 else f"{tries} times"
