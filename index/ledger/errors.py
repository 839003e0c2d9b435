"""The error register: what went wrong where, how often, and what was done about it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, select

from index.ledger.column_types import storable
from index.ledger.dialects import insert_into
from index.ledger.tables import errors

if TYPE_CHECKING:
    from sqlalchemy import Connection, Executable

LONGEST_DETAIL = 500
LONGEST_URL = 2000  # in bytes: PostgreSQL cannot index much longer ones


@dataclass(frozen=True, slots=True)
class ErrorSeen:
    """`action` is what the system did about it: "queued again", "given up"."""

    topic: str
    run_id: int | None
    kind: str
    url: str
    site: str
    action: str
    detail: str = ""


class KnownError(NamedTuple):
    id: int
    topic: str
    run_id: int | None
    kind: str
    url: str
    site: str
    times: int
    first_at: float
    last_at: float
    action: str
    detail: str


_LATEST = (
    select(*(errors.c[name] for name in KnownError._fields))
    .where(errors.c.topic == bindparam("of_topic"))
    .order_by(errors.c.last_at.desc(), errors.c.id.desc())
    .limit(bindparam("most"))
)
_COUNTS = (
    select(errors.c.kind, func.sum(errors.c.times))
    .where(errors.c.topic == bindparam("of_topic"))
    .group_by(errors.c.kind)
    .order_by(errors.c.kind)
)


@cache
def _register(dialect: str) -> Executable:
    new = insert_into(errors, dialect)
    came = new.excluded
    return new.on_conflict_do_update(
        index_elements=["topic", "kind", "url"],
        set_={
            "run_id": came.run_id,
            "times": errors.c.times + 1,
            "last_at": came.last_at,
            "action": came.action,
            "detail": came.detail,
        },
    )


def register(conn: Connection, seen: ErrorSeen, now: float) -> None:
    """Errors of one kind at one address are one entry, with a count."""
    row = asdict(seen) | {"times": 1, "first_at": now, "last_at": now}
    row["url"] = storable(seen.url).encode()[:LONGEST_URL].decode(errors="ignore")
    row["detail"] = seen.detail[:LONGEST_DETAIL]
    conn.execute(_register(conn.dialect.name), row)


def errors_of(
    conn: Connection, topic: str, kind: str | None = None, limit: int = 100
) -> list[KnownError]:
    """The latest first."""
    wanted = _LATEST if kind is None else _LATEST.where(errors.c.kind == kind)
    rows = conn.execute(wanted, {"of_topic": topic, "most": limit})
    return [KnownError._make(row) for row in rows]


def error_counts(conn: Connection, topic: str) -> dict[str, int]:
    """Kind → how often."""
    return {kind: int(times) for kind, times in conn.execute(_COUNTS, {"of_topic": topic})}
