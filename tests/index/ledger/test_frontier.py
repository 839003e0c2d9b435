from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index.ledger.fetched import FetchedPage, save_page
from index.ledger.frontier import (
    LinkState,
    NewLink,
    QueuedLink,
    add_links,
    finish,
    known_urls,
    put_back,
    queue_again,
    release,
    release_taken,
    take,
)
from index.ledger.frontier_counts import counts
from tests.index.ledger.small_crawl import NOW

if TYPE_CHECKING:
    from sqlalchemy import Connection


def link(number: int, **other: Any) -> NewLink:
    plain = NewLink(f"http://a.example/{number}", "a.example", "/#", "product", 3, depth=1)
    return plain._replace(**other)


def taken(conn: Connection, *, limit: int = 10, now: float = NOW) -> list[QueuedLink]:
    return take(conn, "phones", "a.example", "/#", 3, limit=limit, now=now)


def ids(links: list[QueuedLink]) -> list[int]:
    return [link.id for link in links]


def test_only_links_never_seen_are_added(conn: Connection) -> None:
    first = add_links(conn, "phones", [link(1), link(2)], NOW)
    second = add_links(conn, "phones", [link(2), link(3), link(3)], NOW)
    assert set(first) == {"http://a.example/1", "http://a.example/2"}
    assert set(second) == {"http://a.example/3"}


def test_adding_nothing_is_no_work(conn: Connection) -> None:
    assert add_links(conn, "phones", [], NOW) == {}


def test_topics_have_queues_of_their_own(conn: Connection) -> None:
    add_links(conn, "phones", [link(1)], NOW)
    assert add_links(conn, "laptops", [link(1)], NOW)
    assert len(taken(conn)) == 1


def test_a_link_comes_out_as_it_went_in(conn: Connection) -> None:
    parent = add_links(conn, "phones", [link(0)], NOW)["http://a.example/0"]
    finish(conn, parent, LinkState.REDIRECT)
    added = add_links(conn, "phones", [link(1, hops=2, found_on=parent, anchor="小米")], NOW)
    assert taken(conn) == [
        QueuedLink(
            id=added["http://a.example/1"],
            url="http://a.example/1",
            site="a.example",
            shape="/#",
            group="product",
            level=3,
            depth=1,
            hops=2,
            attempts=0,
            found_on=parent,
            anchor="小米",
            found_on_url="http://a.example/0",
        )
    ]


def test_anchors_of_any_length_and_kind_are_kept_as_far_as_they_go(conn: Connection) -> None:
    wild = ["手" * 1000, "half \ud83d", "nul \0 inside"]
    links = [link(number, anchor=anchor) for number, anchor in enumerate(wild)]
    assert len(add_links(conn, "phones", links, NOW)) == 3


def test_known_urls_are_those_ever_added(conn: Connection) -> None:
    many = [link(number) for number in range(1200)]
    add_links(conn, "phones", many, NOW)
    finish(conn, taken(conn, limit=1)[0].id, LinkState.FAILED)
    urls = [link(number).url for number in range(1201)]
    assert known_urls(conn, "phones", urls) == {known.url for known in many}


def test_the_oldest_link_of_a_bucket_comes_first_and_only_once(conn: Connection) -> None:
    added = add_links(conn, "phones", [link(number) for number in range(5)], NOW)
    assert ids(taken(conn, limit=2)) == list(added.values())[:2]
    assert ids(taken(conn)) == list(added.values())[2:]
    assert taken(conn) == []


def test_other_buckets_are_not_touched(conn: Connection) -> None:
    others = [link(1, site="b.example"), link(2, shape="/list"), link(3, level=4)]
    add_links(conn, "phones", others, NOW)
    assert taken(conn) == []


def test_a_link_put_back_waits_for_its_time(conn: Connection) -> None:
    add_links(conn, "phones", [link(1)], NOW)
    put_back(conn, taken(conn)[0].id, NOW + 60, attempts=2)
    assert taken(conn) == []
    assert [again.attempts for again in taken(conn, now=NOW + 60)] == [2]


def test_released_links_are_queued_as_before(conn: Connection) -> None:
    add_links(conn, "phones", [link(number) for number in range(3)], NOW)
    first, second, third = ids(taken(conn))
    finish(conn, third, LinkState.DONE)
    release(conn, [first, third])
    assert ids(taken(conn)) == [first], "what is done stays done"
    assert release_taken(conn, "phones") == 2
    assert ids(taken(conn)) == [first, second]


def test_nothing_of_another_topic_is_released(conn: Connection) -> None:
    add_links(conn, "phones", [link(1)], NOW)
    taken(conn)
    assert release_taken(conn, "laptops") == 0


def fetched(conn: Connection, number: int, next_visit_at: float) -> int:
    url = link(number).url
    link_id = add_links(conn, "phones", [link(number)], NOW)[url]
    save_page(conn, FetchedPage(link_id, "phones", url, "a.example", 200, NOW, next_visit_at))
    finish(conn, link_id, LinkState.DONE)
    return link_id


def test_pages_are_queued_again_when_their_time_has_come(conn: Connection) -> None:
    due = fetched(conn, 1, next_visit_at=NOW + 10)
    fetched(conn, 2, next_visit_at=NOW + 100)
    assert queue_again(conn, "phones", NOW + 10, only_due=True) == 1
    assert ids(taken(conn)) == [due]


def test_all_that_was_visited_is_queued_again_on_demand_and_no_trap(conn: Connection) -> None:
    fetched(conn, 1, next_visit_at=NOW + 100)
    finish(conn, fetched(conn, 2, next_visit_at=NOW + 100), LinkState.FAILED)
    finish(conn, fetched(conn, 3, next_visit_at=NOW + 100), LinkState.HELD)
    assert queue_again(conn, "phones", NOW, only_due=False) == 2
    assert counts(conn, "phones") == {
        ("product", LinkState.QUEUED): 2,
        ("product", LinkState.HELD): 1,
    }
