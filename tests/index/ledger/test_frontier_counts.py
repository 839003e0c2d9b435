from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.frontier import LinkState, add_links, finish, put_back, take
from index.ledger.frontier_counts import Bucket, buckets, counts, is_finished, waiting_until
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link, new_link

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_buckets_count_queued_links_that_look_alike(conn: Connection) -> None:
    links = [
        new_link(1),
        new_link(2),
        new_link(3)._replace(level=4),
        new_link(4)._replace(shape="/list", group="list"),
        new_link(5)._replace(site="b.example"),
    ]
    add_links(conn, TOPIC, links, NOW)
    assert buckets(conn, TOPIC) == [
        Bucket(SITE, "/#", 3, "product", 2),
        Bucket(SITE, "/#", 4, "product", 1),
        Bucket(SITE, "/list", 3, "list", 1),
        Bucket("b.example", "/#", 3, "product", 1),
    ]
    assert buckets(conn, "laptops") == []


def test_a_link_that_must_wait_is_in_its_bucket_one_on_its_way_is_not(conn: Connection) -> None:
    put_back(conn, add_link(conn, 1), NOW + 60, attempts=1)
    finish(conn, add_link(conn, 2), LinkState.TAKEN)
    assert buckets(conn, TOPIC) == [Bucket(SITE, "/#", 3, "product", 1)]


def test_the_first_time_a_waiting_link_may_go(conn: Connection) -> None:
    assert waiting_until(conn, TOPIC, NOW) is None
    add_link(conn, 1)
    assert waiting_until(conn, TOPIC, NOW) is None, "it need not wait"
    for number, not_before in enumerate((NOW + 90, NOW + 60, NOW - 5), start=2):
        put_back(conn, add_link(conn, number), not_before, attempts=1)
    assert waiting_until(conn, TOPIC, NOW) == NOW + 60
    assert waiting_until(conn, TOPIC, NOW + 60) == NOW + 90
    assert waiting_until(conn, "laptops", NOW) is None


def test_links_are_counted_by_group_and_state(conn: Connection) -> None:
    add_links(conn, TOPIC, [new_link(1), new_link(2), new_link(3)._replace(group="list")], NOW)
    take(conn, TOPIC, SITE, "/#", 3, limit=1, now=NOW)
    assert counts(conn, TOPIC) == {
        ("product", LinkState.TAKEN): 1,
        ("product", LinkState.QUEUED): 1,
        ("list", LinkState.QUEUED): 1,
    }
    assert counts(conn, "laptops") == {}


def test_a_crawl_is_finished_when_nothing_is_queued_or_on_its_way(conn: Connection) -> None:
    assert is_finished(conn, TOPIC)
    link_id = add_link(conn)
    assert not is_finished(conn, TOPIC)
    take(conn, TOPIC, SITE, "/#", 3, limit=1, now=NOW)
    assert not is_finished(conn, TOPIC)
    finish(conn, link_id, LinkState.HELD)
    assert is_finished(conn, TOPIC)
