"""Records as they are now."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, select

from index.ledger.tables import links, record_values, records

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy import Connection

_ROWS_AT_ONCE = 1000


class CurrentRecordValue(NamedTuple):
    """A value and where it comes from; rule and capture are those that read it first.

    `by` is "" where a rule read it, or the page tells it machines (`ReadValue`).
    """

    attribute: str | None
    name: str
    raw: str
    rule: str | None
    rule_version: int | None
    capture_id: int | None
    since: float
    by: str = ""
    confidence: float = 1.0
    section: str = ""


class CurrentRecord(NamedTuple):
    id: int
    url: str
    site: str
    source: str
    ordinal: int
    first_seen_at: float
    last_changed_at: float
    values: tuple[CurrentRecordValue, ...]


_CURRENT = (
    select(
        *(records.c.id, links.c.url, links.c.site, records.c.source, records.c.ordinal),
        *(records.c.first_seen_at, records.c.last_changed_at),
        record_values.c.id,
        *(record_values.c[name] for name in CurrentRecordValue._fields),
    )
    .join(links, links.c.id == records.c.link_id)
    .outerjoin(
        record_values,
        and_(record_values.c.record_id == records.c.id, record_values.c.until.is_(None)),
    )
    .where(links.c.topic == bindparam("of_topic"), records.c.gone_at.is_(None))
    .order_by(records.c.id, record_values.c.position)
    .execution_options(yield_per=_ROWS_AT_ONCE)
)


def current_records(  # noqa: PLR0913 - each narrows the records by itself
    conn: Connection,
    topic: str,
    site: str | None = None,
    source: str | None = None,
    *,
    urls: Collection[str] | None = None,
    one_in: int = 1,
) -> Iterator[CurrentRecord]:
    """Those still on their pages, in the order in which they were first seen.

    `one_in` picks one of so many, evenly over all that were ever seen.
    """
    wanted = _CURRENT.where(records.c.id % one_in == 0) if one_in > 1 else _CURRENT
    if urls is not None:
        wanted = wanted.where(links.c.url.in_(urls))
    if site is not None:
        wanted = wanted.where(links.c.site == site)
    if source is not None:
        wanted = wanted.where(records.c.source == source)
    rows = conn.execute(wanted, {"of_topic": topic})
    for head, group in groupby(rows, key=itemgetter(slice(7))):
        values = (CurrentRecordValue._make(row[8:]) for row in group if row[7] is not None)
        yield CurrentRecord._make((*head, tuple(values)))
