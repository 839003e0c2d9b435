from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.runs import Run, RunCounts, end_run, heartbeat, last_runs, start_run
from tests.index.ledger.small_crawl import NOW, TOPIC

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_a_run_from_start_to_end(conn: Connection) -> None:
    run_id = start_run(conn, TOPIC, NOW)
    assert last_runs(conn)[0].outcome == "running"
    heartbeat(
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
    heartbeat(conn, first, RunCounts(pages=1), NOW + 5)
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
