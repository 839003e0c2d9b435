"""Redirects that led to a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from index.ledger.frontier import LinkState
from index.ledger.tables import links

if TYPE_CHECKING:
    from sqlalchemy import Connection

_STEP = select(links.c.url, links.c.state, links.c.found_on).where(links.c.id == bindparam("link"))


def redirected_from(conn: Connection, found_on: int | None, most: int) -> list[str]:
    """The addresses that redirected here, the nearest first; `most` ends a chain without end."""
    chain: list[str] = []
    while found_on is not None and len(chain) < most:
        row = conn.execute(_STEP, {"link": found_on}).first()
        if row is None or row.state != LinkState.REDIRECT.value:
            break
        chain.append(row.url)
        found_on = row.found_on
    return chain
