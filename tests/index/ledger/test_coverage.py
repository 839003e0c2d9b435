"""Coverage of the past, told from when pages were fetched and records came and went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.records import ReadRecord, ReadValue
from index.ledger.coverage import Coverage, coverage_over_time, last_change
from index.ledger.fetched import save_page
from index.ledger.records import save_records
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link, visit

if TYPE_CHECKING:
    from sqlalchemy import Connection

RECORD = ReadRecord("rule", "rule-1", 1, (ReadValue("参考价格", "参考价格", "￥2350"),))


def test_a_site_over_three_moments(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    save_page(conn, visit(first, NOW))
    save_records(conn, first, [RECORD], None, NOW)
    save_page(conn, visit(second, NOW + 100))
    save_records(conn, second, [RECORD, RECORD], None, NOW + 200)
    save_records(conn, first, [], None, NOW + 300)
    told = coverage_over_time(conn, TOPIC, [NOW + 300, NOW - 1, NOW, NOW + 100, NOW + 200])
    assert told == {
        SITE: [
            Coverage(NOW, 1, 1),
            Coverage(NOW + 100, 2, 1),
            Coverage(NOW + 200, 2, 2),
            Coverage(NOW + 300, 2, 1),
        ]
    }
    assert [moment.part for moment in told[SITE]] == [1, 0.5, 1, 0.5]
    assert coverage_over_time(conn, "cameras", [NOW + 300]) == {}


def test_the_last_change_is_a_record_that_came_changed_or_went(conn: Connection) -> None:
    assert last_change(conn, TOPIC) == 0
    link = add_link(conn)
    save_records(conn, link, [RECORD], None, NOW)
    assert last_change(conn, TOPIC) == NOW
    save_records(conn, link, [RECORD], None, NOW + 1)
    assert last_change(conn, TOPIC) == NOW
    save_records(conn, link, [], None, NOW + 2)
    assert last_change(conn, TOPIC) == NOW + 2
    assert last_change(conn, "cameras") == 0
