from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import select

from index.ledger.fetched import KnownPage, known_page, known_pages, save_page
from index.ledger.tables import pages
from tests.index.ledger.small_crawl import NOW, add_link, capture, fetch, visit

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_a_page_never_fetched_is_not_known(conn: Connection) -> None:
    assert known_page(conn, add_link(conn)) is None


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
    assert known_page(conn, link_id) == KnownPage(
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
    before = known_page(conn, link_id)
    assert before
    save_page(conn, replace(visit(link_id, NOW + 50), etag='"2"'))
    assert known_page(conn, link_id) == before._replace(
        etag='"2"', visits=2, fetched_at=NOW + 50, next_visit_at=NOW + 150
    )
    row = conn.execute(select(pages).where(pages.c.link_id == link_id)).one()
    assert (row.status, row.content_type, row.first_fetched_at) == (304, "text/html", NOW)


def test_the_same_body_again_is_no_change(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    save_page(conn, replace(visit(link_id, NOW + 50), digest="sha1:A"))
    known = known_page(conn, link_id)
    assert known
    assert (known.visits, known.changes, known.changed_at) == (2, 0, NOW)


def test_another_body_is_a_change_and_brings_its_own_facts(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    save_page(conn, replace(visit(link_id, NOW + 50), digest="sha1:B", title="小米 14"))
    known = known_page(conn, link_id)
    assert known
    assert (known.visits, known.changes, known.changed_at) == (2, 1, NOW + 50)
    assert (known.etag, known.last_modified) == (None, None), "the new body came without them"


def test_the_first_body_is_no_change_but_counts_from_when_it_came(conn: Connection) -> None:
    link_id = add_link(conn)
    save_page(conn, visit(link_id))
    save_page(conn, replace(visit(link_id, NOW + 50), digest="sha1:A"))
    known = known_page(conn, link_id)
    assert known
    assert (known.digest, known.changes, known.changed_at) == ("sha1:A", 0, NOW + 50)


def test_many_pages_are_asked_for_at_once(conn: Connection) -> None:
    first, second = fetch(conn, 1), fetch(conn, 2)
    never = add_link(conn, 3)
    assert set(known_pages(conn, [first, never, second, *range(10**6, 10**6 + 600)])) == {
        first,
        second,
    }


def test_headers_and_titles_may_hold_anything(conn: Connection) -> None:
    link_id = add_link(conn)
    save_page(conn, replace(visit(link_id), etag="\ud800", title="\0", digest="sha1:A"))
    known = known_page(conn, link_id)
    assert known
    assert known.etag == "\ufffd"
