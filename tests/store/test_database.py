from __future__ import annotations

import importlib
import pkgutil
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlalchemy.sql.base import Executable

from store.database import LedgerError, SteadyClock, plain_errors, upsert_into
from store.frontier import LinkState, add_links, link_counts
from store.ledger import Ledger, ledger_url
from store.schema import metadata, site_memory
from store.visits import save_page
from tests.store.small_crawl import NOW, TOPIC, add_link, new_link, visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection


POSTGRESQL = make_url("postgresql+psycopg://").get_dialect()()  # needs no driver
PACKAGE = Ledger.__module__.rpartition(".")[0]
MODULES = [
    importlib.import_module(f"{PACKAGE}.{module.name}")
    for module in pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__)
]


def for_postgresql(statement: Any) -> str:
    return str(statement.compile(dialect=POSTGRESQL))


def test_another_database_is_refused_in_words() -> None:
    with pytest.raises(LedgerError, match=r"mysql.*SQLite and PostgreSQL"):
        upsert_into(site_memory, "mysql")


def test_the_tables_can_be_made_in_postgresql() -> None:
    for table in metadata.sorted_tables:
        assert for_postgresql(CreateTable(table)).strip().startswith("CREATE TABLE")
        for index in table.indexes:
            assert for_postgresql(CreateIndex(index)).startswith("CREATE INDEX")
    assert "id BIGSERIAL NOT NULL" in for_postgresql(CreateTable(metadata.tables["links"]))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_statement_can_be_written_for_postgresql(module: Any) -> None:
    for name, value in vars(module).items():
        if name.endswith("_statement"):
            assert "ON CONFLICT" in for_postgresql(value("postgresql"))
        elif isinstance(value, Executable):
            assert for_postgresql(value)


@pytest.fixture
def small() -> Ledger:
    """A ledger on a disk with hardly any space."""
    ledger = Ledger.open("sqlite://")
    with ledger.transaction() as conn:
        used: int = conn.scalar(text("PRAGMA page_count"))
        conn.execute(text(f"PRAGMA max_page_count = {used + 10}"))
    return ledger


def fill(ledger: Ledger) -> None:
    with ledger.transaction() as conn:
        add_links(conn, TOPIC, [new_link(number) for number in range(2000)], NOW)


def test_a_full_disk_is_told_and_nothing_half_done_stays(small: Ledger) -> None:
    with small:
        with small.transaction() as conn:
            add_link(conn, 9999)
        with pytest.raises(LedgerError, match=r"full.*free some space.*nothing is lost"):
            fill(small)
        with small.reading() as conn:
            assert link_counts(conn, TOPIC) == {("product", LinkState.QUEUED): 1}


def test_after_space_was_freed_it_goes_on(small: Ledger) -> None:
    with small:
        with pytest.raises(LedgerError):
            fill(small)
        with small.transaction() as conn:
            conn.execute(text("PRAGMA max_page_count = 100000"))
        fill(small)
        with small.reading() as conn:
            assert link_counts(conn, TOPIC) == {("product", LinkState.QUEUED): 2000}


def test_another_writer_that_does_not_end_is_told(tmp_path: Path) -> None:
    url = ledger_url(tmp_path)
    impatient = create_engine(url, connect_args={"timeout": 0})

    def delete() -> None:
        with plain_errors("ledger"), impatient.begin() as conn:
            conn.execute(text("DELETE FROM runs"))

    locked = pytest.raises(LedgerError, match=r"locked.*another program")
    with Ledger.open(url) as ledger, ledger.transaction(), locked:
        delete()
    impatient.dispose()


def test_a_broken_constraint_is_our_mistake_and_stays_one(ledger: Ledger) -> None:
    with pytest.raises(IntegrityError), ledger.transaction() as conn:
        save_page(conn, visit(link_id=404))


def test_other_errors_pass_through() -> None:
    with pytest.raises(KeyError), plain_errors("ledger"):
        raise KeyError


@pytest.fixture
def sqlite_ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(ledger_url(tmp_path)) as opened:
        yield opened


@pytest.fixture
def other_program(tmp_path: Path, sqlite_ledger: Ledger) -> Iterator[sqlite3.Connection]:
    del sqlite_ledger  # it makes the file
    connection = sqlite3.connect(tmp_path / "ledger.sqlite", timeout=0, isolation_level=None)
    yield connection
    connection.close()


def pragma(conn: Connection, name: str) -> object:
    return conn.scalar(text(f"PRAGMA {name}"))


def test_every_connection_is_set_up(sqlite_ledger: Ledger) -> None:
    for opened in (sqlite_ledger.transaction, sqlite_ledger.reading):
        with opened() as conn:
            assert pragma(conn, "journal_mode") == "wal"
            assert pragma(conn, "synchronous") == 1
            assert pragma(conn, "foreign_keys") == 1
            assert pragma(conn, "busy_timeout") == 30000


def test_a_transaction_keeps_other_writers_out_from_its_beginning(
    sqlite_ledger: Ledger, other_program: sqlite3.Connection
) -> None:
    with sqlite_ledger.transaction(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other_program.execute("BEGIN IMMEDIATE")
    other_program.execute("BEGIN IMMEDIATE")


def test_a_reader_keeps_nobody_out(
    sqlite_ledger: Ledger, other_program: sqlite3.Connection
) -> None:
    with sqlite_ledger.reading() as conn:
        pragma(conn, "user_version")
        other_program.execute("BEGIN IMMEDIATE")


def test_changes_of_the_layout_are_rolled_back_too(sqlite_ledger: Ledger) -> None:
    def change_and_fail() -> None:
        with sqlite_ledger.transaction() as conn:
            conn.execute(text("CREATE TABLE half_done (a INTEGER)"))
            raise KeyError

    with pytest.raises(KeyError):
        change_and_fail()
    with sqlite_ledger.reading() as conn:
        assert not conn.scalar(text("SELECT 1 FROM sqlite_master WHERE name = 'half_done'"))


# The clock of everything that is stored.


class _Clocks:
    """The system's clock, which anybody may set, and the monotonic one."""

    def __init__(self) -> None:
        self.wall, self.monotonic = 1_000_000.0, 50.0
        self.steady = SteadyClock(lambda: self.wall, lambda: self.monotonic)

    def now(self, wall: float, passed: float) -> float:
        self.wall, self.monotonic = self.wall + wall, self.monotonic + passed
        return self.steady.now() - 1_000_000.0


def test_time_passes_as_the_system_says_while_that_goes_on() -> None:
    clocks = _Clocks()
    assert [clocks.now(0, 0), clocks.now(5, 5), clocks.now(3_600, 1)] == [0, 5, 3_605]


@pytest.mark.parametrize("jump", [-3_600, -400_000, 0], ids=["hour back", "days back", "stopped"])
def test_a_clock_that_is_set_back_or_stops_lets_time_pass_all_the_same(jump: float) -> None:
    clocks = _Clocks()
    assert clocks.now(0, 0) == 0
    assert [clocks.now(jump, 10), clocks.now(0, 10), clocks.now(10, 10)] == [10, 20, 30]


def test_time_is_never_before_what_is_known() -> None:
    clocks = _Clocks()
    clocks.steady.now(not_before=1_007_200.0)
    assert [clocks.now(0, 0), clocks.now(5, 5)] == [7_200, 7_205]
