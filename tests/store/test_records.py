from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from core.records import ReadRecord, ReadValue
from store.frontier import add_links
from store.records import (
    CurrentRecord,
    CurrentRecordValue,
    CurrentValue,
    PastValue,
    RecordChanges,
    cleaned,
    current_records,
    current_values,
    save_records,
    value_changes,
    value_history,
    value_loss,
    would_change,
)
from store.schema import record_values, records
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, capture, new_link, url

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
    assert save_records(conn, link_id, [PHONE], capture_id, NOW) == RecordChanges(new=1)
    first, second = value_rows(conn)
    record = record_row(conn)
    read = ("a.example/1", 1, capture_id, NOW, None)
    assert tuple(first)[1:] == (record.id, 0, *PRICE[:3], *read, *PRICE[3:])
    assert tuple(second)[1:] == (record.id, 1, *SCREEN[:3], *read, *SCREEN[3:])
    assert tuple(record)[1:] == (link_id, "rule", 0, NOW, NOW, None)


def test_a_price_that_changed_keeps_its_past(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    assert save_records(conn, link_id, [CHEAPER_PHONE], None, NOW + 5) == RecordChanges(changed=1)
    assert history(conn) == [("1999元", 0, 5), ("6.7英寸", 0, None), ("1799元", 5, None)]
    assert record_row(conn).last_changed_at == NOW + 5


def test_the_values_of_an_attribute_are_those_of_now_the_latest_first(conn: Connection) -> None:
    one, other = add_link(conn, 1), add_link(conn, 2)
    save_records(conn, one, [PHONE], None, NOW)
    save_records(conn, other, [CHEAPER_PHONE], None, NOW + 1)
    assert current_values(conn, TOPIC, "price", 9) == ["1799元", "1999元"]
    assert current_values(conn, TOPIC, "price", 1) == ["1799元"]
    assert current_values(conn, "laptops", "price", 9) == []
    save_records(conn, one, [CHEAPER_PHONE], None, NOW + 2)
    assert current_values(conn, TOPIC, "price", 9) == ["1799元"]
    assert current_values(conn, TOPIC, "screen", 9) == ["6.7英寸"]


def test_a_record_read_again_is_not_rewritten_whichever_rule_reads_it(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], capture(conn, link_id), NOW)
    before = (value_rows(conn), record_row(conn))
    again = PHONE._replace(rule="a.example/2", rule_version=2)
    later = capture(conn, link_id, offset=100)
    assert save_records(conn, link_id, [again], later, NOW + 5) == RecordChanges(unchanged=1)
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
    assert save_records(conn, link_id, [turned], None, NOW + 5) == RecordChanges(unchanged=1)
    assert [(row.raw, row.position) for row in value_rows(conn)] == [("1999元", 1), ("6.7英寸", 0)]
    assert record_row(conn).last_changed_at == NOW


def test_a_record_that_vanished_is_gone_once(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    assert save_records(conn, link_id, [], None, NOW + 5) == RecordChanges(gone=1)
    assert save_records(conn, link_id, [], None, NOW + 9) == RecordChanges()
    assert history(conn) == [("1999元", 0, 5), ("6.7英寸", 0, 5)]
    assert record_row(conn).gone_at == NOW + 5


def test_a_record_that_comes_back_is_the_same_record(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE], None, NOW)
    save_records(conn, link_id, [], None, NOW + 5)
    assert save_records(conn, link_id, [PHONE], None, NOW + 9) == RecordChanges(changed=1)
    assert record_row(conn).gone_at is None
    assert history(conn)[2:] == [("1999元", 9, None), ("6.7英寸", 9, None)]


def test_records_of_a_page_are_told_apart_by_source_and_order(conn: Connection) -> None:
    link_id = add_link(conn)
    second = PHONE._replace(values=(CHEAPER,))
    embedded = ReadRecord("json-ld", None, None, (PRICE,))
    assert save_records(conn, link_id, [PHONE, embedded, second], None, NOW) == RecordChanges(new=3)
    changes = save_records(conn, link_id, [embedded, PHONE], None, NOW + 1)
    assert changes == RecordChanges(unchanged=2, gone=1)


def test_pages_do_not_touch_each_other(conn: Connection) -> None:
    save_records(conn, add_link(conn, 1), [PHONE], None, NOW)
    assert save_records(conn, add_link(conn, 2), [], None, NOW) == RecordChanges()
    assert [until for _, _, until in history(conn)] == [None, None]


def test_a_record_without_values_is_one_too(conn: Connection) -> None:
    link_id, empty = add_link(conn), PHONE._replace(values=())
    assert save_records(conn, link_id, [empty], None, NOW) == RecordChanges(new=1)
    assert save_records(conn, link_id, [empty], None, NOW) == RecordChanges(unchanged=1)
    assert save_records(conn, link_id, [PHONE], None, NOW) == RecordChanges(changed=1)


def test_text_no_database_takes_is_not_a_change_at_every_visit(conn: Connection) -> None:
    wild = PHONE._replace(values=(ReadValue("\ud800", "a\0b", "\udfff手\0"),))
    link_id = add_link(conn)
    save_records(conn, link_id, [wild], None, NOW)
    assert save_records(conn, link_id, [wild], None, NOW + 1) == RecordChanges(unchanged=1)
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
    assert save_records(conn, link_id, [PHONE], None, NOW + 5) == RecordChanges(new=1, gone=1)
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


OLD_PRICE = ReadValue("price", "价格", "1999元")
NEW_PRICE = OLD_PRICE._replace(raw="1799元")
DISPLAY = ReadValue("screen", "屏幕", "6.7英寸")


def rows(*values: ReadValue) -> list[CurrentValue]:
    return [CurrentValue(10 + at, at, value) for at, value in enumerate(values)]


def test_the_same_values_change_nothing() -> None:
    assert value_changes(rows(OLD_PRICE, DISPLAY), [OLD_PRICE, DISPLAY]) == ([], [], [])


def test_another_text_ends_a_row_and_adds_one() -> None:
    assert value_changes(rows(OLD_PRICE, DISPLAY), [NEW_PRICE, DISPLAY]) == (
        [10],
        [],
        [(0, NEW_PRICE)],
    )


def test_another_attribute_or_name_for_the_same_text_is_another_value() -> None:
    for other in (OLD_PRICE._replace(attribute=None), OLD_PRICE._replace(name="报价")):
        assert value_changes(rows(OLD_PRICE), [other]) == ([10], [], [(0, other)])


def test_a_new_value_in_front_shifts_the_others() -> None:
    assert value_changes(rows(OLD_PRICE), [DISPLAY, OLD_PRICE]) == (
        [],
        [(10, 1, OLD_PRICE)],
        [(0, DISPLAY)],
    )


def test_a_value_shown_twice_has_two_rows() -> None:
    assert value_changes(rows(OLD_PRICE), [OLD_PRICE, OLD_PRICE]) == ([], [], [(1, OLD_PRICE)])
    assert value_changes(rows(OLD_PRICE, OLD_PRICE), [OLD_PRICE]) == ([11], [], [])


def test_from_nothing_and_to_nothing() -> None:
    assert value_changes([], [OLD_PRICE]) == ([], [], [(0, OLD_PRICE)])
    assert value_changes(rows(OLD_PRICE, DISPLAY), []) == ([10, 11], [], [])


def test_being_a_little_surer_changes_nothing_but_a_rule_s_word_does() -> None:
    unsure = OLD_PRICE._replace(by="row", confidence=0.8, section="参数")
    surer = unsure._replace(confidence=0.9)
    assert value_changes(rows(unsure), [surer]) == ([], [(10, 0, surer)], [])
    assert value_changes(rows(unsure), [OLD_PRICE]) == ([10], [], [(0, OLD_PRICE)])


PHONE_ON_SALE = ReadRecord("rule", "a/1", 1, (ReadValue("price", "价格", "1999"),))


def test_a_record_as_it_is_now_with_where_it_comes_from(conn: Connection) -> None:
    link_id = add_link(conn)
    capture_id = capture(conn, link_id)
    save_records(conn, link_id, [PHONE_ON_SALE], capture_id, NOW)
    cheaper = PHONE_ON_SALE._replace(rule_version=2, values=(ReadValue("price", "价格", "1799"),))
    save_records(conn, link_id, [cheaper], capture_id, NOW + 1)
    (record,) = current_records(conn, TOPIC)
    value = CurrentRecordValue("price", "价格", "1799", "a/1", 2, capture_id, NOW + 1)
    assert record == CurrentRecord(record.id, url(1), SITE, "rule", 0, NOW, NOW + 1, (value,))


def test_records_that_are_gone_are_left_out_and_empty_ones_are_not(conn: Connection) -> None:
    link_id = add_link(conn)
    save_records(conn, link_id, [PHONE_ON_SALE, PHONE_ON_SALE._replace(values=())], None, NOW)
    assert [len(record.values) for record in current_records(conn, TOPIC)] == [1, 0]
    save_records(conn, link_id, [], None, NOW)
    assert list(current_records(conn, TOPIC)) == []


def test_records_of_a_topic_a_site_a_source(conn: Connection) -> None:
    other = new_link(2)._replace(site="b.example")
    (there,) = add_links(conn, TOPIC, [other], NOW).values()
    save_records(
        conn, add_link(conn), [PHONE_ON_SALE, PHONE_ON_SALE._replace(source="json-ld")], None, NOW
    )
    save_records(conn, there, [PHONE_ON_SALE], None, NOW)
    assert len(list(current_records(conn, TOPIC))) == 3
    assert [record.url for record in current_records(conn, TOPIC, site="b.example")] == [url(2)]
    assert [record.url for record in current_records(conn, TOPIC, source="json-ld")] == [url(1)]
    assert list(current_records(conn, "laptops")) == []


# What a price was before it is what it is.


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


def test_what_reading_a_page_again_would_lose(conn: Connection) -> None:
    link_id = add_link(conn)
    sure = [ReadValue(name, name, "1") for name in ("price", "weight", "colour", "colour")]
    guessed = ReadValue("screen", "screen", "6", by="rows", confidence=0.5)
    unknown = ReadValue(None, "odd", "1")
    save_records(
        conn, link_id, [ReadRecord("rule", "a/1", 1, (*sure, guessed, unknown))], None, NOW
    )

    def lost(*values: ReadValue) -> tuple[int, int]:
        return value_loss(conn, link_id, [ReadRecord("rule", "a/1", 1, values)])

    assert value_loss(conn, link_id) == (5, 0), "nothing changes"
    assert value_loss(conn, link_id, []) == (5, 5)
    assert lost(*sure, guessed) == (5, 0)
    assert lost(*sure, guessed._replace(by="")) == (5, 0), "confirmed now"
    other = [value._replace(raw="2") for value in sure]
    assert lost(*other[:2], guessed) == (5, 2), "other values are values, too"
    assert lost(*(value._replace(by="rows") for value in sure), guessed) == (5, 4)
    assert value_loss(conn, link_id + 1, []).share == 0.0
