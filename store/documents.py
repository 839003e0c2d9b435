"""Articles and forum posts as their pages show them.

`save_documents` stores what was read from a page; `current_documents` loads it. Unlike the
values of records, texts have no history: the archive has every page as it was.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, case, func, insert, select, update

from store.database import storable
from store.records import RecordChanges
from store.schema import captures, documents, links, pages
from store.stored_pages import StoredBody

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection


ARTICLE = "article"
POST = "post"


@dataclass(frozen=True, slots=True)
class NewDocument:
    """An article, or one post on a page of a thread, as it was read."""

    topic: str
    source: str  # its name in the sources file
    kind: str  # ARTICLE or POST
    text: str
    url: str  # its own address where it has one, else the page's
    title: str = ""
    author: str = ""
    published_at: float | None = None
    thread: str = ""  # the address of the thread's first page
    number: int | None = None  # in the thread
    quotes: tuple[str, ...] = ()
    worth: float = 1.0  # how telling, from 0 to 1


_WRITTEN = (
    *("topic", "source", "kind", "thread", "number", "title", "author"),
    *("text", "quotes", "url", "worth"),
)
_STORED = select(documents).where(documents.c.link_id == bindparam("of_link"))
_ADD = insert(documents)
_CHANGE = (
    update(documents)
    .where(documents.c.id == bindparam("row"))
    .values(
        {name: bindparam(f"new_{name}") for name in (*_WRITTEN, "published_at", "capture_id")}
        | {"last_changed_at": bindparam("moment"), "gone_at": None}
    )
)
_DATE = (
    update(documents).where(documents.c.id == bindparam("row")).values(published_at=bindparam("at"))
)
_END = (
    update(documents)
    .where(documents.c.id == bindparam("row"))
    .values(last_changed_at=bindparam("moment"), gone_at=bindparam("moment"))
)


def save_documents(
    conn: Connection,
    link_id: int,
    read: Sequence[NewDocument],
    capture_id: int | None,
    now: float,
) -> RecordChanges:
    """Store all documents of a page, in page order; stored ones beyond these are gone.

    A document is told by its place on the page. Its date stays as first read: "3 hours ago" is the
    more exact the sooner it is read. Only the same capture, read again, may correct it.
    """
    stored = {row.ordinal: row for row in conn.execute(_STORED, {"of_link": link_id})}
    new = changed = unchanged = gone = 0
    added = []
    for ordinal, document in enumerate(read):
        fields = _storable_fields(document)
        known = stored.pop(ordinal, None)
        if known is None:
            place = {"link_id": link_id, "ordinal": ordinal, "capture_id": capture_id}
            added.append(fields | place | {"first_seen_at": now, "last_changed_at": now})
            new += 1
            continue
        keeps_date = known.published_at is not None and known.capture_id != capture_id
        at = known.published_at if keeps_date else document.published_at
        row = {"row": known.id, "moment": max(now, known.last_changed_at)}
        if known.gone_at is not None or any(fields[n] != getattr(known, n) for n in _WRITTEN):
            fields |= {"published_at": at, "capture_id": capture_id}
            conn.execute(_CHANGE, row | {f"new_{name}": fields[name] for name in fields})
            changed += 1
        else:
            unchanged += 1
            if at is not None and at != known.published_at:
                conn.execute(_DATE, {"row": known.id, "at": at})
    if added:
        conn.execute(_ADD, added)
    for known in stored.values():
        if known.gone_at is None:
            conn.execute(_END, {"row": known.id, "moment": max(now, known.last_changed_at)})
            gone += 1
    return RecordChanges(new, changed, unchanged, gone)


def _storable_fields(document: NewDocument) -> dict[str, object]:
    """As the database will return them, so that the two can be compared."""
    quotes = json.dumps([storable(quote) for quote in document.quotes], ensure_ascii=False)
    fields = asdict(document) | {"quotes": quotes}
    return {
        name: storable(value) if isinstance(value, str) else value for name, value in fields.items()
    }


# Documents as they are now.


_ROWS_AT_ONCE = 1000


class StoredDocument(NamedTuple):
    """`page_url` is the page that shows it; `url` its own address where it has one."""

    id: int
    site: str
    page_url: str
    source: str
    kind: str
    ordinal: int
    thread: str
    number: int | None
    title: str
    author: str
    published_at: float | None
    text: str
    quotes: tuple[str, ...]
    url: str
    worth: float
    capture_id: int | None
    first_seen_at: float
    last_changed_at: float


_CURRENT = (
    select(
        *(documents.c.id, links.c.site, links.c.url.label("page_url")),
        *(documents.c[name] for name in StoredDocument._fields[3:]),
    )
    .join(links, links.c.id == documents.c.link_id)
    .where(documents.c.gone_at.is_(None))
    .order_by(documents.c.id)
    .execution_options(yield_per=_ROWS_AT_ONCE)
)


def current_documents(
    conn: Connection, topic: str, kind: str | None = None
) -> Iterator[StoredDocument]:
    """Documents still on their pages, in the order they were first seen."""
    wanted = _CURRENT.where(documents.c.topic == topic)
    if kind is not None:
        wanted = wanted.where(documents.c.kind == kind)
    for row in conn.execute(wanted):
        yield StoredDocument(**row._asdict() | {"quotes": tuple(json.loads(row.quotes))})


_BODY = (
    select(
        *(links.c.id, links.c.url, pages.c.content_type),
        *(captures.c.id, captures.c.file, captures.c.offset, captures.c.length),
    )
    .join(documents, documents.c.link_id == links.c.id)
    .join(captures, captures.c.id == documents.c.capture_id)
    .outerjoin(pages, pages.c.link_id == links.c.id)
    .where(documents.c.id == bindparam("document"))
)


def stored_body(conn: Connection, document_id: int) -> StoredBody | None:
    """The page that a document was read from, as it was then; None if it is not archived."""
    row = conn.execute(_BODY, {"document": document_id}).first()
    return StoredBody._make(row) if row else None


_LAST_CHANGE = select(func.max(documents.c.last_changed_at)).where(
    documents.c.topic == bindparam("of_topic")
)


def last_document_change(conn: Connection, topic: str) -> float:
    """When a document was last added, changed or removed; 0 if there are none."""
    return conn.scalar(_LAST_CHANGE, {"of_topic": topic}) or 0.0


class SourceCount(NamedTuple):
    """How many documents of a source still exist, and when the newest was first seen."""

    source: str
    articles: int
    posts: int
    newest_at: float


_COUNTS = (
    select(
        documents.c.source,
        *(func.count(case((documents.c.kind == kind, 1))) for kind in (ARTICLE, POST)),
        func.max(documents.c.first_seen_at),
    )
    .where(documents.c.topic == bindparam("of_topic"), documents.c.gone_at.is_(None))
    .group_by(documents.c.source)
    .order_by(documents.c.source)
)


def source_counts(conn: Connection, topic: str) -> list[SourceCount]:
    return [SourceCount._make(row) for row in conn.execute(_COUNTS, {"of_topic": topic})]
