"""Support for a proposal: pages read of its site, and different values beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select

from index.ledger.portions import portions
from index.ledger.tables import pages, proposal_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

_READ = (
    select(pages.c.site, func.count().label("pages"))
    .where(pages.c.topic == bindparam("of_topic"), pages.c.outcome == "ok")
    .group_by(pages.c.site)
)
_VALUES = (
    select(proposal_pages.c.proposal_id, func.count(proposal_pages.c.value.distinct()))
    .where(
        proposal_pages.c.proposal_id.in_(bindparam("ids", expanding=True)),
        proposal_pages.c.value != "",
    )
    .group_by(proposal_pages.c.proposal_id)
)


def pages_read(conn: Connection, topic: str) -> dict[str, int]:
    """Site → how many of its pages rules read."""
    return {row.site: row.pages for row in conn.execute(_READ, {"of_topic": topic})}


def values_shown(conn: Connection, proposal_ids: Iterable[int]) -> dict[int, int]:
    """Proposal → how many different values stand beside it, for those that have any."""
    return {
        proposal: many
        for some in portions(proposal_ids)
        for proposal, many in conn.execute(_VALUES, {"ids": some})
    }
