from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.ledger.errors import (
    LONGEST_DETAIL,
    LONGEST_URL,
    ErrorSeen,
    KnownError,
    error_counts,
    errors_of,
    register,
)
from index.ledger.runs import start_run
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, url

if TYPE_CHECKING:
    from sqlalchemy import Connection

TIMEOUT = ErrorSeen(TOPIC, None, "timeout", url(1), SITE, "queued again", "after 30 s")


def test_an_error_that_comes_again_is_counted(conn: Connection) -> None:
    run_id = start_run(conn, TOPIC, NOW)
    register(conn, TIMEOUT, NOW)
    again = replace(TIMEOUT, run_id=run_id, action="given up", detail="after 60 s")
    register(conn, again, NOW + 9)
    (known,) = errors_of(conn, TOPIC)
    assert known == KnownError(
        known.id,
        *(TOPIC, run_id, "timeout", url(1), SITE),
        times=2,
        first_at=NOW,
        last_at=NOW + 9,
        action="given up",
        detail="after 60 s",
    )


def test_errors_differ_by_kind_address_and_topic(conn: Connection) -> None:
    register(conn, TIMEOUT, NOW)
    register(conn, replace(TIMEOUT, kind="dns"), NOW)
    register(conn, replace(TIMEOUT, url=url(2)), NOW)
    register(conn, replace(TIMEOUT, topic="laptops"), NOW)
    assert error_counts(conn, TOPIC) == {"dns": 1, "timeout": 2}
    assert error_counts(conn, "laptops") == {"timeout": 1}


def test_counts_are_how_often_not_how_many(conn: Connection) -> None:
    for _ in range(3):
        register(conn, TIMEOUT, NOW)
    assert error_counts(conn, TOPIC) == {"timeout": 3}


def test_the_latest_come_first_of_one_kind_and_up_to_a_limit(conn: Connection) -> None:
    for number in range(4):
        register(conn, replace(TIMEOUT, url=url(number)), NOW + number)
    register(conn, replace(TIMEOUT, kind="dns"), NOW + 9)
    urls = [error.url for error in errors_of(conn, TOPIC, "timeout", limit=2)]
    assert urls == [url(3), url(2)]
    assert errors_of(conn, TOPIC)[0].kind == "dns"


def test_addresses_and_details_of_any_size_and_kind(conn: Connection) -> None:
    register(conn, replace(TIMEOUT, url="http://手机/" * 9999, detail="\ud800\0" * 9999), NOW)
    (known,) = errors_of(conn, TOPIC)
    assert len(known.url.encode()) <= LONGEST_URL
    assert len(known.detail) <= LONGEST_DETAIL
