"""The site says the page is as it was: nothing of it is written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider.crawl.archiving import archived
from spider.crawl.page_state import page_state
from spider.crawl.store_fault import store_fault
from spider.faults import Fault, FaultKind
from store.frontier import LinkState, finish_link
from store.visits import add_capture, save_page

if TYPE_CHECKING:
    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext

_UNASKED = "It says that the page is as it was, though nobody said how it was. (Status 304.)"


def store_unchanged(context: CrawlContext, answer: FetchResult) -> None:
    link = answer.link
    if not answer.known or answer.known.capture_id is None:
        store_fault(context, answer.taken, Fault.of(FaultKind.NOT_HTTP, _UNASKED), answer.now)
        return
    capture = archived(context, answer)
    with context.ledger.transaction() as conn:
        add_capture(conn, capture)
        save_page(conn, page_state(context, answer, changed=False))
        finish_link(conn, link.id, LinkState.DONE)
    context.progress.page(link.site, len(answer.response.body), unchanged_page=True)
