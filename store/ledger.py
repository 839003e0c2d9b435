"""Opening the ledger, its transactions, the locks of jobs that write, and the ledger's seal.

`Ledger.open` creates the database if there is none, and migrates an old one; `existing_ledger`
opens only a ledger that exists. Neither writes any other file: changes whose files were not written
yet are finished by `store.changes.finish_pending_changes`.
"""

from __future__ import annotations

import logging
import secrets
import time
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import uniform
from typing import TYPE_CHECKING, Self, TypeVar
from urllib.parse import quote, unquote

from sqlalchemy import URL, create_engine, func, make_url, select, text, update
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, NoSuchModuleError

from core.errors import SpecSeekError
from core.files import LockedError, is_locked, lock
from store.database import (
    BEGIN,
    BEGINS,
    DAMAGED,
    POSTGRES_DRIVER,
    LedgerError,
    begin_ourselves,
    is_disconnected,
    is_missing,
    link_into_place,
    make_folder,
    passes,
    plain_errors,
    postgres_options,
    require_known_dialect,
    steady_time,
    upsert_into,
    use_write_ahead_log,
)
from store.migrations import MIGRATIONS, is_current_schema, migrate
from store.schema import changes, meta, runs
from store.seal import LEDGER_FILE, LEDGER_ID, SEAL_KEY, Seal, frozen_because, size_beside
from store.shared_frontier import running_crawlers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from sqlalchemy import Connection, Engine

    from core.settings import Settings
    from store.migrations import Migration


def ledger_url(data_folder: Path) -> str:
    """The default ledger of a data folder."""
    file = str(data_folder / LEDGER_FILE)
    return URL.create("sqlite", database=file).render_as_string(hide_password=False)


T = TypeVar("T")

_log = logging.getLogger(__name__)

_TRIES = 10  # of a unit of work that collides with others
_PAUSE = 1.0  # seconds between two attempts to reach a server
_OPENING, _WRITING_JOB = 7_351_001, 7_351_002  # PostgreSQL's advisory locks, by number


class Ledger:
    """Any number of concurrent readers (`reading`), each of which sees one moment, and writers.

    On SQLite there is one writer at a time. On PostgreSQL there are many, so that a transaction may
    fail because of another one: `write` runs it again. `patience`: how many seconds to wait for a
    server that does not answer.
    """

    def __init__(self, engine: Engine, patience: float = 0.0, frozen: str = "") -> None:
        begin = BEGINS[engine.dialect.name]
        self._frozen = frozen
        self._engine = engine.execution_options(**{BEGIN: begin.reading})
        self._writer = engine.execution_options(**{BEGIN: begin.writing})
        self._name = _display_name(engine.url)
        self._patience = patience
        self._is_checked = False

    @classmethod
    def open(
        cls, url: str, steps: Sequence[Migration] = MIGRATIONS, *, patience: float = 0.0
    ) -> Self:
        """Open a ledger; create it if there is none, migrate it if it is old.

        A file that nobody can write to now, because its disk is read-only or full, is opened as it
        is (`is_frozen`): it can be read, and nothing is written beside it.
        """
        file = ledger_file(url)
        if file is not None and is_missing(file):
            cls._create(file, steps)
        frozen = _frozen_because(file)
        ledger = cls(_frozen_engine(url) if frozen else _engine(url), patience, frozen)
        try:
            ledger._migrate(steps)
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    def _create(cls, file: Path, steps: Sequence[Migration]) -> None:
        """Create it under another name first, so that there is never half a ledger.

        Of two processes that create it at the same time, one is faster, and both use its file.
        """
        aside = file.with_name(f".{secrets.token_hex(8)}.tmp")
        ledger = cls(_engine(URL.create("sqlite", database=str(aside)).render_as_string()))
        ledger._name = str(file)
        try:
            with ledger:
                ledger._migrate(steps)
            link_into_place(aside, file)
        finally:
            for left in file.parent.glob(f"{aside.name}*"):
                left.unlink()

    @property
    def is_shared(self) -> bool:
        """Whether crawlers on several hosts may write to it at the same time."""
        return self._engine.dialect.name != "sqlite"

    @property
    def is_frozen(self) -> bool:
        """Whether it can be read only, and what others write later may not be seen."""
        return bool(self._frozen)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All writes inside are committed together or, after an error, not at all."""
        self._require_writable()
        self.refuse_damage()
        with plain_errors(self._name), self._begun(self._writer) as conn:
            yield conn
            conn.commit()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """All reads inside see one snapshot, whatever is written meanwhile."""
        with plain_errors(self._name), self._begun(self._engine) as conn:
            yield conn

    def write(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, in a transaction of its own.

        It is called again if others wrote the same rows, or the server was restarted: the last
        attempt may then have been committed after all. So `work` must have no other effects, and
        must do no harm a second time (`finish_link` makes sure of that for all that concerns a
        link).
        """
        return self._again_and_again(self.transaction, work)

    def read(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, of one moment; called again if the server was restarted."""
        return self._again_and_again(self.reading, work)

    @contextmanager
    def crawl_lock(self) -> Iterator[None]:
        """One crawl at a time on an SQLite ledger, from whatever data folder.

        The lock lies beside the file. Crawlers on PostgreSQL share their ledger by leases.
        """
        self._require_writable()
        file = ledger_file(self._engine.url.render_as_string(hide_password=False))
        with ExitStack() as held:
            if file is not None and not self.is_shared:
                real = file.resolve()
                try:
                    held.enter_context(lock(real.with_name(f"{real.name}.lock"), wait=False))
                except LockedError as error:
                    raise SpecSeekError(
                        f"another crawl is writing to the ledger {file} (process {error.holder}), "
                        "with another data folder; wait for it, or stop it"
                    ) from error
                except OSError as error:
                    raise SpecSeekError(
                        f"the folder of the ledger {file} cannot be written: {error.strerror}; "
                        "make it writable, or set another ledger (SPECSEEK_LEDGER)"
                    ) from error
            yield

    @contextmanager
    def writing_job(self) -> Iterator[None]:
        """One job that changes many records at a time, over all hosts; SpecSeekError if one runs.

        The database releases the lock when this process or its connection ends. On SQLite it is
        the lock of crawls.
        """
        with ExitStack() as held:
            if not self.is_shared:
                held.enter_context(self.crawl_lock())
            else:
                with plain_errors(self._name):
                    conn = held.enter_context(
                        self._writer.execution_options(**{BEGIN: ""}).connect()
                    )
                    if not conn.scalar(select(func.pg_try_advisory_lock(_WRITING_JOB))):
                        raise SpecSeekError(
                            f"another job is changing many records of the ledger {self._name}, or "
                            "a crawl is just starting; wait for it, and run the same command again"
                        )
                held.callback(_release, conn)
            yield

    def _require_writable(self) -> None:
        if self._frozen:
            raise LedgerError(f"The ledger {self._name} cannot be written: {self._frozen}.")

    def sync(self) -> None:
        """Make all that was committed survive a power cut; databases on servers always do."""
        if not self.is_shared:
            with plain_errors(self._name):
                use = self._writer.execution_options(**{BEGIN: ""})
                with use.connect() as conn:
                    conn.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

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

    def _again_and_again(
        self,
        transaction: Callable[[], AbstractContextManager[Connection]],
        work: Callable[[Connection], T],
    ) -> T:
        for attempt in count(1):
            try:
                with transaction() as conn:
                    return work(conn)
            except LedgerError as error:
                if attempt == _TRIES or not passes(error):
                    raise
                _log.info("Again (%d), because %s", attempt, error)
                time.sleep(uniform(0, 0.01 * 2**attempt))  # noqa: S311 - no secret
        raise AssertionError("unreachable")

    @contextmanager
    def _begun(self, engine: Engine) -> Iterator[Connection]:
        """A connection in a new transaction, which is rolled back unless it was committed."""
        conn = self._connected(engine)
        try:
            yield conn
        finally:
            conn.close()

    def _connected(self, engine: Engine) -> Connection:
        """Waits for the server for at most `patience` seconds, and logs it."""
        began, told = time.monotonic(), False
        for attempt in count(1):
            conn = None
            try:
                conn = engine.connect()
                conn.begin()
            except DBAPIError as error:
                stale = conn is not None and attempt == 1
                if conn:
                    conn.close()
                left = self._patience - (time.monotonic() - began)
                if not is_disconnected(error) or not (stale or left > 0):
                    raise
                if not stale:
                    self._tell_waiting(attempt, error, left)
                    told = True
                    time.sleep(_PAUSE)
            else:
                if told:
                    _log.warning("The ledger answers again, after %.0f s", time.monotonic() - began)
                return conn
        raise AssertionError("unreachable")

    def _tell_waiting(self, attempt: int, error: DBAPIError, left: float) -> None:
        if attempt in {1, 2} or attempt % 30 == 0:
            words = " ".join(str(error.orig).split())
            text = "The ledger %s does not answer (%s); it is waited for, %.0f s more"
            _log.warning(text, self._name, words, left)

    def refuse_damage(self) -> None:
        """LedgerError if SQLite's quick check finds damage: before the first write, and only then.

        It takes some 1.4 seconds for each GB.
        """
        if self.is_shared or self._is_checked:
            return
        with plain_errors(self._name):
            unbegun = self._engine.execution_options(**{BEGIN: ""})
            try:
                with unbegun.connect() as conn:
                    found = str(conn.exec_driver_sql("PRAGMA quick_check(1)").scalar())
            except UnicodeError:  # the message may contain a damaged name
                found = "its tables cannot be read"
        if found != "ok":
            reason = " ".join(found.split())
            raise LedgerError(
                f"The ledger {self._name} cannot be used: {reason}. Nothing was written. "
                f"What to do: {DAMAGED}."
            )
        self._is_checked = True

    def _migrate(self, steps: Sequence[Migration]) -> None:
        with self.reading() as conn:
            if is_current_schema(conn, steps):
                with suppress(DatabaseError):  # damage is told when the table is needed
                    steady_time(not_before=latest_time(conn))
                return
        if not self.is_shared:
            self.refuse_damage()
            with plain_errors(self._name):
                use_write_ahead_log(self._writer)
        with self.transaction() as conn:
            if self.is_shared:  # others may open it at the same time
                conn.execute(select(func.pg_advisory_xact_lock(_OPENING)))
            migrate(conn, steps, steady_time())


def latest_time(conn: Connection) -> float:
    """The latest time stored with a run or a change, whichever clock it came from."""
    moments = [
        *(runs.c[name] for name in ("started_at", "seen_at")),
        *(changes.c[name] for name in ("made_at", "decided_at", "done_at")),
    ]
    return max(conn.scalar(select(func.max(moment))) or 0.0 for moment in moments)


def _release(conn: Connection) -> None:
    conn.execute(select(func.pg_advisory_unlock(_WRITING_JOB)))


def refuse_during_writing_job(conn: Connection) -> None:
    """Called in the transaction in which a crawl begins: until it ends, no such job can begin."""
    if conn.dialect.name == "postgresql" and not conn.scalar(
        select(func.pg_try_advisory_xact_lock_shared(_WRITING_JOB))
    ):
        raise SpecSeekError(
            "stored pages are being read again with new rules, or data is being removed; "
            "wait for it, and run the same command again"
        )


def _engine(url: str) -> Engine:
    try:
        address = _with_driver(make_url(url))
        require_known_dialect(address.get_backend_name())
        is_sqlite = address.get_backend_name() == "sqlite"
        engine = create_engine(address, **({} if is_sqlite else postgres_options(address)))
    except (ArgumentError, NoSuchModuleError) as error:
        raise LedgerError(
            f"{url.rpartition('@')[2]!r} does not name a database: {error}. "
            "What to do: write it as sqlite:///folder/ledger.sqlite or postgresql://host/name"
        ) from error
    except ImportError as error:
        raise LedgerError(
            f"The ledger {_display_name(address)} needs a Python package that is not installed "
            f"({error}). What to do: pip install 'specseek[postgres]', or name another ledger."
        ) from error
    if is_sqlite:
        make_folder(address)
    begin_ourselves(engine)
    return engine


def _frozen_because(file: Path | None) -> str:
    why = frozen_because(file) if file else ""
    if file and why and size_beside(file, "-wal"):
        raise LedgerError(
            f"The ledger {file} cannot be read: the last program that wrote to it did not end "
            f"properly, and now {why}; its next opening puts the ledger in order."
        )
    return why


def _frozen_engine(url: str) -> Engine:
    file = quote(str(Path(str(make_url(url).database)).absolute()))
    unchanging = {"mode": "ro", "immutable": "1", "uri": "true"}
    engine = create_engine(URL.create("sqlite", database=f"file:{file}", query=unchanging))
    begin_ourselves(engine)
    return engine


def _with_driver(address: URL) -> URL:
    """`postgresql:` alone means the driver that we install, whatever SQLAlchemy would take."""
    return address.set(drivername=POSTGRES_DRIVER) if address.drivername in _PLAIN else address


_PLAIN = ("postgresql", "postgres")


def _display_name(address: URL) -> str:
    """For messages: never with a password."""
    if address.get_backend_name() == "sqlite":
        return unquote(str(address.database or ":memory:").removeprefix("file:"))
    return address.render_as_string(hide_password=True)


# A ledger for the demo, and opening only an existing one.


_DEMO = "specseek_demo"  # a schema of PostgreSQL


def demo_ledger(url: str) -> str:
    """The address of a part of the same database that has nothing to do with the rest.

    "" for SQLite: the demo has a data folder of its own, and its ledger there.
    """
    if not url or make_url(url).get_backend_name() == "sqlite":
        return ""
    own = {"options": f"-csearch_path={_DEMO}"}
    return make_url(url).update_query_dict(own).render_as_string(hide_password=False)


def empty_demo_ledger(url: str) -> None:
    """Remove what the last demo left in this database."""
    if demo_ledger(url):
        ledger = Ledger(_engine(url))
        with ledger, ledger.transaction() as conn:
            conn.execute(text(f"DROP SCHEMA IF EXISTS {_DEMO} CASCADE"))
            conn.execute(text(f"CREATE SCHEMA {_DEMO}"))


def existing_ledger(settings: Settings) -> Ledger | None:
    """The ledger of the settings; None if no crawl has created it yet.

    It may hold changes whose files were not written: `finish_pending_changes` writes them.
    """
    url = settings.ledger or ledger_url(settings.data)
    file = ledger_file(url)
    if file is not None and is_missing(file):
        return None
    return Ledger.open(url)


def ledger_file(url: str) -> Path | None:
    """The file of an SQLite ledger; None for other databases."""
    try:
        address = make_url(url)
    except ArgumentError:
        return None  # opening it will report what is wrong
    is_file = address.get_backend_name() == "sqlite" and address.database
    return Path(str(address.database)) if is_file else None


# The lock of the data folder, and of jobs that change many records.


_DATA_LOCK = "crawl.lock"


@contextmanager
def data_folder_lock(folder: Path) -> Iterator[None]:
    """One crawl at a time in a data folder: two would corrupt each other's files, or queue.

    Jobs that change many records take `writing_lock` instead, which includes this one.
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
                f"the data folder {folder} cannot be written: {error.strerror}; make room there, "
                "make it writable, or set another one (SPECSEEK_DATA)"
            ) from error
        yield


@contextmanager
def writing_lock(ledger: Ledger, folder: Path) -> Iterator[None]:
    """For jobs that change many records: on no host does a crawl or another such job run meanwhile.

    SpecSeekError if one does.
    """
    with data_folder_lock(folder), ledger.writing_job():
        crawlers = ledger.read(running_crawlers) if ledger.is_shared else []
        if crawlers:
            raise SpecSeekError(
                f"another crawl is running ({', '.join(crawlers)}); wait for it, or stop it"
            )
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


# Small texts that the machines of a ledger share.


def stored_text(conn: Connection, name: str) -> str | None:
    return conn.scalar(select(meta.c.value).where(meta.c.name == name))


def store_text(conn: Connection, name: str, before: str | None, text: str) -> bool:
    """Store the text unless somebody changed it: False if it is no longer `before`."""
    if before is None:
        new = upsert_into(meta, conn.dialect.name).on_conflict_do_nothing()
        return conn.execute(new, {"name": name, "value": text}).rowcount == 1
    same = (meta.c.name == name, meta.c.value == before)
    return conn.execute(update(meta).where(*same).values(value=text)).rowcount == 1
