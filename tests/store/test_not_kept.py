"""Pages that are not kept, by topic, kind and site; copies, and copies of copies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.records import NotKept, ReadRecord, ReadValue
from store.ledger import Ledger, ledger_url
from store.not_kept import (
    end_copies,
    kinds_not_kept,
    original_has_record,
    pages_not_kept,
    visit_copies,
)
from store.records import save_records
from store.runs import ErrorFilter
from store.visits import page_state, save_page
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, url, visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

RECORD = ReadRecord("rule", "r", 1, (ReadValue("品牌", "品牌", "小米"),))
REASON = NotKept("copy", "a copy")


@pytest.fixture
def conn(tmp_path: Path) -> Iterator[Connection]:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        yield conn


def read(conn: Connection, number: int, copy_of: int | None = None, *, kept: bool = True) -> int:
    """A page that was read, perhaps a copy of another."""
    link = add_link(conn, number)
    page = replace(visit(link), url=url(number), digest="x", etag='"1"')
    copied = url(copy_of) if copy_of else None
    outcome, kind, why = ("ok", None, None) if kept else ("copy", *REASON)
    state = replace(page, outcome=outcome, copy_of=copied, not_kept=kind, reason=why)
    save_page(conn, state)
    if kept:
        save_records(conn, link, [RECORD], None, NOW)
    return link


def test_pages_are_listed_by_topic_kind_and_site(conn: Connection) -> None:
    read(conn, 1)
    read(conn, 2, copy_of=1, kept=False)
    ((kind, pages, _),) = kinds_not_kept(conn, ErrorFilter())
    assert (kind, pages) == ("copy", 1)
    (page,) = pages_not_kept(conn, ErrorFilter(TOPIC, "copy", SITE), 10)
    assert (page.url, page.reason) == (url(2), "a copy")
    for other in (ErrorFilter("other"), ErrorFilter(kind="off-topic"), ErrorFilter(site="b")):
        assert pages_not_kept(conn, other, 10) == []


def test_an_original_that_is_a_copy_itself_is_followed(conn: Connection) -> None:
    read(conn, 1)
    read(conn, 2, copy_of=1, kept=False)
    assert original_has_record(conn, TOPIC, url(1), asked=url(3))
    assert original_has_record(conn, TOPIC, url(2), asked=url(3))
    assert not original_has_record(conn, TOPIC, url(2), asked=url(1)), "not back to itself"
    assert not original_has_record(conn, TOPIC, url(9), asked=url(3))
    assert not original_has_record(conn, "other", url(1), asked=url(3))


def test_copies_end_with_their_original_s_record_and_are_fetched_again_without(
    conn: Connection,
) -> None:
    copy, other = read(conn, 2, copy_of=1), read(conn, 3, copy_of=4)
    end_copies(conn, TOPIC, url(1), REASON, NOW + 5)
    after, untouched = page_state(conn, copy), page_state(conn, other)
    assert after
    assert untouched
    assert (after.outcome, untouched.outcome) == ("copy", "ok")
    visit_copies(conn, TOPIC, url(1), NOW + 9)
    again = page_state(conn, copy)
    assert again
    assert (again.etag, again.next_visit_at) == (None, NOW + 9)
    assert page_state(conn, other) == untouched
