"""Proposals per site and state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select

from index.ledger.tables import proposals

if TYPE_CHECKING:
    from sqlalchemy import Connection

_NAMES = select(proposals.c.site, proposals.c.name).where(
    proposals.c.topic == bindparam("of_topic"), proposals.c.state == bindparam("of_state")
)
_COUNTS = (
    select(proposals.c.state, proposals.c.site, func.count())
    .where(proposals.c.topic == bindparam("of_topic"))
    .group_by(proposals.c.state, proposals.c.site)
)


def proposal_counts(conn: Connection, topic: str) -> dict[str, dict[str, int]]:
    """State → site → how many; sites with most first."""
    counts: dict[str, dict[str, int]] = {}
    rows = conn.execute(_COUNTS, {"of_topic": topic}).all()
    for state, site, number in sorted(rows, key=lambda row: (-row[2], row[1])):
        counts.setdefault(state, {})[site] = number
    return counts


def proposal_names(conn: Connection, topic: str, state: str) -> list[tuple[str, str]]:
    """Site and name of each."""
    rows = conn.execute(_NAMES, {"of_topic": topic, "of_state": state})
    return [(site, name) for site, name in rows]
