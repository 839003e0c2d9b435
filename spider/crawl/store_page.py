"""A page came: record, links and page state go to the ledger in one transaction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from spider.crawl.archiving import REVISIT, archived
from spider.crawl.page_state import page_state
from spider.faults import FaultKind
from store.frontier import LinkState, finish_link, set_link_group
from store.proposals import note_proposals
from store.records import save_records
from store.runs import ErrorSeen, register_error
from store.visits import add_capture, save_page

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext
    from spider.crawl.found_links import FoundLinks
    from spider.crawl.page_reading import PageReading
    from store.records import RecordChanges
    from store.visits import FetchedPage, NewCapture


class SavedPage(NamedTuple):
    changes: RecordChanges
    same_body: bool
    digest: str


def store_page(
    context: CrawlContext, answer: FetchResult, reading: PageReading, found: FoundLinks
) -> SavedPage:
    """The archive has the page before the ledger tells of it, never the other way round."""
    link, now = answer.link, answer.now
    capture = archived(context, answer)
    page = _page_after_visit(context, answer, reading, capture)
    with context.ledger.transaction() as conn:
        capture_id = add_capture(conn, capture)
        found.write(conn, now)
        changes = save_records(conn, link.id, reading.records, capture_id, now)
        note_proposals(conn, link.id, reading.proposals, now)
        if reading.garbled:
            _register_garbled(conn, context, answer)
        save_page(conn, page if page.capture_id else replace(page, capture_id=capture_id))
        if (group := reading.group(link.group)) != link.group:
            set_link_group(conn, link.id, group)
        finish_link(conn, link.id, LinkState.DONE)
        context.memories.write_when_due(conn, link.site, now)
    return SavedPage(changes, capture.kind == REVISIT, capture.digest or "")


def _page_after_visit(
    context: CrawlContext, answer: FetchResult, reading: PageReading, capture: NewCapture
) -> FetchedPage:
    """The page's state; it names the capture that has its body, where that is an earlier one."""
    known = answer.known
    body_at = known.capture_id if known and capture.kind == REVISIT else None
    return replace(
        page_state(context, answer, changed=body_at is None),
        content_type=answer.header("Content-Type"),
        title=reading.links.title,
        digest=capture.digest,
        relevance=reading.relevance,
        outcome=reading.outcome,
        capture_id=body_at,
    )


def _register_garbled(conn: Connection, context: CrawlContext, answer: FetchResult) -> None:
    kind, link = FaultKind.BAD_ENCODING, answer.link
    words = "The page is not written in the encoding it declares."
    action = "stored and read as it is"
    seen = ErrorSeen(context.topic.name, context.run_id, kind, link.url, link.site, action, words)
    register_error(conn, seen, answer.now)
    context.progress.fault(link.site, kind)
