from __future__ import annotations

from typing import TYPE_CHECKING

from core.records import ReadRecord, ReadValue
from index.ledger.current_records import CurrentRecord, CurrentRecordValue, current_records
from index.ledger.frontier import add_links
from index.ledger.records import save_records
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link, capture, new_link, url

if TYPE_CHECKING:
    from sqlalchemy import Connection

PHONE = ReadRecord("rule", "a/1", 1, (ReadValue("price", "价格", "1999"),))


def test_a_record_as_it_is_now_with_where_it_comes_from(conn: Connection) -> None:
    link_id = add_link(conn)
    capture_id = capture(conn, link_id)
    save_records(conn, link_id, [PHONE], capture_id, NOW)
    cheaper = PHONE._replace(rule_version=2, values=(ReadValue("price", "价格", "1799"),))
    save_records(conn, link_id, [cheaper], capture_id, NOW + 1)
    (record,) = current_records(conn, TOPIC)
    value = CurrentRecordValue("price", "价格", "1799", "a/1", 2, capture_id, NOW + 1)
    assert record == CurrentRecord(record.id, url(1), SITE, "rule", 0, NOW, NOW + 1, (value,))


def test_records_that_are_gone_are_left_out_and_empty_ones_are_not(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE, PHONE._replace(values=())], None, NOW)
    assert [len(record.values) for record in current_records(conn, TOPIC)] == [1, 0]
    save_records(conn, link_id, [], None, NOW)
    assert list(current_records(conn, TOPIC)) == []


def test_records_of_a_topic_a_site_a_source(conn: Connection) -> None:
    other = new_link(2)._replace(site="b.example")
    (there,) = add_links(conn, TOPIC, [other], NOW).values()
    save_records(conn, add_link(conn), [PHONE, PHONE._replace(source="json-ld")], None, NOW)
    save_records(conn, there, [PHONE], None, NOW)
    assert len(list(current_records(conn, TOPIC))) == 3
    assert [record.url for record in current_records(conn, TOPIC, site="b.example")] == [url(2)]
    assert [record.url for record in current_records(conn, TOPIC, source="json-ld")] == [url(1)]
    assert list(current_records(conn, "laptops")) == []
