"""What the crawl has learned about each site, serialized by its learner."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import select

from index.ledger.dialects import insert_into
from index.ledger.tables import site_memory

if TYPE_CHECKING:
    from sqlalchemy import Connection, Executable


@cache
def _save(dialect: str) -> Executable:
    new = insert_into(site_memory, dialect)
    return new.on_conflict_do_update(
        index_elements=["topic", "site"],
        set_={"learned": new.excluded.learned, "updated_at": new.excluded.updated_at},
    )


def load_site_memories(conn: Connection, topic: str) -> dict[str, str]:
    """Site → what was learned."""
    wanted = select(site_memory.c.site, site_memory.c.learned).where(site_memory.c.topic == topic)
    return {row.site: row.learned for row in conn.execute(wanted)}


def load_site_memory(conn: Connection, topic: str, site: str) -> str | None:
    return conn.scalar(
        select(site_memory.c.learned).where(
            site_memory.c.topic == topic, site_memory.c.site == site
        )
    )


def save_site_memory(conn: Connection, topic: str, site: str, learned: str, now: float) -> None:
    row = {"topic": topic, "site": site, "learned": learned, "updated_at": now}
    conn.execute(_save(conn.dialect.name), row)
