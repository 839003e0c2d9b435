"""The seal of indexes built from a ledger: the ledger's id, and a key to sign them with.

A search needs nothing else from the ledger. `stored_seal` reads it without SQLAlchemy, whose import
takes a third as long as a whole search; `store.ledger.seal_of` also creates it.
"""

from __future__ import annotations

import os
import shutil
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
        with closing(sqlite3.connect(reading_uri(file), uri=True)) as conn:
            return Seal.from_meta(dict(conn.execute("SELECT name, value FROM meta")))
    except sqlite3.Error:
        return None


# An SQLite file that cannot be written now. Reading one that has a write-ahead log needs a file
# beside it, unless SQLite is told that it does not change.


_SPACE_NEEDED = 64 * 1024  # bytes, for the index of the log
_IN_USE = 32 * 1024  # the size of that index when somebody uses it


def frozen_because(file: Path) -> str:
    """Why it cannot be written, and what to do; "" if it can, or if it is in use anyway."""
    if not file.is_file() or size_beside(file, "-shm") >= _IN_USE:
        return ""
    if not os.access(file.parent, os.W_OK):
        return "its folder is read-only. What to do: make the disk or the folder writable"
    if shutil.disk_usage(file.parent).free < _SPACE_NEEDED:
        return "the disk is full. What to do: free some space, and run the same command again"
    return ""


def size_beside(file: Path, ending: str) -> int:
    """That of another file of SQLite's; 0 if there is none."""
    try:
        return file.with_name(file.name + ending).stat().st_size
    except FileNotFoundError:
        return 0


def reading_uri(file: Path) -> str:
    unchanging = "&immutable=1" if frozen_because(file) and not size_beside(file, "-wal") else ""
    return f"{file.absolute().as_uri()}?mode=ro{unchanging}"
