"""Single pages of the archive: where one's bytes lie, which others its site has, what they said."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, or_, select

from core.records import ReadValue
from index.ledger.portions import portions
from index.ledger.tables import captures, links, pages, record_values, records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import BindParameter, Connection


class StoredBody(NamedTuple):
    """Where the newest body of a page lies."""

    link_id: int
    url: str
    content_type: str | None
    capture_id: int
    file: str
    offset: int
    length: int


class SitePage(NamedTuple):
    """A page of a site, stored or not."""

    of_topic: str
    of_site: str
    url: str


_ROWS_AT_ONCE = 500
_NEWEST = (
    select(
        pages.c.link_id,
        pages.c.url,
        pages.c.content_type,
        captures.c.id,
        captures.c.file,
        captures.c.offset,
        captures.c.length,
    )
    .join(captures, captures.c.id == pages.c.capture_id)
    .where(pages.c.topic == bindparam("of_topic"))
    .order_by(captures.c.file, captures.c.offset)
    .execution_options(yield_per=_ROWS_AT_ONCE)
)
_IDS: BindParameter[int] = bindparam("ids", expanding=True)
_BODY = (
    select(
        *(pages.c.link_id, pages.c.url, pages.c.content_type, captures.c.id),
        *(captures.c.file, captures.c.offset, captures.c.length),
    )
    .join(captures, captures.c.id == pages.c.capture_id)
    .join(links, links.c.id == pages.c.link_id)
    .where(
        pages.c.topic == bindparam("of_topic"),
        or_(
            pages.c.content_type.like("text/html%"),
            pages.c.content_type.like("application/xhtml+xml%"),
        ),
    )
)
_ONE = _BODY.where(pages.c.link_id == bindparam("link"))
_OF_SITE = _BODY.where(
    pages.c.site == bindparam("of_site"), pages.c.url != bindparam("url")
).order_by(pages.c.link_id)
_VALUES = (
    select(
        records.c.link_id, records.c.ordinal, *(record_values.c[name] for name in ReadValue._fields)
    )
    .join(
        record_values,
        and_(record_values.c.record_id == records.c.id, record_values.c.until.is_(None)),
    )
    .where(
        records.c.link_id.in_(_IDS),
        records.c.source == bindparam("of_source"),
        records.c.gone_at.is_(None),
    )
    .order_by(records.c.link_id, records.c.ordinal, record_values.c.position)
)


def newest_captures(conn: Connection, topic: str, site: str | None = None) -> Iterator[StoredBody]:
    """The newest body of every page, in the order in which they lie in the archive."""
    wanted = _NEWEST if site is None else _NEWEST.where(pages.c.site == site)
    for row in conn.execute(wanted, {"of_topic": topic}):
        yield StoredBody._make(row)


def stored_page(conn: Connection, topic: str, link_id: int) -> StoredBody | None:
    """Where the newest body of a page lies; None where there is no such page."""
    row = conn.execute(_ONE, {"of_topic": topic, "link": link_id}).first()
    return StoredBody._make(row) if row else None


def pages_like(conn: Connection, page: SitePage, shape: str, most: int) -> list[StoredBody]:
    """Others of the site whose addresses have this shape, wherever links to them stood."""
    anywhere = links.c.shape.startswith(f"{shape} @", autoescape=True)
    return _others(conn, page, or_(links.c.shape == shape, anywhere), most)


def pages_with_records(conn: Connection, page: SitePage, most: int) -> list[StoredBody]:
    """Others of the site that its rules read."""
    return _others(conn, page, pages.c.outcome == "ok", most)


def _others(
    conn: Connection, page: SitePage, wanted: ColumnElement[bool], most: int
) -> list[StoredBody]:
    rows = conn.execute(_OF_SITE.where(wanted).limit(most), page._asdict())
    return [StoredBody._make(row) for row in rows]


def values_of_pages(
    conn: Connection, link_ids: Iterable[int], source: str
) -> dict[int, list[ReadValue]]:
    """Link id → what its records of a source say now, in the order of the page."""
    found: dict[int, list[ReadValue]] = defaultdict(list)
    for some in portions(link_ids):
        for row in conn.execute(_VALUES, {"ids": some, "of_source": source}):
            found[row.link_id].append(ReadValue._make(row[2:]))
    return dict(found)
