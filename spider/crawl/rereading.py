"""Stored pages read again with the rules of today: a better rule needs no second crawl."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from index.ledger.captures import newest_captures
from index.ledger.fetched import set_outcome
from index.ledger.records import save_records
from pages.archive.capture import Place
from pages.archive.errors import ArchiveError
from pages.archive.reader import read_at
from pages.page import Page
from rules.errors import SpecSeekError
from rules.site_names import site_of
from spider.crawl.close_looks import CloseLooks
from spider.crawl.noting import note_proposals
from spider.crawl.page_reading import read_page
from spider.crawl.stored_sheets import stored_sheets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from index.ledger.affected import PageToRead
    from index.ledger.captures import StoredBody
    from index.ledger.ledger import Ledger
    from index.ledger.records import Changes
    from rules.library import RuleLibrary
    from rules.topic import Topic
    from spider.crawl.memories import SiteMemories
    from spider.links.relevance import Relevance

_AT_ONCE = 50  # pages in one transaction: each is whole by itself, so any number would do
_HTML = ("text/html", "application/xhtml+xml")


class UnreadableCaptureError(SpecSeekError):
    """The archive does not give a page back."""


class Reread(NamedTuple):
    """What became of one page; `damage` is why it cannot be read, "" for nearly all."""

    url: str
    outcome: str
    changes: Changes | None
    damage: str = ""


class Reader(NamedTuple):
    topic: Topic
    library: RuleLibrary
    relevance: Relevance
    memories: SiteMemories


def reread(ledger: Ledger, archive: Path, reader: Reader, site: str | None) -> Iterator[Reread]:
    """The newest body of every page, or of one site's; records and their history follow."""
    looks = CloseLooks(reader.topic, stored_sheets(ledger, archive, reader.topic.name))
    with ledger.reading() as seeing:
        stored = newest_captures(seeing, reader.topic.name, site)
        pages = (body for body in stored if (body.content_type or "").lower().startswith(_HTML))
        while some := list(islice(pages, _AT_ONCE)):
            with ledger.transaction() as conn:
                read = [_reread(conn, archive, reader, looks, body) for body in some]
            yield from read


def page_at(archive: Path, body: StoredBody | PageToRead) -> Page:
    """A page as it lies in the archive; UnreadableCaptureError where it does not."""
    try:
        capture = read_at(archive, Place(body.file, body.offset, body.length))
    except (ArchiveError, OSError) as error:
        raise UnreadableCaptureError(str(error)) from error
    return Page.read(capture.body, body.url, capture.content_type)


def _reread(
    conn: Connection, archive: Path, reader: Reader, looks: CloseLooks, body: StoredBody
) -> Reread:
    try:
        page = page_at(archive, body)
    except UnreadableCaptureError as error:
        return Reread(body.url, "", None, str(error))
    memory = reader.memories.rows(site_of(body.url))
    read = read_page(page, reader.topic, reader.library, reader.relevance, memory)
    reading = looks.at(read, memory)
    now = time.time()
    changes = save_records(conn, body.link_id, reading.records, body.capture_id, now)
    note_proposals(conn, body.link_id, reading, now)
    set_outcome(conn, body.link_id, reading.outcome, reading.relevance)
    return Reread(body.url, reading.outcome, changes)
