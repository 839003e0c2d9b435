from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from store.frontier import (
    STYLE_SHEET,
    LinkState,
    NewLink,
    QueueBucket,
    QueuedLink,
    add_links,
    finish_link,
    is_queue_empty,
    known_urls,
    link_counts,
    put_link_back,
    queue_buckets,
    queue_links_again,
    queue_waits_until,
    redirected_from,
    release_links,
    release_taken_links,
    take_links,
)
from store.reports import site_reports
from store.style_sheets import StoredSheet, links_of_shape, queue_sheet_again, stored_sheet
from store.visits import FetchedPage, save_page
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, capture, fetch, new_link, url

if TYPE_CHECKING:
    from sqlalchemy import Connection


def link(number: int, **other: Any) -> NewLink:
    plain = NewLink(f"http://a.example/{number}", "a.example", "/#", "product", 3, depth=1)
    return plain._replace(**other)


def taken(conn: Connection, *, limit: int = 10, now: float = NOW) -> list[QueuedLink]:
    return take_links(conn, "phones", "a.example", "/#", 3, limit=limit, now=now)


def ids(links: list[QueuedLink]) -> list[int]:
    return [link.id for link in links]


def test_only_links_never_seen_are_added(conn: Connection) -> None:
    first = add_links(conn, "phones", [link(1), link(2)], NOW)
    second = add_links(conn, "phones", [link(2), link(3), link(3)], NOW)
    assert set(first) == {"http://a.example/1", "http://a.example/2"}
    assert set(second) == {"http://a.example/3"}


def test_adding_nothing_writes_nothing(conn: Connection) -> None:
    assert add_links(conn, "phones", [], NOW) == {}


def test_topics_have_queues_of_their_own(conn: Connection) -> None:
    add_links(conn, "phones", [link(1)], NOW)
    assert add_links(conn, "laptops", [link(1)], NOW)
    assert len(taken(conn)) == 1


def test_a_link_comes_out_as_it_went_in(conn: Connection) -> None:
    parent = add_links(conn, "phones", [link(0)], NOW)["http://a.example/0"]
    finish_link(conn, parent, LinkState.REDIRECT)
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
    finish_link(conn, taken(conn, limit=1)[0].id, LinkState.FAILED)
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
    put_link_back(conn, taken(conn)[0].id, NOW + 60, attempts=2)
    assert taken(conn) == []
    assert [again.attempts for again in taken(conn, now=NOW + 60)] == [2]


def test_released_links_are_queued_as_before(conn: Connection) -> None:
    add_links(conn, "phones", [link(number) for number in range(3)], NOW)
    first, second, third = ids(taken(conn))
    finish_link(conn, third, LinkState.DONE)
    release_links(conn, [first, third])
    assert ids(taken(conn)) == [first], "what is done stays done"
    assert release_taken_links(conn, "phones") == 2
    assert ids(taken(conn)) == [first, second]


def test_nothing_of_another_topic_is_released(conn: Connection) -> None:
    add_links(conn, "phones", [link(1)], NOW)
    taken(conn)
    assert release_taken_links(conn, "laptops") == 0


def fetched(conn: Connection, number: int, next_visit_at: float) -> int:
    url = link(number).url
    link_id = add_links(conn, "phones", [link(number)], NOW)[url]
    save_page(conn, FetchedPage(link_id, "phones", url, "a.example", 200, NOW, next_visit_at))
    finish_link(conn, link_id, LinkState.DONE)
    return link_id


def test_pages_are_queued_again_when_their_time_has_come(conn: Connection) -> None:
    due = fetched(conn, 1, next_visit_at=NOW + 10)
    fetched(conn, 2, next_visit_at=NOW + 100)
    assert queue_links_again(conn, "phones", NOW + 10, only_due=True) == 1
    assert ids(taken(conn)) == [due]


def test_all_that_was_visited_is_queued_again_on_demand_and_no_trap(conn: Connection) -> None:
    fetched(conn, 1, next_visit_at=NOW + 100)
    finish_link(conn, fetched(conn, 2, next_visit_at=NOW + 100), LinkState.FAILED)
    finish_link(conn, fetched(conn, 3, next_visit_at=NOW + 100), LinkState.HELD)
    assert queue_links_again(conn, "phones", NOW, only_due=False) == 2
    assert link_counts(conn, "phones") == {
        ("product", LinkState.QUEUED): 2,
        ("product", LinkState.HELD): 1,
    }


def test_buckets_count_queued_links_that_look_alike(conn: Connection) -> None:
    links = [
        new_link(1),
        new_link(2),
        new_link(3)._replace(level=4),
        new_link(4)._replace(shape="/list", group="list"),
        new_link(5)._replace(site="b.example"),
    ]
    add_links(conn, TOPIC, links, NOW)
    assert queue_buckets(conn, TOPIC) == [
        QueueBucket(SITE, "/#", 3, "product", 2),
        QueueBucket(SITE, "/#", 4, "product", 1),
        QueueBucket(SITE, "/list", 3, "list", 1),
        QueueBucket("b.example", "/#", 3, "product", 1),
    ]
    assert queue_buckets(conn, "laptops") == []


def test_a_link_that_must_wait_is_in_its_bucket_one_on_its_way_is_not(conn: Connection) -> None:
    put_link_back(conn, add_link(conn, 1), NOW + 60, attempts=1)
    finish_link(conn, add_link(conn, 2), LinkState.TAKEN)
    assert queue_buckets(conn, TOPIC) == [QueueBucket(SITE, "/#", 3, "product", 1)]


def test_the_first_time_a_waiting_link_may_go(conn: Connection) -> None:
    assert queue_waits_until(conn, TOPIC, NOW) is None
    add_link(conn, 1)
    assert queue_waits_until(conn, TOPIC, NOW) is None, "it need not wait"
    for number, not_before in enumerate((NOW + 90, NOW + 60, NOW - 5), start=2):
        put_link_back(conn, add_link(conn, number), not_before, attempts=1)
    assert queue_waits_until(conn, TOPIC, NOW) == NOW + 60
    assert queue_waits_until(conn, TOPIC, NOW + 60) == NOW + 90
    assert queue_waits_until(conn, "laptops", NOW) is None


def test_links_are_counted_by_group_and_state(conn: Connection) -> None:
    add_links(conn, TOPIC, [new_link(1), new_link(2), new_link(3)._replace(group="list")], NOW)
    take_links(conn, TOPIC, SITE, "/#", 3, limit=1, now=NOW)
    assert link_counts(conn, TOPIC) == {
        ("product", LinkState.TAKEN): 1,
        ("product", LinkState.QUEUED): 1,
        ("list", LinkState.QUEUED): 1,
    }
    assert link_counts(conn, "laptops") == {}


def test_a_crawl_is_finished_when_nothing_is_queued_or_on_its_way(conn: Connection) -> None:
    assert is_queue_empty(conn, TOPIC)
    link_id = add_link(conn)
    assert not is_queue_empty(conn, TOPIC)
    take_links(conn, TOPIC, SITE, "/#", 3, limit=1, now=NOW)
    assert not is_queue_empty(conn, TOPIC)
    finish_link(conn, link_id, LinkState.HELD)
    assert is_queue_empty(conn, TOPIC)


def chain(conn: Connection, length: int) -> int:
    """Links 1, 2, 3 ... of which each but the last redirects to the next; the last one's id."""
    link_id = add_link(conn, 1)
    for number in range(2, length + 1):
        finish_link(conn, link_id, LinkState.REDIRECT)
        following = new_link(number)._replace(found_on=link_id)
        link_id = add_links(conn, TOPIC, [following], NOW)[url(number)]
    return link_id


def test_the_addresses_that_redirected_the_nearest_first(conn: Connection) -> None:
    assert redirected_from(conn, chain(conn, 3), most=9) == []
    last = add_link(conn, 4)
    finish_link(conn, last, LinkState.REDIRECT)
    assert redirected_from(conn, last, most=9) == [url(4)]


def test_a_chain_is_followed_to_its_first_link_and_no_further_than_asked(conn: Connection) -> None:
    last = chain(conn, 4)
    finish_link(conn, last, LinkState.REDIRECT)
    assert redirected_from(conn, last, most=9) == [url(4), url(3), url(2), url(1)]
    assert redirected_from(conn, last, most=2) == [url(4), url(3)]


def test_a_page_that_merely_shows_the_link_redirects_nowhere(conn: Connection) -> None:
    parent = add_link(conn)
    finish_link(conn, parent, LinkState.DONE)
    assert redirected_from(conn, parent, most=9) == []
    assert redirected_from(conn, None, most=9) == []


STYLE = "http://www.a.example/css/site.css"
SHAPE = "(sheet)"


def add_sheet(conn: Connection) -> int:
    link = NewLink(STYLE, SITE, SHAPE, STYLE_SHEET, level=0, depth=2)
    return add_links(conn, TOPIC, [link], NOW)[STYLE]


def test_the_newest_body_of_a_sheet_is_found_by_its_address(conn: Connection) -> None:
    link_id = add_sheet(conn)
    assert stored_sheet(conn, TOPIC, STYLE) is None
    for offset in (0, 100):
        capture(conn, link_id, offset=offset)
    assert stored_sheet(conn, TOPIC, STYLE) == StoredSheet("1.warc.gz", 100, 100)
    assert stored_sheet(conn, "cameras", STYLE) is None


def test_a_page_is_no_sheet(conn: Connection) -> None:
    fetch(conn, 1)
    assert stored_sheet(conn, TOPIC, "http://www.a.example/1") is None


def test_sheets_are_counted_by_themselves_whatever_became_of_them(conn: Connection) -> None:
    fetch(conn, 1)
    link_id = add_sheet(conn)
    for state in LinkState:
        finish_link(conn, link_id, state)
        assert links_of_shape(conn, TOPIC, SITE, SHAPE) == 1
    assert links_of_shape(conn, TOPIC, "b.example", SHAPE) == 0
    assert sum(link_counts(conn, TOPIC).values()) == 1
    assert [report.states.total() for report in site_reports(conn, TOPIC)] == [1]


def test_a_sheet_is_asked_for_again_where_it_was_fetched_long_ago(conn: Connection) -> None:
    link_id = add_sheet(conn)
    assert not queue_sheet_again(conn, TOPIC, STYLE, before=NOW + 1)  # it waits already
    capture(conn, link_id)
    finish_link(conn, link_id, LinkState.DONE)
    assert not queue_sheet_again(conn, TOPIC, STYLE, before=NOW - 1)
    assert queue_sheet_again(conn, TOPIC, STYLE, before=NOW + 1)
    assert not queue_sheet_again(conn, TOPIC, STYLE, before=NOW + 1)


def test_pages_are_visited_again_without_the_sheets(conn: Connection) -> None:
    fetch(conn, 1)
    finish_link(conn, add_sheet(conn), LinkState.DONE)
    assert queue_links_again(conn, TOPIC, NOW, only_due=False) == 1


def test_neither_walks_through_the_links(conn: Connection) -> None:
    if conn.dialect.name != "sqlite":
        return
    kept: list[tuple[str, Any]] = []

    def keep(*call: Any) -> None:
        kept.append((call[2], call[3]))

    event.listen(conn, "before_cursor_execute", keep)
    stored_sheet(conn, TOPIC, STYLE)
    links_of_shape(conn, TOPIC, SITE, SHAPE)
    queue_sheet_again(conn, TOPIC, STYLE, NOW)
    event.remove(conn, "before_cursor_execute", keep)
    for statement, parameters in kept:
        steps = conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        assert not [step for step in steps if step.detail.startswith("SCAN")]
