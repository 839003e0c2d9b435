"""What was known at a moment, and what of it is still read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.records import ReadRecord, ReadValue
from store.kept_values import (
    KeptAttribute,
    KeptOnPage,
    KeptValues,
    changed_pages,
    gone_pages,
    kept_attributes,
    kept_on_pages,
    kept_values,
    past_values,
    refused_pages,
)
from store.records import save_records
from store.visits import save_page, set_outcome
from tests.store.small_crawl import NOW, SITE, TOPIC, fetch, visit

if TYPE_CHECKING:
    from sqlalchemy import Connection


PRICE = ReadValue("参考价格", "价格", "￥2350")
WEIGHT = ReadValue("重量", "重量", "77g")
UNKNOWN = ReadValue(None, "电子字典", "支持")


def record_at(*values: ReadValue) -> list[ReadRecord]:
    return [ReadRecord("rule", "a/1", 1, values)]


def two_pages(conn: Connection) -> tuple[int, int]:
    """Both had price and weight; the first lost all, the second its weight."""
    first, second = fetch(conn, 1), fetch(conn, 2, offset=100)
    for link in (first, second):
        save_records(conn, link, record_at(PRICE, WEIGHT, UNKNOWN), None, NOW)
    save_records(conn, first, [], None, NOW + 10)
    save_records(conn, second, record_at(PRICE), None, NOW + 10)
    return first, second


def test_by_site_and_by_page(conn: Connection) -> None:
    first, second = two_pages(conn)
    assert kept_values(conn, TOPIC, "rule", NOW + 5) == [KeptValues(SITE, 2, 4, 1, 1, 0)]
    assert kept_on_pages(conn, TOPIC, SITE, "rule", NOW + 5) == [
        KeptOnPage(first, 2, 0),
        KeptOnPage(second, 2, 1),
    ]
    assert kept_values(conn, TOPIC, "rule", NOW + 20) == [KeptValues(SITE, 1, 1, 1, 1, 0)]
    assert kept_values(conn, TOPIC, "rule", NOW - 5) == []
    assert kept_values(conn, TOPIC, "json-ld", NOW + 5) == []


def test_what_a_page_said_then(conn: Connection) -> None:
    first, second = two_pages(conn)
    said = past_values(conn, [first, second], "rule", NOW + 5)
    assert said == {first: [PRICE, WEIGHT, UNKNOWN], second: [PRICE, WEIGHT, UNKNOWN]}
    assert past_values(conn, [first, second], "rule", NOW + 20) == {second: [PRICE]}


def test_a_page_that_is_gone_counts_apart(conn: Connection) -> None:
    first, second = two_pages(conn)
    save_page(conn, replace(visit(first), status=404))
    assert kept_values(conn, TOPIC, "rule", NOW + 5) == [KeptValues(SITE, 1, 2, 1, 1, 1)]
    assert gone_pages(conn, TOPIC, SITE, "rule", NOW + 5) == [first]
    assert gone_pages(conn, TOPIC, SITE, "rule", NOW - 5) == []
    assert [page.link_id for page in kept_on_pages(conn, TOPIC, SITE, "rule", NOW + 5)] == [second]


def test_pages_of_several_records_are_not_told_apart(conn: Connection) -> None:
    link = fetch(conn, 1)
    save_records(conn, link, record_at(PRICE) + record_at(WEIGHT), None, NOW)
    assert kept_on_pages(conn, TOPIC, SITE, "rule", NOW + 5) == []


def test_refused_regions(conn: Connection) -> None:
    first, _ = two_pages(conn)
    assert refused_pages(conn, TOPIC) == {}
    set_outcome(conn, first, "refused", 0.5)
    assert refused_pages(conn, TOPIC) == {SITE: 1}


def test_by_attribute_still_read_and_still_the_same(conn: Connection) -> None:
    first, second = two_pages(conn)
    assert kept_attributes(conn, TOPIC, "rule", NOW + 5) == [
        KeptAttribute(SITE, "参考价格", 2, 1, 1),
        KeptAttribute(SITE, "重量", 2, 0, 0),
    ]
    save_records(conn, second, record_at(PRICE._replace(raw="￥1999")), None, NOW + 15)
    assert kept_attributes(conn, TOPIC, "rule", NOW + 5)[0] == KeptAttribute(
        SITE, "参考价格", 2, 1, 0
    )
    moment = (SITE, "rule", NOW + 12)
    assert changed_pages(conn, TOPIC, *moment, ["参考价格"]) == [second]
    assert changed_pages(conn, TOPIC, *moment, ["重量"]) == []
    assert first not in changed_pages(conn, TOPIC, *moment, ["参考价格"])
