"""Finding archived pages: one page, those of a site, those affected by a change."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, func, or_, select

from core.names import name_key
from core.records import ReadValue
from store.database import batches
from store.schema import captures, links, pages, record_values, records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import BindParameter, Connection, Select


class StoredBody(NamedTuple):
    """Where the newest body of a page is archived."""

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


IS_HTML = or_(
    pages.c.content_type.like("text/html%"), pages.c.content_type.like("application/xhtml+xml%")
)

_ROWS_AT_ONCE = 500
_HTML_OF_TOPIC = (pages.c.topic == bindparam("of_topic"), IS_HTML)
_BODY_COLUMNS = (
    *(pages.c.link_id, pages.c.url, pages.c.content_type, captures.c.id),
    *(captures.c.file, captures.c.offset, captures.c.length),
)
_NEWEST_BODIES = (
    select(*_BODY_COLUMNS)
    .join(captures, captures.c.id == pages.c.capture_id)
    .where(pages.c.topic == bindparam("of_topic"))
    .order_by(captures.c.file, captures.c.offset)
    .execution_options(yield_per=_ROWS_AT_ONCE)
)
_IDS: BindParameter[int] = bindparam("ids", expanding=True)
_BODY = (
    select(*_BODY_COLUMNS)
    .join(captures, captures.c.id == pages.c.capture_id)
    .join(links, links.c.id == pages.c.link_id)
    .where(
        *_HTML_OF_TOPIC,
    )
)
_ONE_BODY = _BODY.where(pages.c.link_id == bindparam("link"))
_BODY_AT = (
    select(*_BODY_COLUMNS)
    .join(captures, captures.c.id == pages.c.capture_id)
    .join(links, links.c.id == pages.c.link_id)
    .where(links.c.topic == bindparam("of_topic"), links.c.url == bindparam("address"))
)
_OF_RECORD = _BODY.join(records, records.c.link_id == pages.c.link_id).where(
    records.c.id == bindparam("record")
)
_OF_SITE = _BODY.where(
    pages.c.site == bindparam("of_site"), pages.c.url != bindparam("url")
).order_by(pages.c.link_id)
_VALUES_OF_PAGES = (
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
    """The newest body of every page, in archive order."""
    wanted = _NEWEST_BODIES if site is None else _NEWEST_BODIES.where(pages.c.site == site)
    for row in conn.execute(wanted, {"of_topic": topic}):
        yield StoredBody._make(row)


def stored_page(conn: Connection, topic: str, link_id: int) -> StoredBody | None:
    """Where the newest body of a page is archived; None if there is no such page."""
    row = conn.execute(_ONE_BODY, {"of_topic": topic, "link": link_id}).first()
    return StoredBody._make(row) if row else None


def stored_page_at(conn: Connection, topic: str, url: str) -> StoredBody | None:
    """The same, by the page's address."""
    row = conn.execute(_BODY_AT, {"of_topic": topic, "address": url}).first()
    return StoredBody._make(row) if row else None


def page_of_record(conn: Connection, topic: str, record_id: int) -> StoredBody | None:
    """Where the newest body of the page of a record is archived; None if it is not."""
    row = conn.execute(_OF_RECORD, {"of_topic": topic, "record": record_id}).first()
    return StoredBody._make(row) if row else None


def pages_like(conn: Connection, page: SitePage, shape: str, most: int) -> list[StoredBody]:
    """Other pages of the site whose URLs have this shape, wherever links to them were found."""
    anywhere = links.c.shape.startswith(f"{shape} @", autoescape=True)
    return _others(conn, page, or_(links.c.shape == shape, anywhere), most)


def pages_with_records(conn: Connection, page: SitePage, most: int) -> list[StoredBody]:
    """Other pages of the site that its rules read."""
    return _others(conn, page, pages.c.outcome == "ok", most)


def _others(
    conn: Connection, page: SitePage, wanted: ColumnElement[bool], most: int
) -> list[StoredBody]:
    rows = conn.execute(_OF_SITE.where(wanted).limit(most), page._asdict())
    return [StoredBody._make(row) for row in rows]


def values_of_pages(
    conn: Connection, link_ids: Iterable[int], source: str
) -> dict[int, list[ReadValue]]:
    """Link id → the current values of its records of a source, in page order."""
    found: dict[int, list[ReadValue]] = defaultdict(list)
    for some in batches(link_ids):
        for row in conn.execute(_VALUES_OF_PAGES, {"ids": some, "of_source": source}):
            found[row.link_id].append(ReadValue._make(row[2:]))
    return dict(found)


# Stored pages affected by a change of rules or names.


BEFORE_ALL = ("", -1)  # a position in the archive before its first page


class Affected(NamedTuple):
    """Pages of these sites, and pages of any site that use one of these names for an attribute.

    The attribute is None if the names are still unknown.
    """

    topic: str
    sites: tuple[str, ...]
    names: tuple[str, ...] = ()
    attribute: str | None = None


class PageToRead(NamedTuple):
    """Where the newest body of a page is archived, and the outcome of reading it last time."""

    link_id: int
    url: str
    capture_id: int
    file: str
    offset: int
    length: int
    outcome: str | None


_SITES: BindParameter[str] = bindparam("of_sites", expanding=True)
_SPELLINGS: BindParameter[str] = bindparam("spellings", expanding=True)
_ARCHIVE_ORDER = (captures.c.file, captures.c.offset)


def affected_pages(
    conn: Connection, affected: Affected, behind: tuple[str, int] = BEFORE_ALL
) -> Iterator[PageToRead]:
    """In archive order, starting after the position `behind`."""
    file, offset = behind
    wanted = (
        _affected_query(conn, affected)
        .where(
            or_(captures.c.file > file, (captures.c.file == file) & (captures.c.offset > offset))
        )
        .order_by(*_ARCHIVE_ORDER)
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    for row in conn.execute(wanted, _parameters(affected)):
        yield PageToRead._make(row)


def count_affected(conn: Connection, affected: Affected) -> int:
    counted = select(func.count()).select_from(_affected_query(conn, affected).subquery())
    return int(conn.scalar(counted, _parameters(affected)) or 0)


def newest_capture(conn: Connection) -> int:
    """The id of the newest capture: as long as it is the same, so are the stored pages."""
    return int(conn.scalar(select(func.max(captures.c.id))) or 0)


def _affected_query(conn: Connection, affected: Affected) -> Select[tuple[object, ...]]:
    by_site = pages.c.site.in_(_SITES)
    spellings = _spellings(conn, affected)
    named = pages.c.link_id.in_(_showing(affected.attribute)) if spellings else None
    columns = (pages.c.link_id, pages.c.url, captures.c.id.label("capture_id"))
    place = (captures.c.file, captures.c.offset, captures.c.length, pages.c.outcome)
    query = (
        select(*columns, *place)
        .join(captures, captures.c.id == pages.c.capture_id)
        .where(*_HTML_OF_TOPIC, by_site if named is None else or_(by_site, named))
    )
    return query if named is None else query.params(spellings=spellings)


def _showing(attribute: str | None) -> Select[tuple[int]]:
    return (
        select(records.c.link_id)
        .join(record_values, record_values.c.record_id == records.c.id)
        .where(
            _has_attribute(attribute),
            record_values.c.until.is_(None),
            record_values.c.name.in_(_SPELLINGS),
        )
    )


def _has_attribute(attribute: str | None) -> ColumnElement[bool]:
    of = record_values.c.attribute
    return of.is_(None) if attribute is None else of == attribute


def _spellings(conn: Connection, affected: Affected) -> list[str]:
    """All spellings of the names on pages: with spaces, full-width, in capitals."""
    if not affected.names:
        return []
    holds = record_values.c.until.is_(None)
    shown = select(record_values.c.name).distinct().where(_has_attribute(affected.attribute), holds)
    keys = set(map(name_key, affected.names))
    return [name for name in conn.scalars(shown) if name_key(name) in keys]


def _parameters(affected: Affected) -> dict[str, object]:
    return {"of_topic": affected.topic, "of_sites": list(affected.sites)}
