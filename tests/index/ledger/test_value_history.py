"""What a price was before it is what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.records import ReadRecord, ReadValue
from index.ledger.current_records import current_records
from index.ledger.records import save_records
from index.ledger.value_history import PastValue, value_history
from tests.index.ledger.small_crawl import NOW, TOPIC, add_link

if TYPE_CHECKING:
    from sqlalchemy import Connection


def phone(price: str) -> ReadRecord:
    values = (ReadValue("price", "价格", price), ReadValue("weight", "重量", "122克"))
    return ReadRecord("rule", "a/1", 1, values)


def save(conn: Connection, link_id: int, *prices: str) -> int:
    """One visit a second; the id of the record."""
    for second, price in enumerate(prices):
        save_records(conn, link_id, [phone(price)], None, NOW + second)
    return max(record.id for record in current_records(conn, TOPIC))


def test_every_price_with_the_time_it_held(conn: Connection) -> None:
    record = save(conn, add_link(conn), "1999", "1799", "1799", "1999")
    assert value_history(conn, [record], ["price"]) == [
        PastValue(record, "price", "1999", NOW, NOW + 1),
        PastValue(record, "price", "1799", NOW + 1, NOW + 3),
        PastValue(record, "price", "1999", NOW + 3, None),
    ]


def test_only_of_the_records_and_attributes_asked_for(conn: Connection) -> None:
    first = save(conn, add_link(conn, 1), "1999")
    second = save(conn, add_link(conn, 2), "2099", "2199")
    save(conn, add_link(conn, 3), "1")
    said = value_history(conn, [first, second], ["price", "weight", "nothing"])
    assert {(one.record_id, one.raw) for one in said} == {
        (first, "1999"),
        (first, "122克"),
        (second, "2099"),
        (second, "2199"),
        (second, "122克"),
    }
    assert value_history(conn, [], ["price"]) == []
    assert value_history(conn, [first], []) == []


def test_the_last_of_very_many(conn: Connection) -> None:
    record = save(conn, add_link(conn), *map(str, range(20)))
    assert [one.raw for one in value_history(conn, [record], ["price"], most=3)] == [
        "17",
        "18",
        "19",
    ]
