"""Kinds of pages that no rule reads, the most valuable first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import update

from index.ledger.fetched import save_page, set_outcome
from index.ledger.tables import links
from index.ledger.unread import unread_kinds
from tests.index.ledger.small_crawl import SITE, TOPIC, fetch, url, visit

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
