from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from store.runs import (
    LONGEST_DETAIL,
    LONGEST_URL,
    ErrorFilter,
    ErrorKindReport,
    ErrorSeen,
    KnownError,
    Run,
    RunCounts,
    crawled_topics,
    end_run,
    error_counts,
    error_kinds,
    last_runs,
    latest_errors,
    load_site_memories,
    load_site_memory,
    register_error,
    save_site_memory,
    start_run,
    update_run,
)
from tests.store.small_crawl import NOW, SITE, TOPIC, url

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_a_run_from_start_to_end(conn: Connection) -> None:
    run_id = start_run(conn, TOPIC, NOW)
    assert last_runs(conn)[0].outcome == "running"
    update_run(
        conn, run_id, RunCounts(pages=5, records=4, unchanged=3, errors=2, bytes=10**12), NOW + 1
    )
    end_run(conn, run_id, "stopped", NOW + 2, note="page budget")
    assert last_runs(conn) == [
        Run(
            *(run_id, TOPIC),
            started_at=NOW,
            seen_at=NOW + 2,
            ended_at=NOW + 2,
            outcome="stopped",
            pages=5,
            records=4,
            unchanged=3,
            errors=2,
            bytes=10**12,
            note="page budget",
        )
    ]


def test_a_run_that_nobody_saw_end_was_interrupted_at_its_last_sign_of_life(
    conn: Connection,
) -> None:
    first = start_run(conn, TOPIC, NOW)
    update_run(conn, first, RunCounts(pages=1), NOW + 5)
    second = start_run(conn, TOPIC, NOW + 60)
    running, interrupted = last_runs(conn)
    assert (running.id, running.outcome) == (second, "running")
    assert (interrupted.id, interrupted.outcome) == (first, "interrupted")
    assert (interrupted.ended_at, interrupted.pages) == (NOW + 5, 1)


def test_runs_that_ended_and_runs_of_other_topics_are_left_alone(conn: Connection) -> None:
    end_run(conn, start_run(conn, TOPIC, NOW), "finished", NOW)
    start_run(conn, "laptops", NOW)
    start_run(conn, TOPIC, NOW)
    assert [run.outcome for run in last_runs(conn)] == ["running", "running", "finished"]


def test_the_last_runs_of_one_topic(conn: Connection) -> None:
    start_run(conn, "laptops", NOW)
    ids = [start_run(conn, TOPIC, NOW) for _ in range(3)]
    assert [run.id for run in last_runs(conn, TOPIC, limit=2)] == [ids[2], ids[1]]


TIMEOUT = ErrorSeen(TOPIC, None, "timeout", url(1), SITE, "queued again", "after 30 s")


def test_an_error_that_comes_again_is_counted(conn: Connection) -> None:
    run_id = start_run(conn, TOPIC, NOW)
    register_error(conn, TIMEOUT, NOW)
    again = replace(TIMEOUT, run_id=run_id, action="given up", detail="after 60 s")
    register_error(conn, again, NOW + 9)
    (known,) = latest_errors(conn, ErrorFilter(TOPIC))
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
    register_error(conn, TIMEOUT, NOW)
    register_error(conn, replace(TIMEOUT, kind="dns"), NOW)
    register_error(conn, replace(TIMEOUT, url=url(2)), NOW)
    register_error(conn, replace(TIMEOUT, topic="laptops"), NOW)
    assert error_counts(conn, TOPIC) == {"dns": 1, "timeout": 2}
    assert error_counts(conn, "laptops") == {"timeout": 1}


def test_counts_are_how_often_not_how_many(conn: Connection) -> None:
    for _ in range(3):
        register_error(conn, TIMEOUT, NOW)
    assert error_counts(conn, TOPIC) == {"timeout": 3}


def test_the_latest_come_first_of_one_kind_and_up_to_a_limit(conn: Connection) -> None:
    for number in range(4):
        register_error(conn, replace(TIMEOUT, url=url(number)), NOW + number)
    register_error(conn, replace(TIMEOUT, kind="dns"), NOW + 9)
    urls = [error.url for error in latest_errors(conn, ErrorFilter(TOPIC, "timeout"), 2)]
    assert urls == [url(3), url(2)]
    assert latest_errors(conn, ErrorFilter(TOPIC))[0].kind == "dns"


def test_addresses_and_details_of_any_size_and_kind(conn: Connection) -> None:
    register_error(conn, replace(TIMEOUT, url="http://手机/" * 9999, detail="\ud800\0" * 9999), NOW)
    (known,) = latest_errors(conn, ErrorFilter(TOPIC))
    assert len(known.url.encode()) <= LONGEST_URL
    assert len(known.detail) <= LONGEST_DETAIL


# The register, asked for by topic, kind and site.


@pytest.fixture
def five_errors(conn: Connection) -> None:
    for at, (topic, kind, address) in enumerate(
        [
            ("phones", "timeout", "http://a.example/1"),
            ("phones", "timeout", "http://a.example/1"),
            ("phones", "timeout", "http://b.example/2"),
            ("phones", "gone", "http://a.example/3"),
            ("cameras", "gone", "http://c.example/4"),
        ]
    ):
        error = ErrorSeen(topic, None, kind, address, address.split("/")[2], "given up")
        register_error(conn, error, float(at))


def urls(conn: Connection, limit: int = 10, **wanted: str) -> list[str]:
    return [error.url[-1] for error in latest_errors(conn, ErrorFilter(**wanted), limit)]


@pytest.mark.usefixtures("five_errors")
def test_the_latest_first_and_no_more_than_asked_for(conn: Connection) -> None:
    assert urls(conn) == ["4", "3", "2", "1"]
    assert urls(conn, limit=2) == ["4", "3"]


@pytest.mark.usefixtures("five_errors")
def test_filters_go_together(conn: Connection) -> None:
    assert urls(conn, topic="phones") == ["3", "2", "1"]
    assert urls(conn, kind="gone") == ["4", "3"]
    assert urls(conn, site="a.example", kind="timeout") == ["1"]
    assert urls(conn, site="a.example", topic="cameras") == []


@pytest.mark.usefixtures("five_errors")
def test_kinds_the_most_frequent_first(conn: Connection) -> None:
    assert error_kinds(conn, ErrorFilter()) == [
        ErrorKindReport("timeout", addresses=2, times=3, last_at=2.0),
        ErrorKindReport("gone", addresses=2, times=2, last_at=4.0),
    ]
    assert error_kinds(conn, ErrorFilter(topic="cameras")) == [ErrorKindReport("gone", 1, 1, 4.0)]


def test_what_was_learned_last_is_remembered(conn: Connection) -> None:
    save_site_memory(conn, "phones", "a.example", '{"词": 1}', 1.0)
    save_site_memory(conn, "phones", "a.example", '{"词": 2}', 2.0)
    assert load_site_memory(conn, "phones", "a.example") == '{"词": 2}'


def test_sites_and_topics_are_apart(conn: Connection) -> None:
    save_site_memory(conn, "phones", "a.example", "a", 1.0)
    save_site_memory(conn, "phones", "b.example", "b", 1.0)
    save_site_memory(conn, "laptops", "a.example", "c", 1.0)
    assert load_site_memories(conn, "phones") == {"a.example": "a", "b.example": "b"}
    assert load_site_memory(conn, "laptops", "b.example") is None


def test_topics_that_were_crawled(conn: Connection) -> None:
    assert crawled_topics(conn) == []
    for topic in ("phones", "cameras", "phones"):
        start_run(conn, topic, NOW)
    assert crawled_topics(conn) == ["cameras", "phones"]
