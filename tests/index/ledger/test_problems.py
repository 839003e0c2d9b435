from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from index.ledger.fetched import save_page
from index.ledger.frontier import LinkState, add_links
from index.ledger.frontier_counts import counts
from index.ledger.ledger import Ledger, ledger_url
from index.ledger.problems import LedgerError, told_plainly
from tests.index.ledger.small_crawl import NOW, TOPIC, add_link, new_link, visit

if TYPE_CHECKING:
    from pathlib import Path


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
            assert counts(conn, TOPIC) == {("product", LinkState.QUEUED): 1}


def test_after_space_was_freed_it_goes_on(small: Ledger) -> None:
    with small:
        with pytest.raises(LedgerError):
            fill(small)
        with small.transaction() as conn:
            conn.execute(text("PRAGMA max_page_count = 100000"))
        fill(small)
        with small.reading() as conn:
            assert counts(conn, TOPIC) == {("product", LinkState.QUEUED): 2000}


def test_another_writer_that_does_not_end_is_told(tmp_path: Path) -> None:
    url = ledger_url(tmp_path)
    impatient = create_engine(url, connect_args={"timeout": 0})

    def delete() -> None:
        with told_plainly("ledger"), impatient.begin() as conn:
            conn.execute(text("DELETE FROM runs"))

    locked = pytest.raises(LedgerError, match=r"locked.*another program")
    with Ledger.open(url) as ledger, ledger.transaction(), locked:
        delete()
    impatient.dispose()


def test_a_broken_constraint_is_our_mistake_and_stays_one(ledger: Ledger) -> None:
    with pytest.raises(IntegrityError), ledger.transaction() as conn:
        save_page(conn, visit(link_id=404))


def test_other_errors_pass_through() -> None:
    with pytest.raises(KeyError), told_plainly("ledger"):
        raise KeyError
