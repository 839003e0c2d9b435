"""Stored pages that a change of rules or names concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, or_, select

from index.ledger.tables import captures, pages, record_values, records
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import BindParameter, ColumnElement, Connection, Select

_ROWS_AT_ONCE = 500
BEFORE_ALL = ("", -1)  # a place in the archive before its first page


class Affected(NamedTuple):
    """Pages of these sites, and of any site that show one of these names for an attribute.

    The attribute is None where nothing knows the names yet.
    """

    topic: str
    sites: tuple[str, ...]
    names: tuple[str, ...] = ()
    attribute: str | None = None


class PageToRead(NamedTuple):
    """Where the newest body of a page lies, and how reading it went the last time."""

    link_id: int
    url: str
    capture_id: int
    file: str
    offset: int
    length: int
    outcome: str | None


_SITES: BindParameter[str] = bindparam("of_sites", expanding=True)
_SPELLINGS: BindParameter[str] = bindparam("spellings", expanding=True)
_WANTED = (
    pages.c.topic == bindparam("of_topic"),
    or_(
        pages.c.content_type.like("text/html%"),
        pages.c.content_type.like("application/xhtml+xml%"),
    ),
)
_ORDER = (captures.c.file, captures.c.offset)


def affected_pages(
    conn: Connection, affected: Affected, behind: tuple[str, int] = BEFORE_ALL
) -> Iterator[PageToRead]:
    """In the order in which they lie in the archive; those behind a place, if it is told."""
    file, offset = behind
    wanted = (
        _of(conn, affected)
        .where(
            or_(captures.c.file > file, (captures.c.file == file) & (captures.c.offset > offset))
        )
        .order_by(*_ORDER)
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    for row in conn.execute(wanted, _parameters(affected)):
        yield PageToRead._make(row)


def count_affected(conn: Connection, affected: Affected) -> int:
    counted = select(func.count()).select_from(_of(conn, affected).subquery())
    return int(conn.scalar(counted, _parameters(affected)) or 0)


def newest_capture(conn: Connection) -> int:
    """The last thing the archive got: while it is the same, so are the pages."""
    return int(conn.scalar(select(func.max(captures.c.id))) or 0)


def _of(conn: Connection, affected: Affected) -> Select[tuple[object, ...]]:
    by_site = pages.c.site.in_(_SITES)
    spellings = _spellings(conn, affected)
    named = pages.c.link_id.in_(_showing(affected.attribute)) if spellings else None
    columns = (pages.c.link_id, pages.c.url, captures.c.id.label("capture_id"))
    place = (captures.c.file, captures.c.offset, captures.c.length, pages.c.outcome)
    query = (
        select(*columns, *place)
        .join(captures, captures.c.id == pages.c.capture_id)
        .where(*_WANTED, by_site if named is None else or_(by_site, named))
    )
    return query if named is None else query.params(spellings=spellings)


def _showing(attribute: str | None) -> Select[tuple[int]]:
    return (
        select(records.c.link_id)
        .join(record_values, record_values.c.record_id == records.c.id)
        .where(
            _is(attribute),
            record_values.c.until.is_(None),
            record_values.c.name.in_(_SPELLINGS),
        )
    )


def _is(attribute: str | None) -> ColumnElement[bool]:
    of = record_values.c.attribute
    return of.is_(None) if attribute is None else of == attribute


def _spellings(conn: Connection, affected: Affected) -> list[str]:
    """The names as pages write them: with spaces, full-width, in capitals."""
    if not affected.names:
        return []
    holds = record_values.c.until.is_(None)
    shown = select(record_values.c.name).distinct().where(_is(affected.attribute), holds)
    keys = set(map(name_key, affected.names))
    return [name for name in conn.scalars(shown) if name_key(name) in keys]


def _parameters(affected: Affected) -> dict[str, object]:
    return {"of_topic": affected.topic, "of_sites": list(affected.sites)}
