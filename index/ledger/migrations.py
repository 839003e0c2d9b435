"""Migrations. A released one is never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import Column, MetaData, Table, Text, func, insert, inspect, select, text

from index.ledger.column_types import Time
from index.ledger.problems import LedgerError
from index.ledger.step_to_version_3 import carry_out_decisions
from index.ledger.tables import metadata, schema_version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

Step: TypeAlias = "Callable[[Connection], None]"


def _know_itself(conn: Connection) -> None:
    """A name and a key of its own, for what is made from it."""
    past = MetaData(naming_convention=metadata.naming_convention)
    name = Column("name", Text, primary_key=True)
    Table("meta", past, name, Column("value", Text, nullable=False)).create(conn)


def _tell_unconfirmed(conn: Connection) -> None:
    """Values that no rule read: how they were read, how sure that is, under which heading."""
    number = Time.compile(dialect=conn.dialect)
    unconfirmed = "(record_id) WHERE \"by\" != '' AND until IS NULL"
    for statement in (
        "ALTER TABLE record_values ADD COLUMN \"by\" TEXT DEFAULT '' NOT NULL",
        f"ALTER TABLE record_values ADD COLUMN confidence {number} DEFAULT 1 NOT NULL",
        "ALTER TABLE record_values ADD COLUMN section TEXT DEFAULT '' NOT NULL",
        f"CREATE INDEX ix_record_values_unconfirmed ON record_values {unconfirmed}",
    ):
        conn.execute(text(statement))


# The first leads from version 1 to version 2.
STEPS: tuple[Step, ...] = (_know_itself, carry_out_decisions, _tell_unconfirmed)


def newest_version(steps: Sequence[Step]) -> int:
    return 1 + len(steps)


def version_of(conn: Connection) -> int:
    """The version of a ledger; 0 for an empty database, which becomes one."""
    names = inspect(conn).get_table_names()
    if not names:
        return 0
    version = None
    if schema_version.name in names:
        version = conn.scalar(select(func.max(schema_version.c.version)))
    if version is None:
        raise LedgerError(
            f"The database holds something else, no ledger (its tables: {', '.join(names[:5])}). "
            "Nothing was changed. What to do: name another database for the ledger."
        )
    return int(version)


def is_current(conn: Connection, steps: Sequence[Step]) -> bool:
    version = version_of(conn)
    if version > newest_version(steps):
        raise LedgerError(
            f"The ledger is of version {version}, and this SpecSeek knows versions up to "
            f"{newest_version(steps)}: a newer SpecSeek wrote it. Nothing was changed. "
            "What to do: update SpecSeek, or name another ledger."
        )
    return version == newest_version(steps)


def migrate(conn: Connection, steps: Sequence[Step], now: float) -> None:
    """Bring a ledger up to date; call it in a transaction that may be rolled back whole."""
    version = version_of(conn)
    if version == newest_version(steps):
        return  # another process was faster
    if version == 0:
        metadata.create_all(conn, checkfirst=False)
    else:
        for step in steps[version - 1 :]:
            step(conn)
    conn.execute(insert(schema_version), {"version": newest_version(steps), "applied_at": now})
