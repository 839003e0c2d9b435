"""SQLite, set up so that every transaction stays whole whenever the process dies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import event

if TYPE_CHECKING:
    from sqlite3 import Connection as SqliteConnection

    from sqlalchemy import Connection, Engine
    from sqlalchemy.pool import ConnectionPoolEntry

BEGIN = "sqlite_begin"  # the execution option that names the kind of transaction, "" for none
_PER_CONNECTION = (
    "PRAGMA busy_timeout = 30000",
    "PRAGMA foreign_keys = ON",
    # With a write-ahead log this survives kill -9; a power cut may cost the last transactions,
    # never the file.
    "PRAGMA synchronous = NORMAL",
    # In pages: the log is moved into the file seldom, so that what changes often is moved once.
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA cache_size = -32768",  # KiB: links come in random order of their addresses
)


def prepare_sqlite(engine: Engine) -> None:
    """The driver begins transactions late and not for all statements: take that over."""
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)


def use_write_ahead_log(engine: Engine) -> None:
    """Readers and the writer do not wait for each other. The file remembers it."""
    with engine.execution_options(**{BEGIN: ""}).connect() as conn:
        conn.exec_driver_sql("PRAGMA journal_mode = WAL")


def _set_up(connection: SqliteConnection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver is to begin nothing by itself
    for pragma in _PER_CONNECTION:
        connection.execute(pragma)


def _begin(conn: Connection) -> None:
    # Writers say so at once: one that began as a reader may find later that it cannot go on.
    begin = conn.get_execution_options().get(BEGIN, "BEGIN")
    if begin:
        conn.exec_driver_sql(begin)
