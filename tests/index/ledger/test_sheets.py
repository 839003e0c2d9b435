from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import event

from index.ledger.frontier import SHEET, LinkState, NewLink, add_links, finish, queue_again
from index.ledger.frontier_counts import counts
from index.ledger.reports import site_reports
from index.ledger.sheets import StoredSheet, links_of_shape, queue_sheet_again, stored_sheet
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, capture, fetch

if TYPE_CHECKING:
    from typing import Any

    from sqlalchemy import Connection

STYLE = "http://www.a.example/css/site.css"
SHAPE = "(sheet)"


def add_sheet(conn: Connection) -> int:
    link = NewLink(STYLE, SITE, SHAPE, SHEET, level=0, depth=2)
    return add_links(conn, TOPIC, [link], NOW)[STYLE]


def test_the_newest_body_of_a_sheet_is_found_by_its_address(conn: Connection) -> None:
    link_id = add_sheet(conn)
    assert stored_sheet(conn, TOPIC, STYLE) is None
    for offset in (0, 100):
        capture(conn, link_id, offset=offset)
    assert stored_sheet(conn, TOPIC, STYLE) == StoredSheet("1.warc.gz", 100, 100)
    assert stored_sheet(conn, "cameras", STYLE) is None


def test_a_page_is_no_sheet(conn: Connection) -> None:
    fetch(conn, 1)
    assert stored_sheet(conn, TOPIC, "http://www.a.example/1") is None


def test_sheets_are_counted_by_themselves_whatever_became_of_them(conn: Connection) -> None:
    fetch(conn, 1)
    link_id = add_sheet(conn)
    for state in LinkState:
        finish(conn, link_id, state)
        assert links_of_shape(conn, TOPIC, SITE, SHAPE) == 1
    assert links_of_shape(conn, TOPIC, "b.example", SHAPE) == 0
    assert sum(counts(conn, TOPIC).values()) == 1
    assert [report.states.total() for report in site_reports(conn, TOPIC)] == [1]


def test_a_sheet_is_asked_for_again_where_it_was_fetched_long_ago(conn: Connection) -> None:
    link_id = add_sheet(conn)
    assert not queue_sheet_again(conn, TOPIC, STYLE, before=NOW + 1)  # it waits already
    capture(conn, link_id)
    finish(conn, link_id, LinkState.DONE)
    assert not queue_sheet_again(conn, TOPIC, STYLE, before=NOW - 1)
    assert queue_sheet_again(conn, TOPIC, STYLE, before=NOW + 1)
    assert not queue_sheet_again(conn, TOPIC, STYLE, before=NOW + 1)


def test_pages_are_visited_again_without_the_sheets(conn: Connection) -> None:
    fetch(conn, 1)
    finish(conn, add_sheet(conn), LinkState.DONE)
    assert queue_again(conn, TOPIC, NOW, only_due=False) == 1


def test_neither_walks_through_the_links(conn: Connection) -> None:
    if conn.dialect.name != "sqlite":
        return
    kept: list[tuple[str, Any]] = []

    def keep(*call: Any) -> None:
        kept.append((call[2], call[3]))

    event.listen(conn, "before_cursor_execute", keep)
    stored_sheet(conn, TOPIC, STYLE)
    links_of_shape(conn, TOPIC, SITE, SHAPE)
    queue_sheet_again(conn, TOPIC, STYLE, NOW)
    event.remove(conn, "before_cursor_execute", keep)
    for statement, parameters in kept:
        steps = conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        assert not [step for step in steps if step.detail.startswith("SCAN")]
