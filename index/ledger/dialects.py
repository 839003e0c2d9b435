"""Inserting a row or, if it is there, updating it: databases differ in this."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

from index.ledger.problems import LedgerError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Table

Upsert = sqlite.Insert | postgresql.Insert

_INSERTS: dict[str, Callable[[Table], Upsert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def require_known(dialect: str) -> None:
    if dialect not in _INSERTS:
        raise LedgerError(
            f"A ledger cannot be kept in {dialect}: SpecSeek knows SQLite and PostgreSQL. "
            "What to do: name an address that begins with sqlite: or postgresql:"
        )


def insert_into(table: Table, dialect: str) -> Upsert:
    """An insert that knows ON CONFLICT."""
    require_known(dialect)
    return _INSERTS[dialect](table)
