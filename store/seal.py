"""The seal of indexes built from a ledger: the ledger's id, and a key to sign them with.

A search needs nothing else from the ledger. `stored_seal` reads it without SQLAlchemy, whose import
takes a third as long as a whole search; `store.ledger.seal_of` also creates it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.settings import Settings


LEDGER_FILE = "ledger.sqlite"  # in the data folder, unless the settings name another ledger
LEDGER_ID, SEAL_KEY = "id", "seal"  # names of rows in the table `meta`
_FILE_URL = "sqlite:///"


class Seal(NamedTuple):
    """`ledger` (its id) is public; `key` is secret: only its owner can seal an index."""

    ledger: str
    key: bytes

    @classmethod
    def from_meta(cls, rows: Mapping[str, str]) -> Seal | None:
        """None if the ledger has no seal yet."""
        if not rows.keys() >= {LEDGER_ID, SEAL_KEY}:
            return None
        return cls(rows[LEDGER_ID], bytes.fromhex(rows[SEAL_KEY]))


def stored_seal(settings: Settings) -> Seal | None:
    """None if there is no seal yet, or the ledger is no plain SQLite file: then open the ledger."""
    url = settings.ledger
    if url and not url.startswith(_FILE_URL):
        return None
    file = Path(url.removeprefix(_FILE_URL)) if url else settings.data / LEDGER_FILE
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as conn:
            return Seal.from_meta(dict(conn.execute("SELECT name, value FROM meta")))
    except sqlite3.Error:
        return None
