"""Pages that were read and are not kept, and why; and copies of pages.

A copy, a page that names another address as its canonical one, keeps its record until the page at
that address has one: the address may answer 404, redirect elsewhere, or never be fetched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, exists, func, or_, select, update

from core.records import COPY, MEDIA
from store.records import save_records
from store.schema import links, pages, records

if TYPE_CHECKING:
    from sqlalchemy import BindParameter, ColumnElement, Connection

    from core.records import NotKept
    from store.runs import ErrorFilter


class NotKeptKind(NamedTuple):
    kind: str
    pages: int
    last_at: float


class PageNotKept(NamedTuple):
    topic: str
    kind: str
    url: str
    site: str
    read_at: float
    reason: str


_COLUMNS = (
    *(pages.c.topic, pages.c.not_kept, pages.c.url, pages.c.site),
    *(pages.c.fetched_at, pages.c.reason),
)


def kinds_not_kept(conn: Connection, wanted: ErrorFilter) -> list[NotKeptKind]:
    """Most frequent first."""
    rows = conn.execute(
        select(pages.c.not_kept, func.count(), func.max(pages.c.fetched_at))
        .where(*_conditions(wanted))
        .group_by(pages.c.not_kept)
        .order_by(func.count().desc(), pages.c.not_kept)
    )
    return [NotKeptKind._make(row) for row in rows]


def pages_not_kept(conn: Connection, wanted: ErrorFilter, limit: int) -> list[PageNotKept]:
    """Latest first."""
    rows = conn.execute(
        select(*_COLUMNS)
        .where(*_conditions(wanted))
        .order_by(pages.c.fetched_at.desc(), pages.c.link_id.desc())
        .limit(limit)
    )
    return [PageNotKept._make(row) for row in rows]


def _conditions(wanted: ErrorFilter) -> list[ColumnElement[bool]]:
    columns = {"topic": pages.c.topic, "kind": pages.c.not_kept, "site": pages.c.site}
    given = ((columns[name], value) for name, value in wanted._asdict().items())
    return [
        pages.c.not_kept.is_not(None),
        *(column == value for column, value in given if value is not None),
    ]


# Copies: the record is kept once, at the canonical address if that has it.


def _live(link_id: ColumnElement[int]) -> ColumnElement[bool]:
    return exists().where(
        records.c.link_id == link_id, records.c.gone_at.is_(None), records.c.source != MEDIA
    )


_FURTHER = links.alias("further")
_OF_TOPIC: BindParameter[str] = bindparam("of_topic")
# The original itself may be a copy of a third page, but not of the one that is asked about.
_HAS_RECORD = (
    select(links.c.id)
    .outerjoin(pages, pages.c.link_id == links.c.id)
    .outerjoin(_FURTHER, and_(_FURTHER.c.topic == _OF_TOPIC, _FURTHER.c.url == pages.c.copy_of))
    .where(
        links.c.topic == _OF_TOPIC,
        links.c.url == bindparam("original"),
        or_(_live(links.c.id), and_(_FURTHER.c.url != bindparam("asked"), _live(_FURTHER.c.id))),
    )
    .limit(1)
)
_COPIES = pages.c.topic == _OF_TOPIC, pages.c.copy_of == bindparam("original")
_KEPT_COPIES = select(pages.c.link_id).where(*_COPIES, pages.c.outcome != COPY)
_IS_COPY = (
    update(pages)
    .where(pages.c.link_id == bindparam("link"))
    .values(outcome=COPY, not_kept=bindparam("kind"), reason=bindparam("why"))
)
_VISIT_COPIES = (
    update(pages)
    .where(*_COPIES, pages.c.outcome == COPY)
    .values(etag=None, last_modified=None, next_visit_at=bindparam("now"))
)


def original_has_record(conn: Connection, topic: str, original: str, asked: str) -> bool:
    """Whether the original of a copy has a record, itself or through its own original."""
    values = {"of_topic": topic, "original": original, "asked": asked}
    return conn.scalar(_HAS_RECORD, values) is not None


def end_copies(conn: Connection, topic: str, url: str, reason: NotKept, now: float) -> None:
    """The page at `url` has a record: those of its copies end."""
    for link_id in list(conn.scalars(_KEPT_COPIES, {"of_topic": topic, "original": url})):
        save_records(conn, link_id, (), None, now)
        conn.execute(_IS_COPY, {"link": link_id, "kind": reason.kind, "why": reason.reason})


def visit_copies(conn: Connection, topic: str, url: str, now: float) -> None:
    """The page at `url` has no record any more: fetch its copies again, as a whole."""
    conn.execute(_VISIT_COPIES, {"of_topic": topic, "original": url, "now": now})
