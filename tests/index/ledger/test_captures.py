from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import select

from core.records import ReadRecord, ReadValue
from index.ledger.captures import (
    NewCapture,
    add_capture,
    committed_ends,
    drop_captures_beyond,
)
from index.ledger.fetched import known_page, save_page
from index.ledger.frontier import LinkState, take
from index.ledger.frontier_counts import counts
from index.ledger.records import save_records
from index.ledger.runs import start_run
from index.ledger.stored_pages import StoredBody, newest_captures
from index.ledger.tables import captures, record_values
from tests.index.ledger.small_crawl import (
    NOW,
    SITE,
    TOPIC,
    add_link,
    capture,
    fetch,
    url,
    visit,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection


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
    assert drop_captures_beyond(conn, {"1.warc.gz": 199, "2.warc.gz": 0}) == 2
    assert committed_ends(conn) == {"1.warc.gz": 100}
    assert [body.link_id for body in newest_captures(conn, TOPIC)] == [safe]
    queued = take(conn, TOPIC, SITE, "/#", 3, limit=9, now=NOW)
    assert [link.id for link in queued] == [cut, missing]


def test_a_page_whose_body_is_lost_is_asked_for_whole(conn: Connection) -> None:
    lost = fetch(conn, 1)
    drop_captures_beyond(conn, {"1.warc.gz": 50})
    known = known_page(conn, lost)
    assert known
    assert (known.etag, known.last_modified, known.digest, known.capture_id) == (None,) * 4


def test_values_read_off_a_lost_body_stay(conn: Connection) -> None:
    lost = fetch(conn, 1)
    record = ReadRecord("rule", "a/1", 1, (ReadValue("price", "价格", "1999"),))
    save_records(conn, lost, [record], capture(conn, lost, "2.warc.gz"), NOW)
    drop_captures_beyond(conn, {"2.warc.gz": 0})
    value = conn.execute(select(record_values)).one()
    assert (value.raw, value.capture_id) == ("1999", None)


def test_files_that_are_whole_or_not_named_lose_nothing(conn: Connection) -> None:
    fetch(conn, 1)
    fetch(conn, 2, "elsewhere.warc.gz")
    assert drop_captures_beyond(conn, {"1.warc.gz": 100}) == 0
    assert counts(conn, TOPIC) == {("product", LinkState.DONE): 2}
