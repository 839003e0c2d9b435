"""How much is queued, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, select, text

from index.ledger.frontier import SHEET, LinkState
from index.ledger.tables import links

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Bucket(NamedTuple):
    """Queued links of one site that look alike, those included that must wait."""

    site: str
    shape: str
    level: int
    group: str
    queued: int


_OF_TOPIC = links.c.topic == bindparam("of_topic")
_KIND = (links.c.site, links.c.shape, links.c.level, links.c.link_group)
_BUCKETS = (
    select(*_KIND, func.count())
    .where(_OF_TOPIC, links.c.state == LinkState.QUEUED.value)
    .group_by(*_KIND)
    .order_by(*_KIND)
)
_COUNTS = (
    select(links.c.link_group, links.c.state, func.count())
    .where(_OF_TOPIC, links.c.link_group != SHEET)
    .group_by(links.c.link_group, links.c.state)
)
# Written out as the index has it: only so do databases see that the index will do.
_WAITING = select(func.min(links.c.not_before)).where(
    _OF_TOPIC,
    text("state = 'queued' AND not_before > 0"),
    links.c.not_before > bindparam("now"),
)
_OPEN = (
    select(links.c.id)
    .where(_OF_TOPIC, links.c.state.in_([LinkState.QUEUED.value, LinkState.TAKEN.value]))
    .limit(1)
)


def buckets(conn: Connection, topic: str) -> list[Bucket]:
    return [Bucket._make(row) for row in conn.execute(_BUCKETS, {"of_topic": topic})]


def counts(conn: Connection, topic: str) -> dict[tuple[str, LinkState], int]:
    """(group, state) → how many links."""
    rows = conn.execute(_COUNTS, {"of_topic": topic})
    return {(group, LinkState(state)): number for group, state, number in rows}


def waiting_until(conn: Connection, topic: str, now: float) -> float | None:
    """When may the first of the links be fetched that must wait now?"""
    until: float | None = conn.scalar(_WAITING, {"of_topic": topic, "now": now})
    return until


def is_finished(conn: Connection, topic: str) -> bool:
    """Nothing is queued, nothing on its way."""
    return conn.scalar(_OPEN, {"of_topic": topic}) is None
