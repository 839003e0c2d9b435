"""The error register, filtered by topic, kind and site."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from index.ledger.errors import KnownError
from index.ledger.tables import errors

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection


class ErrorFilter(NamedTuple):
    """What is None is not asked about."""

    topic: str | None = None
    kind: str | None = None
    site: str | None = None


class KindReport(NamedTuple):
    kind: str
    addresses: int
    times: int
    last_at: float


def error_kinds(conn: Connection, wanted: ErrorFilter) -> list[KindReport]:
    """The most frequent first."""
    times = func.sum(errors.c.times)
    rows = conn.execute(
        select(errors.c.kind, func.count(), times, func.max(errors.c.last_at))
        .where(*_conditions(wanted))
        .group_by(errors.c.kind)
        .order_by(times.desc(), errors.c.kind)
    )
    return [KindReport(kind, count, int(total), last_at) for kind, count, total, last_at in rows]


def latest_errors(conn: Connection, wanted: ErrorFilter, limit: int) -> list[KnownError]:
    rows = conn.execute(
        select(*(errors.c[name] for name in KnownError._fields))
        .where(*_conditions(wanted))
        .order_by(errors.c.last_at.desc(), errors.c.id.desc())
        .limit(limit)
    )
    return [KnownError._make(row) for row in rows]


def _conditions(wanted: ErrorFilter) -> list[ColumnElement[bool]]:
    asked = wanted._asdict().items()
    return [errors.c[name] == value for name, value in asked if value is not None]
