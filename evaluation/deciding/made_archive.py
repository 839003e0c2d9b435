"""An archive and a ledger as a crawl would leave them, without a crawl."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from core.names import site_of
from discovery.proposals import propose
from pages.page import Page
from rules.reader import Relevance, read_records
from rules.record import Status
from store.archive import Capture
from store.archive_writer import ArchiveWriter
from store.frontier import LinkState, NewLink, add_links, finish_link
from store.proposals import note_proposals
from store.records import save_records
from store.runs import end_run, start_run
from store.visits import FetchedPage, NewCapture, add_capture, save_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.context import ReviewContext
    from rules.reader import RecordsRead
    from store.archive_writer import StoredCapture

THEN = 1_700_000_000.0  # seconds since 1970: when all was fetched
_AT_ONCE = 100


class FetchedBody(NamedTuple):
    url: str
    body: bytes
    content_type: str


def store_pages(context: ReviewContext, fetched: Iterable[FetchedBody]) -> None:
    """Archive the pages, and keep what the rules of today read off them."""
    topic, library = context.topic(), context.library()
    relevance = Relevance(topic)
    archive = ArchiveWriter(context.archive, topic.name)
    with context.ledger.transaction() as conn:
        end_run(conn, start_run(conn, topic.name, THEN), "finished", THEN)
    waiting = iter(fetched)
    while some := list(islice(waiting, _AT_ONCE)):
        with context.ledger.transaction() as conn:
            links = [NewLink(one.url, site_of(one.url), "/#", "product", 3, 1) for one in some]
            ids = add_links(conn, topic.name, links, THEN)
            for one in some:
                page = Page.read(one.body, one.url, one.content_type)
                read = read_records(page, topic, library)
                stored = archive.add(_capture(one))
                _store(conn, topic, ids[one.url], one, stored, read, relevance.of(page))
    archive.close()


def _capture(one: FetchedBody) -> Capture:
    return Capture(one.url, THEN, 200, (("Content-Type", one.content_type),), one.body)


def _store(  # noqa: PLR0913, PLR0917 - all that there is of a page
    conn: Connection,
    topic: Topic,
    link_id: int,
    one: FetchedBody,
    stored: StoredCapture,
    read: RecordsRead,
    relevance: float,
) -> None:
    place = stored.place
    capture = NewCapture(
        *(link_id, None, "response", THEN, 200),
        *(place.file, place.offset, place.length, stored.digest),
    )
    capture_id = add_capture(conn, capture)
    page = FetchedPage(
        *(link_id, topic.name, one.url, site_of(one.url), 200, THEN, THEN),
        content_type=one.content_type,
        digest=stored.digest,
        relevance=relevance,
        outcome=read.outcome,
        capture_id=capture_id,
    )
    save_page(conn, page)
    save_records(conn, link_id, read.records, capture_id, THEN)
    if read.extraction.status is Status.OK:
        note_proposals(conn, link_id, propose(read.extraction, topic), THEN)
    finish_link(conn, link_id, LinkState.DONE)
