from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from store.documents import (
    ARTICLE,
    POST,
    NewDocument,
    SourceCount,
    current_documents,
    last_document_change,
    save_documents,
    source_counts,
)
from store.ledger import Ledger
from store.records import RecordChanges
from store.schema import documents
from store.visits import captures_beyond, drop_captures
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, capture, fetch, url

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row


REVIEW = NewDocument(TOPIC, "Pocket News", ARTICLE, "屏幕很亮。", url(1), "评测", "小王", NOW - 60)
FIRST = NewDocument(TOPIC, "Pocket Forum", POST, "续航如何？", url(2), "讨论", "甲", thread=url(2))
SECOND = replace(FIRST, text="能用两天。", author="乙", number=2, quotes=("续航如何？",), worth=0.9)


def rows(conn: Connection) -> list[Row[Any]]:
    return list(conn.execute(select(documents).order_by(documents.c.id)))


def texts(conn: Connection) -> list[str]:
    return [document.text for document in current_documents(conn, TOPIC)]


def test_a_document_comes_back_with_its_page_and_its_site(conn: Connection) -> None:
    link_id = add_link(conn)
    capture_id = capture(conn, link_id)
    assert save_documents(conn, link_id, [REVIEW], capture_id, NOW) == RecordChanges(new=1)
    (document,) = current_documents(conn, TOPIC)
    assert (document.site, document.page_url, document.capture_id) == (SITE, url(1), capture_id)
    assert (document.title, document.author, document.text) == ("评测", "小王", "屏幕很亮。")
    assert (document.published_at, document.worth, document.quotes) == (NOW - 60, 1.0, ())
    assert (document.first_seen_at, document.last_changed_at) == (NOW, NOW)


def test_posts_of_a_page_keep_their_order_and_their_quotes(conn: Connection) -> None:
    save_documents(conn, add_link(conn, 2), [FIRST, SECOND], None, NOW)
    posts = list(current_documents(conn, TOPIC, POST))
    assert [(post.ordinal, post.number, post.quotes) for post in posts] == [
        (0, None, ()),
        (1, 2, ("续航如何？",)),
    ]
    assert not list(current_documents(conn, TOPIC, ARTICLE))
    assert not list(current_documents(conn, "cameras"))


def test_a_page_that_is_read_again_adds_nothing(conn: Connection) -> None:
    link_id = add_link(conn, 2)
    save_documents(conn, link_id, [FIRST, SECOND], None, NOW)
    before = rows(conn)
    again = save_documents(conn, link_id, [FIRST, SECOND], None, NOW + 9)
    assert again == RecordChanges(unchanged=2)
    assert rows(conn) == before


def test_a_thread_grows_and_a_post_is_edited(conn: Connection) -> None:
    link_id = add_link(conn, 2)
    save_documents(conn, link_id, [FIRST], None, NOW)
    edited = replace(FIRST, text="续航到底如何？")
    changes = save_documents(conn, link_id, [edited, SECOND], None, NOW + 9)
    assert changes == RecordChanges(new=1, changed=1)
    first, second = rows(conn)
    assert (first.text, first.first_seen_at, first.last_changed_at) == (edited.text, NOW, NOW + 9)
    assert second.first_seen_at == NOW + 9
    assert last_document_change(conn, TOPIC) == NOW + 9


def test_what_the_page_shows_no_more_is_gone_until_it_comes_back(conn: Connection) -> None:
    link_id = add_link(conn, 2)
    save_documents(conn, link_id, [FIRST, SECOND], None, NOW)
    assert save_documents(conn, link_id, [FIRST], None, NOW + 1) == RecordChanges(
        unchanged=1, gone=1
    )
    assert texts(conn) == [FIRST.text]
    assert save_documents(conn, link_id, [FIRST], None, NOW + 2) == RecordChanges(unchanged=1)
    assert save_documents(conn, link_id, [FIRST, SECOND], None, NOW + 3).changed == 1
    assert texts(conn) == [FIRST.text, SECOND.text]


def test_the_clock_set_back_never_puts_a_change_before_the_last(conn: Connection) -> None:
    link_id = add_link(conn, 2)
    save_documents(conn, link_id, [FIRST], None, NOW)
    save_documents(conn, link_id, [], None, NOW - 100)
    assert rows(conn)[0].gone_at == NOW


def test_a_date_stays_as_first_read(conn: Connection) -> None:
    """A page says "3 hours ago" today and "yesterday" tomorrow."""
    link_id = add_link(conn)
    first, second = capture(conn, link_id), capture(conn, link_id, offset=100)
    save_documents(conn, link_id, [REVIEW], first, NOW)
    later = replace(REVIEW, published_at=NOW - 86_400, text="改过的正文。")
    save_documents(conn, link_id, [later], second, NOW + 9)
    assert rows(conn)[0].published_at == REVIEW.published_at
    save_documents(conn, link_id, [replace(later, published_at=NOW - 30)], second, NOW + 10)
    assert rows(conn)[0].published_at == NOW - 30, "the same bytes were read better"


def test_a_date_that_was_not_found_may_be_found_later(conn: Connection) -> None:
    link_id = add_link(conn)
    save_documents(conn, link_id, [replace(REVIEW, published_at=None)], None, NOW)
    save_documents(conn, link_id, [REVIEW], capture(conn, link_id), NOW + 9)
    assert rows(conn)[0].published_at == REVIEW.published_at


def test_a_document_outlives_the_bytes_it_was_read_off(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    save_documents(conn, link_id, [REVIEW], capture(conn, link_id, "2.warc.gz"), NOW)
    drop_captures(conn, captures_beyond(conn, "2.warc.gz", 0))
    (document,) = current_documents(conn, TOPIC)
    assert (document.text, document.capture_id) == (REVIEW.text, None)


def test_documents_are_counted_by_source(conn: Connection) -> None:
    save_documents(conn, add_link(conn, 1), [REVIEW], None, NOW)
    save_documents(conn, add_link(conn, 2), [FIRST, SECOND], None, NOW + 5)
    save_documents(conn, add_link(conn, 3), [FIRST], None, NOW + 6)
    save_documents(conn, add_link(conn, 4), [FIRST], None, NOW + 7)
    assert source_counts(conn, TOPIC) == [
        SourceCount("Pocket Forum", 0, 4, NOW + 7),
        SourceCount("Pocket News", 1, 0, NOW),
    ]
    assert not source_counts(conn, "cameras")


wild_text = st.text(st.characters(codec=None), max_size=20)


@settings(max_examples=30)
@given(st.lists(st.tuples(wild_text, wild_text, st.lists(wild_text, max_size=2)), max_size=3))
def test_any_text_is_stored_and_read_again_as_unchanged(
    wild: list[tuple[str, str, list[str]]],
) -> None:
    """Lone surrogates and NUL included."""
    read = [
        NewDocument(TOPIC, title, POST, text, url(1), title, text, quotes=tuple(quotes))
        for title, text, quotes in wild
    ]
    with Ledger.open("sqlite://") as ledger, ledger.transaction() as conn:
        link_id = add_link(conn)
        save_documents(conn, link_id, read, None, NOW)
        assert save_documents(conn, link_id, read, None, NOW) == RecordChanges(unchanged=len(read))
