"""The ledger as a whole: opened once, then one transaction per page."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy import URL, create_engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from index.ledger.dialects import require_known
from index.ledger.migrations import STEPS, is_current, migrate
from index.ledger.problems import LedgerError, told_plainly
from index.ledger.sqlite_connections import BEGIN, prepare_sqlite, use_write_ahead_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from sqlalchemy import Connection, Engine

    from index.ledger.migrations import Step


def ledger_url(data_folder: Path) -> str:
    """Where the ledger is unless the settings name another place."""
    file = str(data_folder / "ledger.sqlite")
    return URL.create("sqlite", database=file).render_as_string(hide_password=False)


class Ledger:
    """One writer at a time (`transaction`), and any number of readers beside it (`reading`)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
        self._name = _display_name(engine.url)

    @classmethod
    def open(cls, url: str, steps: Sequence[Step] = STEPS) -> Self:
        """Open a ledger: make it where there is none, and bring an old one up to date."""
        engine = _engine(url)
        ledger = cls(engine)
        try:
            ledger._bring_up_to_date(steps)
        except BaseException:
            ledger.close()
            raise
        return ledger

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All that is written inside is kept together, or, after an error, not at all."""
        with told_plainly(self._name), self._writer.begin() as conn:
            yield conn

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """What is read inside is from one moment, whatever is written meanwhile."""
        with told_plainly(self._name), self._engine.connect() as conn:
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

    def _bring_up_to_date(self, steps: Sequence[Step]) -> None:
        with self.reading() as conn:
            if is_current(conn, steps):
                return
        if self._engine.dialect.name == "sqlite":
            with told_plainly(self._name):
                use_write_ahead_log(self._engine)
        with self.transaction() as conn:
            migrate(conn, steps, time.time())


def _engine(url: str) -> Engine:
    try:
        address = make_url(url)
        require_known(address.get_backend_name())
        engine = create_engine(address)
    except (ArgumentError, NoSuchModuleError) as error:
        raise LedgerError(
            f"{url.rpartition('@')[2]!r} names no database: {error}. "
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
            f"There is no folder for the ledger {file}, and none can be made: {error.strerror}. "
            "What to do: name another folder, or allow writing to this one."
        ) from error


def _display_name(address: URL) -> str:
    """How a person knows it; never with a password."""
    if address.get_backend_name() == "sqlite":
        return address.database or ":memory:"
    return address.render_as_string(hide_password=True)
