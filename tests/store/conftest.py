"""A fresh ledger per test, on each database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from store.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection


@pytest.fixture
def ledger(address: str) -> Iterator[Ledger]:
    with Ledger.open(address) as opened:
        yield opened


@pytest.fixture
def conn(ledger: Ledger) -> Iterator[Connection]:
    """One transaction for the whole test."""
    with ledger.transaction() as connection:
        yield connection
