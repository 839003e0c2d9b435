"""Opening the ledger, its transactions, the lock of the data folder, and the ledger's seal.

`Ledger.open` creates the database if there is none, and migrates an old one; `existing_ledger`
opens only a ledger that exists. Neither writes any other file: changes whose files were not written
yet are finished by `store.changes.finish_pending_changes`.
"""

from __future__ import annotations

import secrets
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy import URL, create_engine, make_url, select
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from core.errors import SpecSeekError
from core.files import LockedError, is_locked, lock
from store.database import (
    SQLITE_BEGIN,
    LedgerError,
    plain_errors,
    prepare_sqlite,
    require_known_dialect,
    upsert_into,
    use_write_ahead_log,
)
from store.migrations import MIGRATIONS, is_current_schema, migrate
from store.schema import meta
from store.seal import LEDGER_FILE, LEDGER_ID, SEAL_KEY, Seal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from sqlalchemy import Connection, Engine

    from core.settings import Settings
    from store.migrations import Migration


def ledger_url(data_folder: Path) -> str:
    """The default ledger of a data folder."""
    file = str(data_folder / LEDGER_FILE)
    return URL.create("sqlite", database=file).render_as_string(hide_password=False)


class Ledger:
    """One writer at a time (`transaction`), and any number of concurrent readers (`reading`)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{SQLITE_BEGIN: "BEGIN IMMEDIATE"})
        self._name = _display_name(engine.url)

    @classmethod
    def open(cls, url: str, steps: Sequence[Migration] = MIGRATIONS) -> Self:
        """Open a ledger; create it if there is none, migrate it if it is old."""
        engine = _engine(url)
        ledger = cls(engine)
        try:
            ledger._migrate(steps)
        except BaseException:
            ledger.close()
            raise
        return ledger

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All writes inside are committed together or, after an error, not at all."""
        with plain_errors(self._name), self._writer.begin() as conn:
            yield conn

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """All reads inside see one snapshot, whatever is written meanwhile."""
        with plain_errors(self._name), self._engine.connect() as conn:
            yield conn

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _migrate(self, steps: Sequence[Migration]) -> None:
        with self.reading() as conn:
            if is_current_schema(conn, steps):
                return
        if self._engine.dialect.name == "sqlite":
            with plain_errors(self._name):
                use_write_ahead_log(self._engine)
        with self.transaction() as conn:
            migrate(conn, steps, time.time())


def _engine(url: str) -> Engine:
    try:
        address = make_url(url)
        require_known_dialect(address.get_backend_name())
        engine = create_engine(address)
    except (ArgumentError, NoSuchModuleError) as error:
        raise LedgerError(
            f"{url.rpartition('@')[2]!r} does not name a database: {error}. "
            "What to do: write it as sqlite:///folder/ledger.sqlite or postgresql://host/name"
        ) from error
    except ImportError as error:
        raise LedgerError(
            f"The ledger {_display_name(address)} needs a Python package that is not installed "
            f"({error}). What to do: install it, or name another ledger."
        ) from error
    if engine.dialect.name == "sqlite":
        _make_folder(address)
        prepare_sqlite(engine)
    return engine


def _make_folder(address: URL) -> None:
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


def _display_name(address: URL) -> str:
    """For messages: never with a password."""
    if address.get_backend_name() == "sqlite":
        return address.database or ":memory:"
    return address.render_as_string(hide_password=True)


# Opening only an existing ledger.


def existing_ledger(settings: Settings) -> Ledger | None:
    """The ledger of the settings; None if no crawl has created it yet.

    It may hold changes whose files were not written: `finish_pending_changes` writes them.
    """
    url = settings.ledger or ledger_url(settings.data)
    file = _sqlite_file(url)
    if file is not None and not file.exists():
        return None
    return Ledger.open(url)


def _sqlite_file(url: str) -> Path | None:
    """The file of an SQLite ledger; None for other databases."""
    try:
        address = make_url(url)
    except ArgumentError:
        return None  # opening it will report what is wrong
    is_file = address.get_backend_name() == "sqlite" and address.database
    return Path(str(address.database)) if is_file else None


# The lock of the data folder.


_DATA_LOCK = "crawl.lock"


@contextmanager
def data_folder_lock(folder: Path) -> Iterator[None]:
    """One crawl at a time in a data folder: two would corrupt each other's queue.

    Other jobs that write many records (rereading stored pages, applying decisions) take it too.
    """
    with ExitStack() as held:
        try:
            held.enter_context(lock(folder / _DATA_LOCK, wait=False))
        except LockedError as error:
            raise SpecSeekError(
                f"another crawl is running in {folder} (process {error.holder}); "
                "wait for it, stop it, or set another data folder (SPECSEEK_DATA)"
            ) from error
        except OSError as error:
            raise SpecSeekError(
                f"the data folder {folder} cannot be written: {error.strerror}; make it "
                "writable, or set another one (SPECSEEK_DATA)"
            ) from error
        yield


def is_data_folder_locked(folder: Path) -> bool:
    """Whether a crawl, or another job that writes many records, is running."""
    return is_locked(folder / _DATA_LOCK)


# The seal of indexes built from this ledger.


def seal_of(ledger: Ledger) -> Seal:
    """The ledger's seal, created on first use."""
    with ledger.reading() as conn:
        seal = Seal.from_meta(_meta_rows(conn))
    if seal is None:
        with ledger.transaction() as conn:
            seal = _add_seal(conn)
    return seal


def _meta_rows(conn: Connection) -> dict[str, str]:
    return {row.name: row.value for row in conn.execute(select(meta.c.name, meta.c.value))}


def _add_seal(conn: Connection) -> Seal:
    """If another process was faster, its seal stays."""
    new = upsert_into(meta, conn.dialect.name).on_conflict_do_nothing()
    made = {LEDGER_ID: secrets.token_hex(8), SEAL_KEY: secrets.token_hex(32)}
    conn.execute(new, [{"name": name, "value": value} for name, value in made.items()])
    rows = _meta_rows(conn)
    return Seal(rows[LEDGER_ID], bytes.fromhex(rows[SEAL_KEY]))
