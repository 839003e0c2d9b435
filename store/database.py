"""The database below the ledger: SQLite or PostgreSQL.

Readable errors, which of them are temporary, upserts in both dialects, how transactions begin (on
SQLite one survives a killed process or never happened), column types, and batches that fit into one
statement.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import (
    BigInteger,
    Double,
    Integer,
    Text,
    TypeDecorator,
    cast,
    event,
    extract,
    func,
    literal,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from sqlite3 import Connection as SqliteConnection

    from sqlalchemy import URL, ColumnElement, Connection, Dialect, Engine, Table
    from sqlalchemy.pool import ConnectionPoolEntry


DAMAGED = (
    "the file is damaged: restore a back-up (specseek restore); or move it away and make a new one "
    "of the stored pages (specseek archive repair, then specseek reread), without decisions; "
    "`sqlite3 FILE .recover` may save what can still be read"
)
# The beginning of SQLite's error name, or of PostgreSQL's code → what to do.
_ADVICE = {
    "SQLITE_FULL": "the disk is full: free some space and start again, nothing is lost",
    "SQLITE_BUSY": "another program is writing to it: wait for it, or stop it",
    "SQLITE_READONLY": "it is read-only: make the file and its folder writable",
    "SQLITE_CANTOPEN": "check that it is a file in a writable folder",
    "SQLITE_NOTADB": "move the file away, or name another ledger",
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_IOERR": "reading or writing the disk failed: check the disk and its free space",
    "53100": (
        "the disk of the database server is full: free some space there and start again, "
        "nothing is lost"
    ),
    "53300": "the database server has no connection left: raise its max_connections",
    "57": "the database server was stopped: start it, and run the same command again",
    "08": "the connection to the database server broke: run the same command again",
    "28": "check user and password in its address, and the server's pg_hba.conf",
    "3D": "create the database (createdb NAME), or name another one",
    "42501": "give the user of its address the rights of the database's owner",
    "25006": "it is read-only, a standby perhaps: name the server that may be written to",
    "40": "other programs wrote the same rows at the same time: run the same command again",
    "55P03": "another program holds a lock for long: wait for it, or stop it",
}
_OTHERWISE = "check that the database is running, and its address, user and permissions"
_FULL = ("SQLITE_FULL", "53100")
_COLLIDED = ("40001", "40P01")  # PostgreSQL: serialization failure, deadlock


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
        if type(error) is not DatabaseError and not _code(error).startswith(("42501", "25006")):
            raise
        raise LedgerError(_error_text(ledger, error)) from error


def _error_text(ledger: str, error: DBAPIError) -> str:
    code, reason = _code(error), " ".join(str(error.orig).split()).rstrip(".")
    if not code:  # the server refused the connection: there is a message, but no code
        code = next((code for words, code in _REFUSED.items() if words in reason), "")
    advice = next((text for key, text in _ADVICE.items() if code.startswith(key)), _OTHERWISE)
    return f"The ledger {ledger} cannot be used: {reason}. What to do: {advice}."


def _code(error: BaseException | None) -> str:
    """SQLite's name of an error, or PostgreSQL's code (SQLSTATE); "" if it has none."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""


def is_disk_full(error: BaseException) -> bool:
    """Whether this error means that the disk is full."""
    return _code(error).startswith(_FULL)


def passes(error: BaseException) -> bool:
    """Whether a transaction that failed like this can be tried again as a whole.

    Two writers got in each other's way, or the connection to the database server was lost.
    """
    cause = error.__cause__ if isinstance(error, LedgerError) else error
    if not isinstance(cause, DBAPIError):
        return False
    return _code(cause) in _COLLIDED or is_disconnected(cause)


def is_disconnected(error: DBAPIError) -> bool:
    """Whether the server is not there, or broke the connection; SQLite's is never lost."""
    refused = isinstance(error, OperationalError) and _cannot_connect(error)
    return error.connection_invalidated or refused or _code(error).startswith(("57P", "08"))


def _cannot_connect(error: DBAPIError) -> bool:
    # Without a server there is no code; one that is starting or stopping sends only a message.
    words = str(error.orig)
    there_is_none = "connection" in words and not _code(error)
    return there_is_none and not any(what in words for what in _REFUSED)


# Messages with which a server refuses a connection → the code they should have.
_REFUSED = {
    "authentication failed": "28",
    "no password supplied": "28",
    "no pg_hba.conf entry": "28",
    "role": "28",
    "does not exist": "3D",
    "too many clients": "53300",
}


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


# How transactions begin. We begin them ourselves: SQLite's driver does it late, and not for all
# statements; on PostgreSQL our BEGIN also shows whether the connection is still there.


BEGIN = "ledger_begin"  # execution option: the BEGIN statement, "" for no transaction


class Begin(NamedTuple):
    """The statements with which a writing and a reading transaction begin."""

    writing: str
    reading: str


BEGINS = {
    # A transaction that starts as a reader may fail to upgrade later.
    "sqlite": Begin("BEGIN IMMEDIATE", "BEGIN"),
    "postgresql": Begin(
        # A process that was paused in the middle must not lock others out for ever.
        "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'",
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    ),
}


def begin_ourselves(engine: Engine) -> None:
    event.listen(engine, "begin", _begin_transaction)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_connection)


def _begin_transaction(conn: Connection) -> None:
    begin = conn.get_execution_options()[BEGIN]
    if begin:
        conn.exec_driver_sql(begin)


# SQLite, set up so that transactions are atomic even if the process is killed.


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


def use_write_ahead_log(engine: Engine) -> None:
    """Readers and the writer do not block each other. The file keeps this mode."""
    with engine.execution_options(**{BEGIN: ""}).connect() as conn:
        conn.exec_driver_sql("PRAGMA journal_mode = WAL")


def _set_up_connection(connection: SqliteConnection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver begins no transactions
    for pragma in _PER_CONNECTION:
        connection.execute(pragma)


# The file of an SQLite ledger, which is created as a whole or not at all.


def make_folder(address: URL) -> None:
    file = address.database or ":memory:"
    if file.startswith((":memory:", "file:")):
        return
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(
            f"The folder of the ledger {file} cannot be created: {error.strerror}. "
            "What to do: name another folder, or make this one writable."
        ) from error


def is_missing(file: Path) -> bool:
    """Whether no ledger is there yet; LedgerError if there was one, and its content is lost."""
    if str(file).startswith((":memory:", "file:")):
        return False
    if file.is_symlink() and not file.exists():
        raise LedgerError(
            f"The ledger {file} is a link that leads nowhere. What to do: mount the disk that it "
            "is on, or remove the link."
        )
    try:
        size = file.stat().st_size
    except FileNotFoundError:
        return True
    except OSError:
        return False  # opening it will report what is wrong
    if not size:
        raise LedgerError(
            f"The ledger {file} is empty: its content was lost, since a new one is never empty. "
            f"Nothing was written. What to do: {DAMAGED}."
        )
    return False


def link_into_place(aside: Path, file: Path) -> None:
    try:
        os.link(aside, file)
    except FileExistsError:
        pass  # another process was faster
    except OSError:  # a file system without links
        if not file.exists():
            aside.rename(file)


# PostgreSQL, by psycopg 3.


POSTGRES_DRIVER = "postgresql+psycopg"
# A host that vanished is noticed in a minute, by either side.
_NOTICED_SOON = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "connect_timeout": 10,
    "application_name": "specseek",
    "options": " ".join(
        f"-c tcp_keepalives_{name}" for name in ("idle=30", "interval=10", "count=3")
    ),
}


def postgres_options(address: URL) -> dict[str, Any]:
    """Arguments of `create_engine`; what the address says itself stays."""
    told = {name: value for name, value in _NOTICED_SOON.items() if name not in address.query}
    # With the driver's own BEGIN switched off: see above.
    return {"isolation_level": "AUTOCOMMIT", "connect_args": told}


class SteadyClock:
    """The time of day, which never goes back and never stops.

    Where the system's clock is set back, or stands still, time passes as the monotonic clock says
    from where it was. What is stored later then has a later time, and leases end.
    """

    def __init__(
        self,
        wall: Callable[[], float] = lambda: time.time(),  # noqa: PLW0108 - tests put another in place
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._guard = Lock()
        self._last, self._last_at = 0.0, monotonic()

    def now(self, not_before: float = 0.0) -> float:
        """`not_before` is the latest time that is known: the ledger's, from another process."""
        with self._guard:
            at = self._monotonic()
            passed = self._last + (at - self._last_at)
            self._last, self._last_at = max(self._wall(), passed, not_before), at
            return self._last


_CLOCK = SteadyClock()


def steady_time(not_before: float = 0.0) -> float:
    """Now, for everything that is stored or compared with what is stored."""
    return _CLOCK.now(not_before)


def database_time(conn: Connection) -> ColumnElement[float]:
    """Now, by the clock that all crawlers of a ledger share: that of its server, or of the host."""
    if conn.dialect.name == "postgresql":
        return cast(extract("epoch", func.clock_timestamp()), Double)
    return literal(steady_time())


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
