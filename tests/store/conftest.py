"""A fresh ledger per test: SQLite, or the database `$LEDGER_TEST_URL` names (emptied!)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text

from store.ledger import Ledger, ledger_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection


OTHER_DATABASE = os.environ.get("LEDGER_TEST_URL")


def empty(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as conn:
        conn.execute(text("DROP SCHEMA public CASCADE"))
        conn.execute(text("CREATE SCHEMA public"))
    engine.dispose()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    if OTHER_DATABASE:
        empty(OTHER_DATABASE)
    with Ledger.open(OTHER_DATABASE or ledger_url(tmp_path)) as opened:
        yield opened


@pytest.fixture
def conn(ledger: Ledger) -> Iterator[Connection]:
    """One transaction for the whole test."""
    with ledger.transaction() as connection:
        yield connection
