"""What pages say without a rule, by site and heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from core.records import ReadRecord, ReadValue
from index.ledger.records import save_records
from index.ledger.unconfirmed import (
    UnconfirmedName,
    best_pages,
    pages_by_section,
    pages_by_site,
    unconfirmed_names,
    unconfirmed_values,
)
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link

if TYPE_CHECKING:
    from sqlalchemy import Connection

TITLE = ReadValue("手机名", "", "机", "row", 0.7, "")
SURE = ReadValue("价格", "价格", "1999元")


def row(name: str, raw: str, section: str = "参数", confidence: float = 0.8) -> ReadValue:
    return ReadValue(None, name, raw, "row", confidence, section)


def page(conn: Connection, number: int, *values: ReadValue, source: str = "rows") -> int:
    link = add_link(conn, number)
    save_records(conn, link, [ReadRecord(source, None, None, values)], None, NOW)
    return link


def test_names_are_counted_by_heading_and_what_is_confirmed_is_not(conn: Connection) -> None:
    page(conn, 1, SURE, row("颜色", "红"), row("产地", "国", "其他"), source="rule")
    page(conn, 2, TITLE, row("颜色", "黑", confidence=1.0))
    page(conn, 3, SURE)
    colour = UnconfirmedName(SITE, "参数", "颜色", None, 2, 0.9, "红", "黑")
    assert colour in unconfirmed_names(conn, TOPIC)
    assert {one.name for one in unconfirmed_names(conn, TOPIC)} == {"颜色", "产地"}
    assert unconfirmed_names(conn, TOPIC, "other.example") == []
    assert pages_by_section(conn, TOPIC)[SITE, "参数"] == 2
    assert pages_by_site(conn, TOPIC) == {SITE: 2}


def test_what_a_page_no_longer_says_is_not_told(conn: Connection) -> None:
    save_records(conn, page(conn, 1, row("颜色", "红")), [], None, NOW + 1)
    assert unconfirmed_names(conn, TOPIC) == []


def test_the_page_that_shows_most_comes_first_with_what_has_no_name(conn: Connection) -> None:
    page(conn, 1, row("颜色", "红"), row("产地", "国", "其他"))
    full = page(conn, 2, TITLE, row("颜色", "黑"), row("重量", "9g"), row("产地", "国", "其他"))
    assert best_pages(conn, TOPIC, SITE, ["参数"], 1) == [full]
    told = unconfirmed_values(conn, TOPIC, SITE, ["参数"], full)
    assert [value.raw for value in told] == ["机", "黑", "9g"]


def test_they_are_found_without_a_walk_through_all_values(conn: Connection) -> None:
    query = "SELECT count(*) FROM record_values WHERE \"by\" != '' AND until IS NULL"
    (plan,) = conn.execute(text(f"EXPLAIN QUERY PLAN {query}"))
    assert "ix_record_values_unconfirmed" in plan.detail
