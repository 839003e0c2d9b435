"""Weights learned from decisions; every version is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, insert, select

from index.ledger.tables import weights

if TYPE_CHECKING:
    from sqlalchemy import Connection


class KnownWeights(NamedTuple):
    """`decisions` is how many taught it; `content` is JSON."""

    topic: str
    version: int
    made_at: float
    decisions: int
    content: str


_COLUMNS = select(*(weights.c[name] for name in KnownWeights._fields)).where(
    weights.c.topic == bindparam("of_topic")
)
_NEWEST = _COLUMNS.order_by(weights.c.version.desc()).limit(1)
_ALL = _COLUMNS.order_by(weights.c.version)
_LAST = select(func.coalesce(func.max(weights.c.version), 0)).where(
    weights.c.topic == bindparam("of_topic")
)


def save_weights(conn: Connection, topic: str, decisions: int, content: str, now: float) -> int:
    """Keep a new version; its number."""
    version = int(conn.scalar(_LAST, {"of_topic": topic}) or 0) + 1
    row = KnownWeights(topic, version, now, decisions, content)
    conn.execute(insert(weights), row._asdict())
    return version


def current_weights(conn: Connection, topic: str) -> KnownWeights | None:
    """None as long as nothing was learned."""
    row = conn.execute(_NEWEST, {"of_topic": topic}).first()
    return KnownWeights._make(row) if row else None


def all_weights(conn: Connection, topic: str) -> list[KnownWeights]:
    """The oldest first."""
    return [KnownWeights._make(row) for row in conn.execute(_ALL, {"of_topic": topic})]
