"""However many links there are, a page costs the same: no statement walks through a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from core.records import ReadRecord, ReadValue
from store.documents import POST, NewDocument, save_documents
from store.frontier import (
    LinkState,
    add_links,
    channel_link,
    finish_link,
    is_queue_empty,
    known_urls,
    link_counts,
    put_link_back,
    queue_buckets,
    queue_failed_again,
    queue_waits_until,
    release_links,
    switch_sources,
    take_links,
)
from store.ledger import Ledger, ledger_url
from store.proposals import SeenProposal, save_proposals
from store.records import save_records
from store.runs import ErrorSeen, register_error
from store.visits import committed_ends, forget_validators, page_states, save_page
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, capture, new_link, url, visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection


PHONE = ReadRecord("rule", "a/1", 1, (ReadValue("price", "价格", "1999"),))
Statements = list[tuple[str, Any]]


@pytest.fixture
def conn(tmp_path: Path) -> Iterator[Connection]:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as connection:
        yield connection


def plans(conn: Connection, statements: Statements) -> dict[str, list[str]]:
    """Statement → the steps SQLite takes for it."""
    found = {}
    for statement, parameters in statements:
        one = parameters[0] if isinstance(parameters, list) else parameters
        rows = conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", one)
        found[statement] = [str(row.detail) for row in rows]
    return found


@pytest.fixture
def statements(conn: Connection) -> Iterator[Statements]:
    """All statements of a test, as they come."""
    kept: Statements = []

    def keep(*call: Any) -> None:
        kept.append((call[2], call[3]))

    event.listen(conn, "before_cursor_execute", keep)
    yield kept
    event.remove(conn, "before_cursor_execute", keep)


def fetch_a_page(conn: Connection) -> None:
    add_link(conn)
    (link,) = take_links(conn, TOPIC, SITE, "/#", 3, limit=5, now=NOW)
    page_states(conn, [link.id])
    known_urls(conn, TOPIC, [url(2)])
    add_links(conn, TOPIC, [new_link(2), new_link(3)], NOW)
    capture_id = capture(conn, link.id)
    save_page(conn, replace(visit(link.id), digest="sha1:A", capture_id=capture_id))
    for price in ("1999", "1799"):
        value = PHONE.values[0]._replace(raw=price)
        save_records(conn, link.id, [PHONE._replace(values=(value,))], capture_id, NOW)
    save_records(conn, link.id, [], capture_id, NOW)
    for text in ("好用", "很好用"):
        post = NewDocument(TOPIC, "Forum", POST, text, url(1))
        save_documents(conn, link.id, [post], capture_id, NOW)
    save_documents(conn, link.id, [], capture_id, NOW)
    save_proposals(conn, link.id, [SeenProposal("NFC", "有", "{}")], NOW)
    register_error(conn, ErrorSeen(TOPIC, None, "dns", url(1), SITE, "given up"), NOW)
    put_link_back(conn, link.id, NOW, 1)
    release_links(conn, [link.id])
    finish_link(conn, link.id, LinkState.DONE)
    forget_validators(conn, link.id)


def read_a_source(conn: Connection) -> None:
    link_id = add_link(conn)
    channel_link(conn, link_id)
    known_urls(conn, TOPIC, [url(2)])
    queue_failed_again(conn, TOPIC, [url(1), url(2)])


def test_a_source_is_read_by_seeking(conn: Connection, statements: Statements) -> None:
    read_a_source(conn)
    steps = plans(conn, statements.copy())
    assert not [plan for plan in steps.values() if any(step.startswith("SCAN") for step in plan)]
    (again,) = (plan for statement, plan in steps.items() if statement.startswith("UPDATE"))
    assert "(topic=? AND url=?)" in again[0]


def test_sources_are_switched_by_looking_at_what_is_queued(
    conn: Connection, statements: Statements
) -> None:
    switch_sources(conn, TOPIC, ["/#"])
    (plan,) = plans(conn, statements.copy()).values()
    assert "INDEX ix_links_queue (topic=? AND state=?)" in plan[0]


def test_a_page_is_found_and_saved_by_seeking(conn: Connection, statements: Statements) -> None:
    fetch_a_page(conn)
    steps = plans(conn, statements.copy())
    assert len(steps) > 15
    walks = {
        statement: plan
        for statement, plan in steps.items()
        if any(step.startswith("SCAN") for step in plan)
    }
    assert not walks


def test_the_next_link_is_found_in_the_queue_by_all_that_is_asked(
    conn: Connection, statements: Statements
) -> None:
    take_links(conn, TOPIC, SITE, "/#", 3, limit=5, now=NOW)
    (plan,) = plans(conn, statements.copy()).values()
    assert plan[0].endswith(
        "INDEX ix_links_queue (topic=? AND state=? AND site=? AND shape=? AND level=?)"
    )
    assert not any("TEMP B-TREE" in step for step in plan), "the oldest comes first by itself"


def test_new_links_are_found_by_their_ids(conn: Connection, statements: Statements) -> None:
    add_links(conn, TOPIC, [new_link(1)], NOW)
    *_, plan = plans(conn, statements.copy()).values()
    assert plan == ["SEARCH links USING INTEGER PRIMARY KEY (rowid>?)"]


def test_counting_looks_at_indexes_alone(conn: Connection, statements: Statements) -> None:
    queue_buckets(conn, TOPIC)
    link_counts(conn, TOPIC)
    is_queue_empty(conn, TOPIC)
    committed_ends(conn)
    for plan in plans(conn, statements.copy()).values():
        assert "COVERING INDEX" in plan[0]


def test_waiting_links_are_looked_for_among_waiting_ones(
    conn: Connection, statements: Statements
) -> None:
    queue_waits_until(conn, TOPIC, NOW)
    (plan,) = plans(conn, statements.copy()).values()
    assert "ix_links_waiting (topic=? AND not_before>?)" in plan[0]
