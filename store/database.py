"""What the ledger needs of a database: SQLite or PostgreSQL.

Troubles told in plain words, inserts that know ON CONFLICT in both dialects, how SQLite is set up
so that every transaction stays whole whenever the process dies, the types of columns, and lists
cut into batches that fit into one statement.
"""

from __future__ import annotations

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


# SQLite's name of the error begins so: what to do about it.
_ADVICE = {
    "SQLITE_FULL": "the disk is full: free some space and start again, nothing is lost",
    "SQLITE_BUSY": "another program is writing to it: wait for it, or stop it",
    "SQLITE_READONLY": "it may only be read: allow writing to the file and to its folder",
    "SQLITE_CANTOPEN": "check that it is a file, in a folder that may be written to",
    "SQLITE_NOTADB": "the file is something else: move it away, or name another ledger",
    "SQLITE_CORRUPT": (
        "the file is damaged: put a backup in its place, or move it away and crawl anew; "
        "`sqlite3 FILE .recover` may save what can still be read"
    ),
    "SQLITE_IOERR": "reading or writing the disk failed: check the disk and its free space",
}
_OTHERWISE = "check that the database runs, and that its address, user and rights are right"


class LedgerError(SpecSeekError):
    """The ledger cannot be used; the words say what, why and what to do."""


@contextmanager
def plain_errors(ledger: str) -> Iterator[None]:
    """Troubles of the database become a `LedgerError`; mistakes in our statements do not."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise LedgerError(_error_text(ledger, error)) from error
    except DatabaseError as error:
        # Its subclasses are broken constraints and wrong SQL; alone it is a damaged file.
        if type(error) is not DatabaseError:
            raise
        raise LedgerError(_error_text(ledger, error)) from error


def _error_text(ledger: str, error: DBAPIError) -> str:
    name = getattr(error.orig, "sqlite_errorname", "")
    advice = next((text for key, text in _ADVICE.items() if name.startswith(key)), _OTHERWISE)
    reason = " ".join(str(error.orig).split())
    return f"The ledger {ledger} cannot be used: {reason}. What to do: {advice}."


# Inserting a row or, if it is there, updating it: databases differ in this.


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
    """An insert that knows ON CONFLICT."""
    require_known_dialect(dialect)
    return _INSERTS[dialect](table)


# SQLite, set up so that every transaction stays whole whenever the process dies.


SQLITE_BEGIN = (
    "sqlite_begin"  # the execution option that names the kind of transaction, "" for none
)
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
    event.listen(engine, "connect", _set_up_connection)
    event.listen(engine, "begin", _begin_transaction)


def use_write_ahead_log(engine: Engine) -> None:
    """Readers and the writer do not wait for each other. The file remembers it."""
    with engine.execution_options(**{SQLITE_BEGIN: ""}).connect() as conn:
        conn.exec_driver_sql("PRAGMA journal_mode = WAL")


def _set_up_connection(connection: SqliteConnection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver is to begin nothing by itself
    for pragma in _PER_CONNECTION:
        connection.execute(pragma)


def _begin_transaction(conn: Connection) -> None:
    # Writers say so at once: one that began as a reader may find later that it cannot go on.
    begin = conn.get_execution_options().get(SQLITE_BEGIN, "BEGIN")
    if begin:
        conn.exec_driver_sql(begin)


# Column types.


# SQLite counts ids by itself only where the type is called INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")
Time: Double[float] = Double()  # seconds since 1970, UTC


def storable(text: str) -> str:
    """Text as every database takes it: lone surrogates are replaced, NUL is left out.

    >>> storable("小米" + chr(0) + chr(0xD83D) + "!")
    '小米�!'
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "")


class WebText(TypeDecorator[str]):
    """Text that the web had a hand in."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        del dialect
        return None if value is None else storable(value)


# Batches that fit into one statement.


_MOST_AT_ONCE = 500  # databases limit how many values a statement may carry
Item = TypeVar("Item")


def batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Pieces in order, the last one shorter.

    >>> [len(some) for some in batches(range(1001))]
    [500, 500, 1]
    """
    rest = iter(items)
    while some := list(islice(rest, _MOST_AT_ONCE)):
        yield some
