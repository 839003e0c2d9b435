"""The seal of an index made from this ledger: the ledger's id, and a key to sign with."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from index.ledger.dialects import insert_into
from index.ledger.tables import meta

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from index.ledger.ledger import Ledger

_ID, _SEAL = "id", "seal"


class Seal(NamedTuple):
    """`ledger` may be told to anyone; nobody without `key` can seal what the ledger did not."""

    ledger: str
    key: bytes


def seal_of(ledger: Ledger) -> Seal:
    """The ledger's own, made when it is first asked for."""
    with ledger.reading() as conn:
        rows = _rows(conn)
    if not rows.keys() >= {_ID, _SEAL}:
        with ledger.transaction() as conn:
            _make(conn)
            rows = _rows(conn)
    return Seal(rows[_ID], bytes.fromhex(rows[_SEAL]))


def _rows(conn: Connection) -> dict[str, str]:
    return {row.name: row.value for row in conn.execute(select(meta.c.name, meta.c.value))}


def _make(conn: Connection) -> None:
    """Another process may have been faster: then its own stay."""
    new = insert_into(meta, conn.dialect.name).on_conflict_do_nothing()
    rows = [
        {"name": _ID, "value": secrets.token_hex(8)},
        {"name": _SEAL, "value": secrets.token_hex(32)},
    ]
    conn.execute(new, rows)
