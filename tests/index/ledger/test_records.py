from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from core.records import ReadRecord, ReadValue
from index.ledger.records import Changes, cleaned, save_records, would_change
from index.ledger.tables import record_values, records
from tests.index.ledger.small_crawl import NOW, add_link, capture

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

PRICE = ReadValue("price", "价格", "1999元")
CHEAPER = PRICE._replace(raw="1799元")
SCREEN = ReadValue("screen", "屏幕", "6.7英寸")
PHONE = ReadRecord("rule", "a.example/1", 1, (PRICE, SCREEN))
CHEAPER_PHONE = PHONE._replace(values=(CHEAPER, SCREEN))


def value_rows(conn: Connection) -> list[Row[Any]]:
    return list(conn.execute(select(record_values).order_by(record_values.c.id)))


def record_row(conn: Connection) -> Row[Any]:
    return conn.execute(select(records)).one()


def history(conn: Connection) -> list[tuple[str, float, float | None]]:
    return [(row.raw, row.since - NOW, row.until and row.until - NOW) for row in value_rows(conn)]


def test_a_new_record_keeps_where_its_values_come_from(conn: Connection) -> None:
    link_id = add_link(conn)
    capture_id = capture(conn, link_id)
    assert save_records(conn, link_id, [PHONE], capture_id, NOW) == Changes(new=1)
    first, second = value_rows(conn)
    record = record_row(conn)
    read = ("a.example/1", 1, capture_id, NOW, None)
    assert tuple(first)[1:] == (record.id, 0, *PRICE[:3], *read, *PRICE[3:])
    assert tuple(second)[1:] == (record.id, 1, *SCREEN[:3], *read, *SCREEN[3:])
    assert tuple(record)[1:] == (link_id, "rule", 0, NOW, NOW, None)


def test_a_price_that_changed_keeps_its_past(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    assert save_records(conn, link_id, [CHEAPER_PHONE], None, NOW + 5) == Changes(changed=1)
    assert history(conn) == [("1999元", 0, 5), ("6.7英寸", 0, None), ("1799元", 5, None)]
    assert record_row(conn).last_changed_at == NOW + 5


def test_a_record_read_again_is_not_rewritten_whichever_rule_reads_it(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], capture(conn, link_id), NOW)
    before = (value_rows(conn), record_row(conn))
    again = PHONE._replace(rule="a.example/2", rule_version=2)
    later = capture(conn, link_id, offset=100)
    assert save_records(conn, link_id, [again], later, NOW + 5) == Changes(unchanged=1)
    assert (value_rows(conn), record_row(conn)) == before


def test_a_changed_value_names_the_rule_that_read_it(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    save_records(conn, link_id, [CHEAPER_PHONE._replace(rule_version=2)], None, NOW + 5)
    assert [row.rule_version for row in value_rows(conn)] == [1, 1, 2]


def test_order_alone_is_no_change_but_is_kept(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    turned = PHONE._replace(values=(SCREEN, PRICE))
    assert save_records(conn, link_id, [turned], None, NOW + 5) == Changes(unchanged=1)
    assert [(row.raw, row.position) for row in value_rows(conn)] == [("1999元", 1), ("6.7英寸", 0)]
    assert record_row(conn).last_changed_at == NOW


def test_a_record_that_vanished_is_gone_once(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    assert save_records(conn, link_id, [], None, NOW + 5) == Changes(gone=1)
    assert save_records(conn, link_id, [], None, NOW + 9) == Changes()
    assert history(conn) == [("1999元", 0, 5), ("6.7英寸", 0, 5)]
    assert record_row(conn).gone_at == NOW + 5


def test_a_record_that_comes_back_is_the_same_record(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    save_records(conn, link_id, [], None, NOW + 5)
    assert save_records(conn, link_id, [PHONE], None, NOW + 9) == Changes(changed=1)
    assert record_row(conn).gone_at is None
    assert history(conn)[2:] == [("1999元", 9, None), ("6.7英寸", 9, None)]


def test_records_of_a_page_are_told_apart_by_source_and_order(conn: Connection) -> None:
    link_id = add_link(conn)
    second = PHONE._replace(values=(CHEAPER,))
    embedded = ReadRecord("json-ld", None, None, (PRICE,))
    assert save_records(conn, link_id, [PHONE, embedded, second], None, NOW) == Changes(new=3)
    changes = save_records(conn, link_id, [embedded, PHONE], None, NOW + 1)
    assert changes == Changes(unchanged=2, gone=1)


def test_pages_do_not_touch_each_other(conn: Connection) -> None:
    save_records(conn, add_link(conn, 1), [PHONE], None, NOW)
    assert save_records(conn, add_link(conn, 2), [], None, NOW) == Changes()
    assert [until for _, _, until in history(conn)] == [None, None]


def test_a_record_without_values_is_one_too(conn: Connection) -> None:
    link_id, empty = add_link(conn), PHONE._replace(values=())
    assert save_records(conn, link_id, [empty], None, NOW) == Changes(new=1)
    assert save_records(conn, link_id, [empty], None, NOW) == Changes(unchanged=1)
    assert save_records(conn, link_id, [PHONE], None, NOW) == Changes(changed=1)


def test_text_no_database_takes_is_not_a_change_at_every_visit(conn: Connection) -> None:
    wild = PHONE._replace(values=(ReadValue("\ud800", "a\0b", "\udfff手\0"),))
    link_id = add_link(conn)
    save_records(conn, link_id, [wild], None, NOW)
    assert save_records(conn, link_id, [wild], None, NOW + 1) == Changes(unchanged=1)
    assert value_rows(conn)[0].raw == "\ufffd手"


def test_a_clock_set_back_does_not_bend_the_past(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    save_records(conn, link_id, [CHEAPER_PHONE], None, NOW - 50)
    assert history(conn) == [("1999元", 0, 0), ("6.7英寸", 0, None), ("1799元", 0, None)]


@pytest.mark.parametrize(
    ("read", "changes"),
    [
        ([PHONE], False),
        ([PHONE._replace(rule="a.example/2", rule_version=2)], False),
        ([CHEAPER_PHONE], True),
        ([PHONE._replace(values=PHONE.values[::-1])], True),
        ([PHONE, PHONE], True),
        ([], True),
    ],
)
def test_what_would_be_written_is_known_before(
    conn: Connection, read: list[ReadRecord], *, changes: bool
) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    before = value_rows(conn)
    assert would_change(conn, link_id, read) is changes
    assert value_rows(conn) == before


def test_a_record_that_is_gone_may_come_back(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    save_records(conn, link_id, [], None, NOW)
    assert not would_change(conn, link_id, [])
    assert would_change(conn, link_id, [PHONE])


def test_texts_are_cleaned_for_every_file(conn: Connection) -> None:
    assert conn
    broken = PHONE._replace(values=(ReadValue(None, "a\0", chr(0xD83D)),))
    assert cleaned(broken).values == (ReadValue(None, "a", "\ufffd"),)


def test_what_was_read_without_a_rule_gives_way_to_a_rule_s_record(conn: Connection) -> None:
    link_id = add_link(conn)
    unsure = PRICE._replace(by="row", confidence=0.87, section="参数")
    save_records(conn, link_id, [ReadRecord("rows", None, None, (unsure,))], None, NOW)
    (row,) = value_rows(conn)
    assert (row.by, row.confidence, row.section) == ("row", 0.87, "参数")
    assert save_records(conn, link_id, [PHONE], None, NOW + 5) == Changes(new=1, gone=1)
    assert history(conn) == [("1999元", 0, 5), ("1999元", 5, None), ("6.7英寸", 5, None)]


def test_a_value_that_is_surer_now_keeps_its_row(conn: Connection) -> None:
    link_id = add_link(conn)
    unsure = PRICE._replace(by="row", confidence=0.5)
    for sure in (0.5, 0.9):
        read = PHONE._replace(values=(unsure._replace(confidence=sure),))
        save_records(conn, link_id, [read], None, NOW + sure)
    (row,) = value_rows(conn)
    assert (row.confidence, row.since, record_row(conn).last_changed_at) == (
        0.9,
        NOW + 0.5,
        NOW + 0.5,
    )
