"""Reads stored articles and threads again, as after a change of the reader; nothing is fetched."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from core.limits import TooCostlyError
from spider.collecting.documents import PageOrigin, read_document_page
from spider.collecting.page_numbers import page_number
from spider.collecting.stored_pages import StoredPages, read_stored
from spider.links.features import LinkGroup
from store.archive import ArchiveError
from store.database import steady_time
from store.documents import save_documents
from store.frontier import channel_link
from store.stored_pages import newest_captures
from store.visits import set_outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection

    from core.limits import ReadingLimits
    from core.sources import Source
    from store.ledger import Ledger
    from store.records import RecordChanges
    from store.spool import ArchiveFolder
    from store.stored_pages import StoredBody

_AT_ONCE = 50  # pages per transaction: pages are independent, so any number would do


class RereadPage(NamedTuple):
    """Without changes `why` says why: the page is damaged, or too costly."""

    url: str
    changes: RecordChanges | None
    why: str = ""
    is_damaged: bool = False


def reread_channel(  # noqa: PLR0913 - as below
    ledger: Ledger,
    archive: ArchiveFolder,
    crawl: str,
    sources: Mapping[str, Source],
    site: str | None = None,
    *,
    limits: ReadingLimits,
) -> Iterator[RereadPage]:
    """Read the latest body of every article and page of a thread, and update their documents."""
    with ledger.reading() as seeing:
        stored = newest_captures(seeing, crawl, site)
        while some := list(islice(stored, _AT_ONCE)):
            with ledger.transaction() as conn:
                read = [
                    _reread(conn, archive, crawl, sources, body, limits=limits) for body in some
                ]
            yield from (page for page in read if page)


def _reread(  # noqa: PLR0913 - what is read, with what, and what it may cost
    conn: Connection,
    archive: ArchiveFolder,
    crawl: str,
    sources: Mapping[str, Source],
    body: StoredBody,
    *,
    limits: ReadingLimits,
) -> RereadPage | None:
    link = channel_link(conn, body.link_id)
    is_further = link.group == LinkGroup.ARTICLE and page_number(link.first, body.url)
    if link.group == LinkGroup.SOURCE or is_further:
        return None  # a further page of an article is read with its first
    source = sources.get(link.source)
    stored = StoredPages(conn, archive, crawl, source)
    topic = crawl.partition(":")[0]
    zone = source.zone if source else None
    try:
        with limits.kept():
            page, _, capture_id, captured_at = read_stored(archive, body, source)
            origin = PageOrigin(topic, link.source, link.group, link.first, captured_at, zone)
            reading = read_document_page(page, origin, stored.page)
    except TooCostlyError as error:
        return RereadPage(body.url, None, str(error))
    except (ArchiveError, OSError) as error:
        return RereadPage(body.url, None, str(error), is_damaged=True)
    changes = save_documents(conn, body.link_id, reading.documents, capture_id, steady_time())
    set_outcome(conn, body.link_id, reading.outcome)
    return RereadPage(body.url, changes)
