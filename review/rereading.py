"""Stored pages read again with the rules of today: a better rule needs no second crawl.

`StoredPageReader` reads one page out of the archive, as a crawl would read it now. `reread` does
so for all pages of a topic and keeps what they say; the plan of a change reads those that the
change concerns, in several processes, before anything is kept (`review.changes.reading`).
"""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SpecSeekError
from core.names import site_of
from discovery.sampling import DiscoverySampling, sheets_from
from pages.page import Page
from rules.reader import Relevance, read_records, row_memories
from store.archive import ArchiveError, CapturePlace, find_at, read_capture
from store.frontier import stored_sheet
from store.proposals import note_proposals
from store.records import save_records
from store.runs import load_site_memories
from store.stored_pages import newest_captures
from store.visits import set_outcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from core.topic import Topic
    from pages.looks import Sheets
    from rules.library import RuleLibrary
    from rules.memory import SiteMemory
    from rules.reader import RecordsRead
    from store.archive import Capture
    from store.ledger import Ledger
    from store.records import RecordChanges
    from store.stored_pages import PageToRead, StoredBody

_AT_ONCE = 50  # pages in one transaction: each is whole by itself, so any number would do
_HTML = ("text/html", "application/xhtml+xml")


class DamagedPageError(SpecSeekError):
    """The archive does not give a page back."""


def page_at(archive: Path, body: StoredBody | PageToRead) -> Page:
    """A page as it lies in the archive; DamagedPageError where it does not."""
    try:
        capture = read_capture(archive, CapturePlace(body.file, body.offset, body.length))
    except (ArchiveError, OSError) as error:
        raise DamagedPageError(str(error)) from error
    return Page.read(capture.body, body.url, capture.content_type)


class StoredPageReader:
    """Reads pages of a topic out of the archive, with the rules of a library."""

    def __init__(self, ledger: Ledger, archive: Path, topic: Topic, library: RuleLibrary) -> None:
        self._archive = archive
        self._topic = topic
        self._library = library
        with ledger.reading() as conn:
            self._memories = row_memories(load_site_memories(conn, topic.name))

    def read(self, body: StoredBody | PageToRead) -> tuple[Page, RecordsRead]:
        """The page and what it says; raises DamagedPageError."""
        page = page_at(self._archive, body)
        return page, read_records(page, self._topic, self._library, self.memory(body.url))

    def memory(self, url: str) -> SiteMemory | None:
        """What the rows of a site's product pages say, where any were read."""
        return self._memories.get(site_of(url))


class Reread(NamedTuple):
    """What became of one page; `damage` is why it cannot be read, "" for nearly all."""

    url: str
    outcome: str
    changes: RecordChanges | None
    damage: str = ""


def reread(
    ledger: Ledger, archive: Path, topic: Topic, library: RuleLibrary, site: str | None
) -> Iterator[Reread]:
    """The newest body of every page, or of one site's; records and their history follow."""
    reader = StoredPageReader(ledger, archive, topic, library)
    writer = _Writer(reader, topic, _stored_sheets(ledger, archive, topic.name))
    with ledger.reading() as seeing:
        stored = newest_captures(seeing, topic.name, site)
        pages = (body for body in stored if (body.content_type or "").lower().startswith(_HTML))
        while some := list(islice(pages, _AT_ONCE)):
            with ledger.transaction() as conn:
                read = [writer.reread(conn, body) for body in some]
            yield from read


class _Writer:
    """Keeps what pages say now: records, new names, and how the rules fared."""

    def __init__(self, reader: StoredPageReader, topic: Topic, sheets: Sheets) -> None:
        self._reader = reader
        self._relevance = Relevance(topic)
        self._sampling = DiscoverySampling(topic, sheets)

    def reread(self, conn: Connection, body: StoredBody) -> Reread:
        try:
            page, read = self._reader.read(body)
        except DamagedPageError as error:
            return Reread(body.url, "", None, str(error))
        relevance = self._relevance.of(page)
        memory = self._reader.memory(body.url)
        proposals = self._sampling.proposals(page, read.extraction, relevance, memory)
        now = time.time()
        changes = save_records(conn, body.link_id, read.records, body.capture_id, now)
        note_proposals(conn, body.link_id, proposals, now)
        set_outcome(conn, body.link_id, read.outcome, relevance)
        return Reread(body.url, read.outcome, changes)


def _stored_sheets(ledger: Ledger, archive: Path, topic: str) -> Sheets:
    def stored(url: str) -> Capture | None:
        with ledger.reading() as conn:
            place = stored_sheet(conn, topic, url)
        return find_at(archive, CapturePlace(*place)) if place else None

    return sheets_from(stored)
