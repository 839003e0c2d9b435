"""A page that was there is gone: it stays in the ledger, its records end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider.crawl.page_state import gone_state
from store.frontier import LinkState, finish_link
from store.records import save_records
from store.runs import ErrorSeen, register_error
from store.visits import save_page

if TYPE_CHECKING:
    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext
    from spider.faults import Fault

GONE_ACTION = "the page is marked as gone, and its records with it"


def store_gone(context: CrawlContext, answer: FetchResult, fault: Fault) -> None:
    link, now = answer.link, answer.now
    seen = ErrorSeen(
        context.topic.name,
        context.run_id,
        fault.kind,
        link.url,
        link.site,
        GONE_ACTION,
        fault.words,
    )
    with context.ledger.transaction() as conn:
        save_page(conn, gone_state(context, answer))
        save_records(conn, link.id, (), None, now)
        finish_link(conn, link.id, LinkState.FAILED)
        register_error(conn, seen, now)
    context.progress.fault(link.site, fault.kind)
