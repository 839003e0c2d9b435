"""Whether ledger and archive are sound; nothing here writes, not even a migration."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import create_engine, make_url

from store.archive_state import archive_sizes, known_revision, stored_mark
from store.database import LedgerError, plain_errors
from store.migrations import MIGRATIONS, newest_version, schema_version_of
from store.seal import reading_uri
from store.spool import local_sizes, spool_of
from store.visits import committed_ends

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from store.spool import SpooledArchive

_MOST_TOLD = 5


class LedgerHealth(NamedTuple):
    """`version` is 0 for an empty database; `problems` say what is damaged."""

    version: int
    problems: tuple[str, ...] = ()

    @property
    def is_old(self) -> bool:
        """Whether the next command that opens it will upgrade it."""
        return 0 < self.version < newest_version(MIGRATIONS)


def ledger_health(url: str) -> LedgerHealth:
    """Raises LedgerError if the ledger cannot be read, or is newer than this program."""
    address = make_url(url)
    name = address.render_as_string(hide_password=True)
    problems: tuple[str, ...] = ()
    engine = create_engine(address)
    if address.get_backend_name() == "sqlite":
        file = Path(str(address.database))
        problems = _damages(file)
        engine = create_engine("sqlite://", creator=lambda: _reading(file))
    try:
        with plain_errors(name), engine.connect() as conn:
            version = schema_version_of(conn)
    finally:
        engine.dispose()
    if version > newest_version(MIGRATIONS):
        raise LedgerError(f"The ledger {name} was written by a newer SpecSeek: update this one.")
    return LedgerHealth(version, problems)


def _reading(file: Path) -> sqlite3.Connection:
    """A connection that writes nothing, not even a file beside the ledger."""
    return sqlite3.connect(reading_uri(file), uri=True)


def _damages(file: Path) -> tuple[str, ...]:
    """What SQLite itself finds wrong with a file."""
    try:
        with closing(_reading(file)) as conn:
            said = [str(text) for (text,) in conn.execute(f"PRAGMA quick_check({_MOST_TOLD})")]
            lost = conn.execute("PRAGMA foreign_key_check").fetchmany(_MOST_TOLD)
    except (sqlite3.DatabaseError, UnicodeError) as error:  # messages have damaged names in them
        return (str(error),)
    damaged = [text for text in said if text != "ok"]
    dangling = [
        f"a row of {table} refers to a row of {other} that is gone" for table, _, other, _ in lost
    ]
    return (*damaged, *dangling)


class ArchiveHealth(NamedTuple):
    """`missing` are the archive's files that are absent or too short, with what is lost.

    `mismatch` tells whether the folder belongs to another ledger, or to a newer one.
    """

    files: int
    bytes: int
    missing: tuple[str, ...]
    mismatch: str = ""


def archive_health(conn: Connection, folder: Path | SpooledArchive) -> ArchiveHealth:
    sizes = archive_sizes(folder)
    missing = tuple(
        f"{name}: {end - sizes.get(name, 0):,} of {end:,} bytes"
        for name, end in sorted(committed_ends(conn).items())
        if sizes.get(name, 0) < end
    )
    return ArchiveHealth(len(sizes), sum(sizes.values()), missing, _mismatch(conn, folder))


def _mismatch(conn: Connection, folder: Path | SpooledArchive) -> str:
    mark = stored_mark(folder)
    known = known_revision(conn, mark.id) if mark else None
    if mark is None or not local_sizes(spool_of(folder)):
        return ""
    if known is None:
        return "the folder belongs to another ledger, or to one that was lost"
    return "the ledger is older than the archive (a back-up?)" if known < mark.revision else ""
