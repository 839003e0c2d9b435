"""From version 2 to version 3: changes that follow from decisions, and learned weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, text

from index.ledger.column_types import Id, Time
from index.ledger.tables import metadata

if TYPE_CHECKING:
    from sqlalchemy import Connection


def carry_out_decisions(conn: Connection) -> None:
    past = MetaData(naming_convention=metadata.naming_convention)
    changes = Table(
        "changes",
        past,
        Column("id", Id, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("topic", "site", "kind", "state")),
        *(Column(name, Text, nullable=False) for name in ("who", "detail", "note")),
        Column("made_at", Time, nullable=False),
        *(Column(name, Time) for name in ("decided_at", "done_at")),
        *(Column(name, Integer, nullable=False) for name in ("pages_done", "pages_all")),
        Index(None, "state"),
    )
    Table(
        "change_files",
        past,
        Column("change_id", Id, ForeignKey(changes.c.id), primary_key=True, autoincrement=False),
        Column("path", Text, primary_key=True),
        *(Column(name, LargeBinary) for name in ("before", "after")),
    )
    Table(
        "weights",
        past,
        Column("topic", Text, primary_key=True),
        Column("version", Integer, primary_key=True, autoincrement=False),
        Column("made_at", Time, nullable=False),
        Column("decisions", Integer, nullable=False),
        Column("content", Text, nullable=False),
    )
    past.create_all(conn, checkfirst=False)
    _widen(conn)


def _widen(conn: Connection) -> None:
    """The tables that were there before."""
    number, moment = (kind.compile(dialect=conn.dialect) for kind in (Id, Time))
    key = "CONSTRAINT fk_decisions_change_id_changes REFERENCES changes (id)"
    unknown = "attribute IS NULL AND until IS NULL"
    for statement in (
        "ALTER TABLE proposal_pages ADD COLUMN value TEXT DEFAULT '' NOT NULL",
        f"ALTER TABLE decisions ADD COLUMN change_id {number} {key}",
        f"ALTER TABLE decisions ADD COLUMN undone_at {moment}",
        "CREATE INDEX ix_decisions_change_id ON decisions (change_id)",
        f"CREATE INDEX ix_record_values_unknown ON record_values (name, record_id) WHERE {unknown}",
    ):
        conn.execute(text(statement))
