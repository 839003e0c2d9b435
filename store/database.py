"""The database below the ledger: SQLite or PostgreSQL.

Readable errors, upserts in both dialects, the setup of SQLite (a transaction survives a killed
process or never happened), column types, and batches that fit into one statement.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import BigInteger, Double, Integer, Text, TypeDecorator, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from sqlite3 import Connection as SqliteConnection

    from sqlalchemy import Connection, Dialect, Engine, Table
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import ConnectionPoolEntry


# Prefix of SQLite's error name → what to do.
_ADVICE = {
    "SQLITE_FULL": "the disk is full: free some space and start again, nothing is lost",
    "SQLITE_BUSY": "another program is writing to it: wait for it, or stop it",
    "SQLITE_READONLY": "it is read-only: make the file and its folder writable",
    "SQLITE_CANTOPEN": "check that it is a file in a writable folder",
    "SQLITE_NOTADB": "move the file away, or name another ledger",
    "SQLITE_CORRUPT": (
        "the file is damaged: restore a backup, or move it away and crawl again; "
        "`sqlite3 FILE .recover` may save what can still be read"
    ),
    "SQLITE_IOERR": "reading or writing the disk failed: check the disk and its free space",
}
_OTHERWISE = "check that the database is running, and its address, user and permissions"


class LedgerError(SpecSeekError):
    """The ledger cannot be used; the message says what happened, why, and what to do."""


@contextmanager
def plain_errors(ledger: str) -> Iterator[None]:
    """Turn failures of the database into `LedgerError`; errors in our own statements pass."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise LedgerError(_error_text(ledger, error)) from error
    except DatabaseError as error:
        # Subclasses are violated constraints and wrong SQL; the class itself is a damaged file.
        if type(error) is not DatabaseError:
            raise
        raise LedgerError(_error_text(ledger, error)) from error


def _error_text(ledger: str, error: DBAPIError) -> str:
    name = getattr(error.orig, "sqlite_errorname", "")
    advice = next((text for key, text in _ADVICE.items() if name.startswith(key)), _OTHERWISE)
    reason = " ".join(str(error.orig).split())
    return f"The ledger {ledger} cannot be used: {reason}. What to do: {advice}."


# Upserts: insert a row or, if it exists, update it. The dialects differ.


Upsert = sqlite.Insert | postgresql.Insert

_INSERTS: dict[str, Callable[[Table], Upsert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def require_known_dialect(dialect: str) -> None:
    if dialect not in _INSERTS:
        raise LedgerError(
            f"A ledger cannot be kept in {dialect}: SpecSeek knows SQLite and PostgreSQL. "
            "What to do: name an address that begins with sqlite: or postgresql:"
        )


def upsert_into(table: Table, dialect: str) -> Upsert:
    """An insert that supports ON CONFLICT."""
    require_known_dialect(dialect)
    return _INSERTS[dialect](table)


# SQLite, set up so that transactions are atomic even if the process is killed.


_LOG_ATTEMPTS, _LOG_PAUSE = 600, 0.05  # 30 seconds in all, as the busy timeout below
SQLITE_BEGIN = "sqlite_begin"  # execution option: the BEGIN statement, "" for no transaction
_PER_CONNECTION = (
    "PRAGMA busy_timeout = 30000",
    "PRAGMA foreign_keys = ON",
    # With a write-ahead log this survives kill -9; a power cut may lose the last transactions, but
    # never damages the file.
    "PRAGMA synchronous = NORMAL",
    # In pages. Rare checkpoints: rows that change often are copied once.
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA cache_size = -32768",  # KiB; links arrive in random order of their URLs
)


def prepare_sqlite(engine: Engine) -> None:
    """Begin transactions ourselves: the driver does it late, and not for all statements."""
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin_transaction)


def use_write_ahead_log(engine: Engine) -> None:
    """Readers and the writer do not block each other. The file keeps this mode.

    SQLite's own waiting (`busy_timeout`) does not cover this change: while another process opens
    the same new ledger it fails at once, so the waiting is done here.
    """
    with engine.execution_options(**{SQLITE_BEGIN: ""}).connect() as conn:
        for _ in range(_LOG_ATTEMPTS):
            try:
                conn.exec_driver_sql("PRAGMA journal_mode = WAL")
            except OperationalError as error:
                if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_BUSY":
                    raise
                time.sleep(_LOG_PAUSE)
            else:
                return
        conn.exec_driver_sql("PRAGMA journal_mode = WAL")


def _set_up_connection(connection: SqliteConnection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver begins no transactions
    for pragma in _PER_CONNECTION:
        connection.execute(pragma)


def _begin_transaction(conn: Connection) -> None:
    # Writers use BEGIN IMMEDIATE: a transaction that starts as a reader may fail to upgrade later.
    begin = conn.get_execution_options().get(SQLITE_BEGIN, "BEGIN")
    if begin:
        conn.exec_driver_sql(begin)


# Column types.


# SQLite assigns ids automatically only if the type is INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")
Time: Double[float] = Double()  # seconds since 1970, UTC


def storable(text: str) -> str:
    """Text that every database accepts: lone surrogates are replaced, NUL is dropped.

    >>> storable("小米" + chr(0) + chr(0xD83D) + "!")
    '小米�!'
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "")


class WebText(TypeDecorator[str]):
    """Text from the web, made storable."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        del dialect
        return None if value is None else storable(value)


# Batches that fit into one statement.


_BATCH_SIZE = 500  # databases limit the number of parameters of a statement
Item = TypeVar("Item")


def batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items in lists of 500, the last one shorter.

    >>> [len(some) for some in batches(range(1001))]
    [500, 500, 1]
    """
    rest = iter(items)
    while some := list(islice(rest, _BATCH_SIZE)):
        yield some
