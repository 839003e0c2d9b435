from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from core.records import ReadRecord, ReadValue
from store.frontier import LinkState, link_counts, take_links
from store.records import save_records
from store.runs import start_run
from store.schema import captures, pages, record_values
from store.stored_pages import StoredBody, newest_captures
from store.visits import (
    DAY,
    FIRST_WAIT,
    HOUR,
    NewCapture,
    PageState,
    add_capture,
    captures_beyond,
    committed_ends,
    drop_captures,
    next_visit,
    page_state,
    page_states,
    save_page,
)
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, capture, fetch, url, visit

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_a_page_never_fetched_is_not_known(conn: Connection) -> None:
    assert page_state(conn, add_link(conn)) is None


def test_the_first_visit(conn: Connection) -> None:
    link_id = add_link(conn)
    capture_id = capture(conn, link_id)
    page = replace(
        visit(link_id),
        status=200,
        etag='"1"',
        last_modified="yesterday",
        digest="sha1:A",
        relevance=0.5,
        outcome="ok",
        capture_id=capture_id,
    )
    save_page(conn, page)
    assert page_state(conn, link_id) == PageState(
        etag='"1"',
        last_modified="yesterday",
        digest="sha1:A",
        capture_id=capture_id,
        relevance=0.5,
        outcome="ok",
        visits=1,
        changes=0,
        fetched_at=NOW,
        changed_at=NOW,
        next_visit_at=NOW + 100,
    )


def test_an_answer_without_a_body_leaves_what_is_known_of_the_body(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    before = page_state(conn, link_id)
    assert before
    save_page(conn, replace(visit(link_id, NOW + 50), etag='"2"'))
    assert page_state(conn, link_id) == before._replace(
        etag='"2"', visits=2, fetched_at=NOW + 50, next_visit_at=NOW + 150
    )
    row = conn.execute(select(pages).where(pages.c.link_id == link_id)).one()
    assert (row.status, row.content_type, row.first_fetched_at) == (304, "text/html", NOW)


def test_the_same_body_again_is_no_change(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    save_page(conn, replace(visit(link_id, NOW + 50), digest="sha1:A"))
    known = page_state(conn, link_id)
    assert known
    assert (known.visits, known.changes, known.changed_at) == (2, 0, NOW)


def test_another_body_is_a_change_and_brings_its_own_facts(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    save_page(conn, replace(visit(link_id, NOW + 50), digest="sha1:B", title="小米 14"))
    known = page_state(conn, link_id)
    assert known
    assert (known.visits, known.changes, known.changed_at) == (2, 1, NOW + 50)
    assert (known.etag, known.last_modified) == (None, None), "the new body came without them"


def test_the_first_body_is_no_change_but_counts_from_when_it_came(conn: Connection) -> None:
    link_id = add_link(conn)
    save_page(conn, visit(link_id))
    save_page(conn, replace(visit(link_id, NOW + 50), digest="sha1:A"))
    known = page_state(conn, link_id)
    assert known
    assert (known.digest, known.changes, known.changed_at) == ("sha1:A", 0, NOW + 50)


def test_many_pages_are_asked_for_at_once(conn: Connection) -> None:
    first, second = fetch(conn, 1), fetch(conn, 2)
    never = add_link(conn, 3)
    assert set(page_states(conn, [first, never, second, *range(10**6, 10**6 + 600)])) == {
        first,
        second,
    }


def test_headers_and_titles_may_hold_anything(conn: Connection) -> None:
    link_id = add_link(conn)
    save_page(conn, replace(visit(link_id), etag="\ud800", title="\0", digest="sha1:A"))
    known = page_state(conn, link_id)
    assert known
    assert known.etag == "\ufffd"


SHORTEST, LONGEST = HOUR, 60 * DAY


def known(fetched_at: float, next_visit_at: float) -> PageState:
    return PageState(
        *(None, None, "sha1:A", 1, None, None),
        visits=2,
        changes=0,
        fetched_at=fetched_at,
        changed_at=fetched_at,
        next_visit_at=next_visit_at,
    )


def wait(passed: float, planned: float, *, changed: bool) -> float:
    page = known(NOW - passed, NOW - passed + planned)
    return next_visit(NOW, page, changed=changed, shortest=SHORTEST, longest=LONGEST) - NOW


def test_a_page_seen_for_the_first_time_is_looked_at_tomorrow() -> None:
    assert (
        next_visit(NOW, None, changed=True, shortest=SHORTEST, longest=LONGEST) == NOW + FIRST_WAIT
    )


def test_the_first_wait_keeps_the_bounds_too() -> None:
    assert next_visit(NOW, None, changed=True, shortest=2 * DAY, longest=LONGEST) == NOW + 2 * DAY
    assert next_visit(NOW, None, changed=True, shortest=0, longest=HOUR) == NOW + HOUR


@pytest.mark.parametrize(
    ("passed", "planned", "changed", "expected"),
    [
        pytest.param(2 * DAY, 2 * DAY, True, DAY, id="changed"),
        pytest.param(8 * DAY, 2 * DAY, True, DAY, id="changed, seen late"),
        pytest.param(DAY, 2 * DAY, True, DAY / 2, id="changed, seen early"),
        pytest.param(2 * DAY, 2 * DAY, False, 3 * DAY, id="as it was"),
        pytest.param(8 * DAY, 2 * DAY, False, 12 * DAY, id="as it was, seen late"),
        pytest.param(HOUR, 2 * DAY, False, 2 * DAY, id="as it was, seen early"),
        pytest.param(HOUR, HOUR, True, SHORTEST, id="never too soon"),
        pytest.param(50 * DAY, 50 * DAY, False, LONGEST, id="never too late"),
    ],
)
def test_the_wait(*, passed: float, planned: float, changed: bool, expected: float) -> None:
    assert wait(passed, planned, changed=changed) == pytest.approx(expected)


spans = st.floats(-DAY, 1000 * DAY)


@given(spans, spans)
def test_whatever_the_clock_says_the_bounds_hold_and_change_shortens(
    passed: float, planned: float
) -> None:
    changed, same = wait(passed, planned, changed=True), wait(passed, planned, changed=False)
    assert SHORTEST - 1 <= changed <= same <= LONGEST + 1


def test_a_capture_is_kept_as_told(conn: Connection) -> None:
    run_id = start_run(conn, TOPIC, NOW)
    told = NewCapture(add_link(conn), run_id, "revisit", NOW, 304, "1.warc.gz", 2**40, 9, None)
    capture_id = add_capture(conn, told)
    row = conn.execute(select(captures)).one()
    assert row == (
        capture_id,
        told.link_id,
        run_id,
        "revisit",
        NOW,
        304,
        "1.warc.gz",
        2**40,
        9,
        None,
    )


def test_where_the_committed_part_of_each_file_ends(conn: Connection) -> None:
    assert committed_ends(conn) == {}
    link_id = add_link(conn)
    for file, offset in (("1.warc.gz", 100), ("1.warc.gz", 0), ("2.warc.gz", 300)):
        capture(conn, link_id, file, offset)
    assert committed_ends(conn) == {"1.warc.gz": 200, "2.warc.gz": 400}


def test_the_newest_body_of_every_page_in_the_order_of_the_archive(conn: Connection) -> None:
    second, first = fetch(conn, 1, offset=100), fetch(conn, 2, offset=0)
    add_link(conn, 3)
    newer = capture(conn, second, "2.warc.gz")
    save_page(conn, replace(visit(second), digest="sha1:B", capture_id=newer))
    stored = list(newest_captures(conn, TOPIC))
    assert [body.link_id for body in stored] == [first, second]
    assert stored[1] == StoredBody(second, url(1), None, newer, "2.warc.gz", 0, 100)
    assert list(newest_captures(conn, TOPIC, SITE)) == stored
    assert list(newest_captures(conn, TOPIC, "b.example")) == []
    assert list(newest_captures(conn, "laptops")) == []


def test_captures_whose_bytes_are_lost_are_dropped_and_fetched_again(conn: Connection) -> None:
    safe, cut, missing = fetch(conn, 1), fetch(conn, 2, offset=100), fetch(conn, 3, "2.warc.gz")
    lost = captures_beyond(conn, "1.warc.gz", 199) + captures_beyond(conn, "2.warc.gz", 0)
    assert drop_captures(conn, lost) == 2
    assert committed_ends(conn) == {"1.warc.gz": 100}
    assert [body.link_id for body in newest_captures(conn, TOPIC)] == [safe]
    queued = take_links(conn, TOPIC, SITE, "/#", 3, limit=9, now=NOW)
    assert [link.id for link in queued] == [cut, missing]


def test_a_page_whose_body_is_lost_is_asked_for_whole(conn: Connection) -> None:
    lost = fetch(conn, 1)
    drop_captures(conn, captures_beyond(conn, "1.warc.gz", 50))
    known = page_state(conn, lost)
    assert known
    assert (known.etag, known.last_modified, known.digest, known.capture_id) == (None,) * 4


def test_values_read_off_a_lost_body_stay(conn: Connection) -> None:
    lost = fetch(conn, 1)
    record = ReadRecord("rule", "a/1", 1, (ReadValue("price", "价格", "1999"),))
    save_records(conn, lost, [record], capture(conn, lost, "2.warc.gz"), NOW)
    drop_captures(conn, captures_beyond(conn, "2.warc.gz", 0))
    value = conn.execute(select(record_values)).one()
    assert (value.raw, value.capture_id) == ("1999", None)


def test_an_earlier_body_stands_in_for_a_lost_one(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    newer = capture(conn, link_id, "2.warc.gz")
    save_page(conn, replace(visit(link_id), digest="sha1:B", capture_id=newer))
    drop_captures(conn, captures_beyond(conn, "2.warc.gz", 0))
    [body] = newest_captures(conn, TOPIC)
    assert body.file == "1.warc.gz"
    known = page_state(conn, link_id)
    assert known
    assert known.digest is None, "the next visit is whole"


def test_files_that_are_whole_lose_nothing(conn: Connection) -> None:
    fetch(conn, 1)
    fetch(conn, 2, "elsewhere.warc.gz")
    assert captures_beyond(conn, "1.warc.gz", 100) == []
    assert drop_captures(conn, []) == 0
    assert link_counts(conn, TOPIC) == {("product", LinkState.DONE): 2}
