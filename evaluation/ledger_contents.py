"""What a crawl left behind, in a form that two crawls can be compared by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from store.archive import ArchiveError
from store.archive import read_captures as captures_in
from store.documents import current_documents
from store.ledger import Ledger, ledger_url
from store.records import current_records
from store.schema import captures, links

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from store.spool import ArchiveFolder


Document = tuple[str, int, str, str, str, str]
Record = tuple[str, str, int, tuple[tuple[str | None, str, str], ...]]


@dataclass(frozen=True)
class LedgerContents:
    """Records, documents, and pages (address and state); bodies in the archive, and its faults."""

    records: frozenset[Record]
    documents: frozenset[Document]
    pages: frozenset[tuple[str, str]]
    archived: int
    duplicates: int
    archive_problems: str


def contents(
    data: Path, topic: str = "phones", archive: ArchiveFolder | None = None
) -> LedgerContents:
    """`archive` is the one in the data folder, unless another is given."""
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        records = [
            (
                record.url,
                record.source,
                record.ordinal,
                tuple((value.attribute, value.name, value.raw) for value in record.values),
            )
            for record in current_records(conn, topic)
        ]
        documents = [
            (one.page_url, one.ordinal, one.thread, one.title, one.author, one.text)
            for one in current_documents(conn, topic)
        ]
        pages = frozenset(
            (url, state) for url, state in conn.execute(select(links.c.url, links.c.state))
        )
        archived, problems = _archived(archive or data / "archive", conn)
    bodies = Counter(archived)
    again = sum(count - 1 for count in bodies.values())
    twice = again + len(records) - len(set(records)) + len(documents) - len(set(documents))
    return LedgerContents(
        frozenset(records), frozenset(documents), pages, len(archived), twice, problems
    )


def _archived(folder: ArchiveFolder, conn: Connection) -> tuple[list[str], str]:
    """The addresses of all bodies in the archive; it must hold what the ledger says, no more."""
    wanted = select(captures.c.file, captures.c.offset, captures.c.length)
    indexed = {
        (file, offset, length)
        for file, offset, length in conn.execute(wanted.where(captures.c.kind == "response"))
    }
    found: dict[tuple[str, int, int], str] = {}
    try:
        found = {
            (place.file, place.offset, place.length): capture.url
            for place, capture in captures_in(folder)
        }
    except ArchiveError as error:
        return [], str(error)
    differ = len(found.keys() ^ indexed)
    problem = f"{differ} records are not where the ledger says" if differ else ""
    return list(found.values()), problem
