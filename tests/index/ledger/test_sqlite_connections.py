from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from index.ledger.ledger import Ledger, ledger_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(ledger_url(tmp_path)) as opened:
        yield opened


@pytest.fixture
def other_program(tmp_path: Path, ledger: Ledger) -> Iterator[sqlite3.Connection]:
    del ledger  # it makes the file
    connection = sqlite3.connect(tmp_path / "ledger.sqlite", timeout=0, isolation_level=None)
    yield connection
    connection.close()


def pragma(conn: Connection, name: str) -> object:
    return conn.scalar(text(f"PRAGMA {name}"))


def test_every_connection_is_set_up(ledger: Ledger) -> None:
    for opened in (ledger.transaction, ledger.reading):
        with opened() as conn:
            assert pragma(conn, "journal_mode") == "wal"
            assert pragma(conn, "synchronous") == 1
            assert pragma(conn, "foreign_keys") == 1
            assert pragma(conn, "busy_timeout") == 30000


def test_a_transaction_keeps_other_writers_out_from_its_beginning(
    ledger: Ledger, other_program: sqlite3.Connection
) -> None:
    with ledger.transaction(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other_program.execute("BEGIN IMMEDIATE")
    other_program.execute("BEGIN IMMEDIATE")


def test_a_reader_keeps_nobody_out(ledger: Ledger, other_program: sqlite3.Connection) -> None:
    with ledger.reading() as conn:
        pragma(conn, "user_version")
        other_program.execute("BEGIN IMMEDIATE")


def test_changes_of_the_layout_are_rolled_back_too(ledger: Ledger) -> None:
    def change_and_fail() -> None:
        with ledger.transaction() as conn:
            conn.execute(text("CREATE TABLE half_done (a INTEGER)"))
            raise KeyError

    with pytest.raises(KeyError):
        change_and_fail()
    with ledger.reading() as conn:
        assert not conn.scalar(text("SELECT 1 FROM sqlite_master WHERE name = 'half_done'"))
