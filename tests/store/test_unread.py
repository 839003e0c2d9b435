"""Kinds of pages that no rule reads, the most valuable first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import text, update

from core.records import ReadRecord, ReadValue
from store.records import save_records
from store.schema import links
from store.unread import (
    UnconfirmedName,
    best_pages,
    dismiss_page,
    pages_by_section,
    pages_by_site,
    pages_dismissed,
    restore_page,
    unconfirmed_names,
    unconfirmed_values,
    unread_kinds,
)
from store.visits import save_page, set_outcome
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, fetch, url, visit

if TYPE_CHECKING:
    from sqlalchemy import Connection


def unread(conn: Connection, number: int, relevance: float, outcome: str = "no-rule") -> int:
    link_id = fetch(conn, number)
    set_outcome(conn, link_id, outcome, relevance)
    return link_id


def of_shape(conn: Connection, number: int, shape: str, relevance: float) -> int:
    link_id = unread(conn, number, relevance)
    conn.execute(update(links).where(links.c.id == link_id).values(shape=shape))
    return link_id


def test_a_dismissed_page_is_remembered_until_it_is_restored(conn: Connection) -> None:
    first, second = unread(conn, 1, 0.5), unread(conn, 2, 0.1)
    for link_id in (first, second, first, 9_999):
        dismiss_page(conn, TOPIC, link_id, "ana", NOW + link_id)
    dismiss_page(conn, "cameras", first, "ana", NOW)
    known = pages_dismissed(conn, TOPIC, SITE)
    assert [one.page.link_id for one in known] == [second, first]
    assert pages_dismissed(conn, "cameras") == pages_dismissed(conn, TOPIC, "b.example") == []
    restore_page(conn, first)
    assert [one.page.link_id for one in pages_dismissed(conn, TOPIC)] == [second]


def test_pages_are_counted_by_kind_and_weighed_by_what_they_say(conn: Connection) -> None:
    for number in range(1, 31):
        of_shape(conn, number, "/list/#", 0.1)
    best = [of_shape(conn, number, "/phone/#", 1.0) for number in (31, 32)]
    products, lists = unread_kinds(conn, TOPIC, 10)
    assert (products.site, products.shape, products.pages) == (SITE, "/phone/#", 2)
    assert [page.link_id for page in products.samples] == best
    assert (lists.shape, lists.pages, len(lists.samples)) == ("/list/#", 30, 4)
    assert products.worth > lists.worth


def test_the_samples_are_those_that_say_most(conn: Connection) -> None:
    for number in range(1, 10):
        unread(conn, number, number / 10)
    (kind,) = unread_kinds(conn, TOPIC, 10)
    assert [page.url for page in kind.samples] == [url(number) for number in (9, 8, 7, 6)]


def test_what_was_read_without_a_rule_still_waits_for_one(conn: Connection) -> None:
    unread(conn, 1, 1.0, "read")
    assert [kind.pages for kind in unread_kinds(conn, TOPIC, 10)] == [1]


def test_what_rules_read_and_what_is_no_page_is_left_out(conn: Connection) -> None:
    unread(conn, 1, 1.0, "ok")
    unread(conn, 2, 1.0, "off-topic")
    picture = fetch(conn, 3)
    save_page(conn, replace(visit(picture), content_type="image/png"))
    set_outcome(conn, picture, "no-rule", 1.0)
    refused = unread(conn, 4, 0.5, "refused")
    kinds = unread_kinds(conn, TOPIC, 10)
    assert [[page.link_id for page in kind.samples] for kind in kinds] == [[refused]]


def test_one_site_and_one_topic_alone_and_no_more_than_asked(conn: Connection) -> None:
    for number in range(1, 5):
        of_shape(conn, number, f"/{'a' * number}/", 1.0)
    assert len(unread_kinds(conn, TOPIC, 3)) == 3
    assert unread_kinds(conn, TOPIC, 3, "other.example") == []
    assert unread_kinds(conn, "cars", 3) == []


# What pages say without a rule, by site and heading.


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
    explain = "EXPLAIN QUERY PLAN"
    if conn.dialect.name == "postgresql":
        conn.execute(text("SET LOCAL enable_seqscan = off"))  # it would read an empty table whole
        explain = "EXPLAIN"
    plan = [row[-1] for row in conn.execute(text(f"{explain} {query}"))]
    assert "ix_record_values_unconfirmed" in " ".join(plan)
