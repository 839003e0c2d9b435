"""Several crawlers write to one ledger on PostgreSQL: races, leases, fences, lost connections."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, make_url, select, update

from core.errors import SpecSeekError
from store.database import LedgerError
from store.frontier import (
    LinkLostError,
    LinkState,
    NewLink,
    add_links,
    finish_link,
    link_counts,
    put_link_back,
    take_links,
)
from store.ledger import Ledger, refuse_during_writing_job, writing_lock
from store.runs import last_runs
from store.schema import links, runs, schema_version, site_leases
from store.shared_frontier import (
    SharedLedgerFrontier,
    begin_run,
    end_dead_runs,
    keep_alive,
    running_crawlers,
)
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from evaluation.servers.postgres import PostgresServer

pytestmark = pytest.mark.slow

NOW = 1_700_000_000.0
TOPIC = "phones"


@pytest.fixture
def ledger(postgres_url: str) -> Iterator[Ledger]:
    with Ledger.open(postgres_url) as opened:
        yield opened


def link(number: int, site: str = "a.example") -> NewLink:
    return NewLink(f"http://www.{site}/{number}", site, "/#", "product", level=3, depth=1)


def add(conn: Connection, *numbers: int, site: str = "a.example") -> dict[str, int]:
    return add_links(conn, TOPIC, [link(number, site) for number in numbers], NOW)


def taken(conn: Connection, run_id: int | None = None, limit: int = 20) -> list[int]:
    found = take_links(*(conn, TOPIC, "a.example", "/#", 3), limit=limit, now=NOW, run_id=run_id)
    return [one.id for one in found]


# The races.


def test_two_processes_open_a_new_ledger_at_the_same_time(postgres_url: str) -> None:
    gate = threading.Barrier(4)

    def opening() -> None:
        gate.wait()
        Ledger.open(postgres_url).close()

    with ThreadPoolExecutor(4) as threads:
        for one in [threads.submit(opening) for _ in range(4)]:
            one.result(PATIENCE)
    with Ledger.open(postgres_url) as ledger, ledger.reading() as conn:
        assert conn.scalar(select(func.count()).select_from(schema_version)) == 1


def test_two_crawlers_take_different_links_and_do_not_wait(ledger: Ledger) -> None:
    with ledger.transaction() as conn:
        add(conn, *range(100))
    with ledger.transaction() as one, ledger.transaction() as other:
        first, second = taken(one), taken(other)
    assert len(first) == len(second) == 20
    assert not set(first) & set(second)


def test_links_that_another_writer_added_are_not_taken_for_ours(ledger: Ledger) -> None:
    with ledger.transaction() as one:
        assert len(add(one, 1)) == 1
        with ledger.transaction() as other:
            assert len(add(other, 2, 3)) == 2
        added = add(one, 3, 4)
    assert list(added) == [link(4).url]


def test_a_reading_sees_one_moment(ledger: Ledger) -> None:
    count = select(func.count()).select_from(links)
    with ledger.reading() as reader:
        before = reader.scalar(count)
        with ledger.transaction() as writer:
            add(writer, 1)
        assert reader.scalar(count) == before
    with pytest.raises(LedgerError, match="read-only"), ledger.reading() as reader:
        add(reader, 2)


def test_a_crawl_that_begins_leaves_those_that_run_alone(ledger: Ledger) -> None:
    with ledger.transaction() as conn:
        add(conn, *range(5))
        first, _ = begin_run(conn, TOPIC, NOW, "host-1:/data")
        taken(conn, first, limit=3)
    with ledger.transaction() as conn:
        _, on_their_way = begin_run(conn, TOPIC, NOW, "host-2:/data")
        assert on_their_way == 0
        assert link_counts(conn, TOPIC)["product", LinkState.TAKEN] == 3
        assert [run.outcome for run in last_runs(conn)] == ["running", "running"]
        assert running_crawlers(conn, TOPIC) == ["host-1:/data", "host-2:/data"]


def test_writers_that_deadlock_are_run_again(ledger: Ledger) -> None:
    """In the middle of a transaction, each wants the link that the other has added."""
    gate = threading.Barrier(2)
    tries: list[str] = []

    def adding(*numbers: int) -> None:
        def work(conn: Connection) -> None:
            tries.append("")
            add(conn, numbers[0])
            if len(tries) <= 2:
                gate.wait(PATIENCE)
            add(conn, numbers[1])

        ledger.write(work)

    with ThreadPoolExecutor(2) as threads:
        for one in [threads.submit(adding, 1, 2), threads.submit(adding, 2, 1)]:
            one.result(PATIENCE)
    assert len(tries) > 2  # else there was no deadlock
    with ledger.reading() as conn:
        assert conn.scalar(select(func.count()).select_from(links)) == 2


# Leases: a dead crawler's sites and links are taken over, a running one's never.


class Crawler:
    """One of several, with the sites it holds."""

    def __init__(self, ledger: Ledger, name: str) -> None:
        self.ledger = ledger
        with ledger.transaction() as conn:
            self.run, self.found = begin_run(conn, TOPIC, NOW, name)
        self.frontier = SharedLedgerFrontier(TOPIC, self.run)
        self.sites: set[str] = set()

    def hold(self, wanted: int = 100) -> Any:
        with self.ledger.transaction() as conn:
            changes = self.frontier.hold_sites(conn, self.sites, wanted)
        self.sites |= changes.gained.keys()
        self.sites -= set(changes.lost)
        return changes

    def take(self, site: str) -> list[int]:
        with self.ledger.transaction() as conn:
            return [one.id for one in self.frontier.take(conn, (site, "/#", 3), 20, NOW)]

    def dies(self) -> None:
        """As far as others can tell."""
        with self.ledger.transaction() as conn:
            conn.execute(update(runs).where(runs.c.id == self.run).values(alive_until=0.0))


@pytest.fixture
def long_since_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server of the tests may have been started only a moment ago."""
    monkeypatch.setattr("store.shared_frontier._GRACE_SECONDS", 0.0)


@pytest.fixture
def crawlers(ledger: Ledger, long_since_started: None) -> tuple[Crawler, Crawler]:  # noqa: ARG001
    with ledger.transaction() as conn:
        for number in range(4):
            add(conn, 1, 2, site=f"{number}.example")
    return Crawler(ledger, "host-1:/data"), Crawler(ledger, "host-2:/data")


def test_every_site_has_one_holder_and_each_crawler_a_part(
    crawlers: tuple[Crawler, Crawler],
) -> None:
    first, second = crawlers
    assert first.hold().gained.keys() == {"0.example", "1.example"}
    assert second.hold().gained.keys() == {"2.example", "3.example"}
    assert not first.hold().gained
    assert first.hold().others_work


def test_a_crawler_that_comes_late_gets_its_part(
    ledger: Ledger, crawlers: tuple[Crawler, Crawler]
) -> None:
    first, second = crawlers
    with ledger.transaction() as conn:
        second.frontier.leave(conn)
        conn.execute(update(runs).where(runs.c.id == second.run).values(outcome="finished"))
    assert len(first.hold().gained) == 4
    third = Crawler(ledger, "host-3:/data")
    assert not third.hold().gained
    assert first.hold().surplus == 2
    with ledger.transaction() as conn:
        first.frontier.release_sites(conn, {"0.example": NOW, "1.example": NOW + 5})
    assert third.hold().gained == {"0.example": NOW, "1.example": NOW + 5}


def test_the_sites_of_a_dead_crawler_are_taken_over(crawlers: tuple[Crawler, Crawler]) -> None:
    first, second = crawlers
    first.hold()
    second.hold()
    held = first.take("0.example")
    assert second.take("0.example") == []
    first.dies()
    assert second.hold().gained.keys() == {"0.example", "1.example"}
    assert second.take("0.example") == held
    with second.ledger.reading() as conn:
        assert [run.outcome for run in last_runs(conn)] == ["running", "interrupted"]


def add_and(end: Callable[..., None], conn: Connection, *arguments: object) -> None:
    """A link is found on the page, and then the page's own link ends."""
    add(conn, 99)
    end(conn, *arguments)


def test_a_crawler_that_wakes_up_cannot_write(crawlers: tuple[Crawler, Crawler]) -> None:
    first, second = crawlers
    first.hold()
    (mine, also_mine) = first.take("0.example")
    first.dies()
    second.hold()
    assert second.take("0.example") == [mine, also_mine]
    with pytest.raises(LinkLostError), first.ledger.transaction() as conn:
        add_and(finish_link, conn, mine, LinkState.DONE, first.run)
    with pytest.raises(LinkLostError), first.ledger.transaction() as conn:
        add_and(put_link_back, conn, also_mine, NOW, 1, first.run)
    with second.ledger.transaction() as conn:
        assert conn.scalar(select(links.c.id).where(links.c.url == link(99).url)) is None
        finish_link(conn, mine, LinkState.DONE, second.run)
    with pytest.raises(LinkLostError), second.ledger.transaction() as conn:
        finish_link(conn, mine, LinkState.DONE, second.run)  # twice is once too often


def test_a_crawler_that_wakes_up_works_on_without_its_sites(
    crawlers: tuple[Crawler, Crawler],
) -> None:
    first, second = crawlers
    first.hold()
    first.dies()
    second.hold()
    changes = first.hold()
    assert sorted(changes.lost) == ["0.example", "1.example"]
    assert first.sites == set()
    with first.ledger.reading() as conn:
        assert [run.outcome for run in last_runs(conn)] == ["running", "running"]


def test_a_link_that_is_just_being_stored_is_left_to_its_crawler(
    crawlers: tuple[Crawler, Crawler],
) -> None:
    first, second = crawlers
    first.hold()
    (stored, other) = first.take("0.example")
    first.dies()
    with first.ledger.transaction() as conn:
        finish_link(conn, stored, LinkState.DONE, first.run)
        second.hold()  # does not wait for it
        assert second.take("0.example") == [other]


def test_a_data_folder_s_own_last_run_is_over_at_once(
    ledger: Ledger, crawlers: tuple[Crawler, Crawler]
) -> None:
    first, second = crawlers
    first.hold()
    second.hold()
    first.take("0.example")
    again = Crawler(ledger, "host-1:/data")
    assert again.found == 2
    assert again.hold().gained.keys() == {"0.example", "1.example"}
    assert second.hold().lost == []


def test_a_crawl_ends_when_all_crawlers_have_nothing_to_do(
    ledger: Ledger, crawlers: tuple[Crawler, Crawler]
) -> None:
    first, second = crawlers
    assert first.hold().others_work  # the second has not looked yet
    second.hold()
    with ledger.transaction() as conn:
        for one in crawlers:
            one.frontier.release_sites(conn, dict.fromkeys(one.sites, 0.0))
            one.sites = set()
        conn.execute(update(links).values(state=LinkState.DONE.value))
    first.hold()
    assert not second.hold().others_work
    assert not first.hold().others_work


def test_a_site_belongs_to_one_crawl_whatever_the_topic(
    ledger: Ledger, crawlers: tuple[Crawler, Crawler]
) -> None:
    crawlers[0].hold(), crawlers[1].hold()
    with ledger.transaction() as conn:
        add_links(conn, "laptops", [link(1, "0.example"), link(1, "9.example")], NOW)
        run, _ = begin_run(conn, "laptops", NOW, "host-3:/data")
        held = SharedLedgerFrontier("laptops", run).hold_sites(conn, (), 10)
    assert held.gained.keys() == {"9.example"}
    assert not held.others_work


def test_a_run_that_gives_signs_of_life_is_never_ended(ledger: Ledger) -> None:
    with ledger.transaction() as conn:
        run, _ = begin_run(conn, TOPIC, NOW, "host-1:/data")
        keep_alive(conn, run)
        assert end_dead_runs(conn, None) == []


def test_after_a_restart_of_the_server_crawlers_have_a_moment_to_come_back(
    crawlers: tuple[Crawler, Crawler], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = crawlers
    first.hold()
    first.dies()
    monkeypatch.setattr("store.shared_frontier._GRACE_SECONDS", 1e9)
    assert second.hold().gained.keys() == {"2.example", "3.example"}
    assert first.hold().lost == []


# Jobs that change many records.


def test_one_writing_job_at_a_time_over_all_hosts(ledger: Ledger, tmp_path: Path) -> None:
    with (
        writing_lock(ledger, tmp_path / "host-1"),
        pytest.raises(SpecSeekError, match="another job is changing many records"),
        writing_lock(ledger, tmp_path / "host-2"),
    ):
        pass
    with writing_lock(ledger, tmp_path / "host-2"):
        pass


def test_no_writing_job_during_a_crawl_and_no_crawl_during_one(
    ledger: Ledger, tmp_path: Path
) -> None:
    with (
        writing_lock(ledger, tmp_path),
        pytest.raises(SpecSeekError, match="wait for it"),
        ledger.transaction() as conn,
    ):
        refuse_during_writing_job(conn)
    Crawler(ledger, "host-1:/data")
    with (
        pytest.raises(SpecSeekError, match=r"another crawl is running \(host-1:/data\)"),
        writing_lock(ledger, tmp_path),
    ):
        pass


# The connection is lost, the server is restarted.


def end_connections(postgres: PostgresServer) -> None:
    postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'specseek' AND pid != pg_backend_pid()"
    )


def test_a_connection_that_was_lost_is_made_again(ledger: Ledger, postgres: PostgresServer) -> None:
    with ledger.transaction() as conn:
        add(conn, 1)
    end_connections(postgres)
    with ledger.reading() as conn:
        assert conn.scalar(select(func.count()).select_from(links)) == 1


def test_what_was_written_when_the_connection_broke_is_written_again(
    ledger: Ledger, postgres: PostgresServer
) -> None:
    tries: list[int] = []

    def work(conn: Connection) -> None:
        add(conn, 1)
        tries.append(1)
        if len(tries) == 1:
            end_connections(postgres)
        add(conn, 2)

    ledger.write(work)
    assert len(tries) == 2
    with ledger.reading() as conn:
        assert conn.scalar(select(func.count()).select_from(links)) == 2


def test_a_server_that_is_restarted_is_waited_for(
    postgres: PostgresServer, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger.open(postgres_url, patience=PATIENCE) as ledger, ThreadPoolExecutor(1) as thread:
        postgres.stop()
        try:
            writing = thread.submit(ledger.write, lambda conn: add(conn, 1))
            assert wait_until(lambda: "does not answer" in caplog.text)
        finally:
            postgres.start()
        assert len(writing.result(PATIENCE)) == 1
    assert "answers again" in caplog.text


def test_a_server_that_is_away_is_told(postgres: PostgresServer, postgres_url: str) -> None:
    ledger = Ledger.open(postgres_url)
    postgres.stop()
    try:
        with ledger, pytest.raises(LedgerError) as told, ledger.reading():
            pass
    finally:
        postgres.start()
    assert "check that the database is running" in str(told.value)


@pytest.mark.parametrize(
    ("user", "database", "told"),
    [
        ("postgres", "nowhere", "create the database"),
        ("nobody", "postgres", "check user and password"),
    ],
)
def test_what_is_wrong_with_an_address_is_told(
    postgres_url: str, user: str, database: str, told: str
) -> None:
    wrong = make_url(postgres_url).set(username=user, database=database)
    with pytest.raises(LedgerError, match=told):
        Ledger.open(str(wrong))


def test_who_leaves_holds_nothing(ledger: Ledger, crawlers: tuple[Crawler, Crawler]) -> None:
    crawlers[0].hold()
    crawlers[0].take("0.example")
    with ledger.transaction() as conn:
        crawlers[0].frontier.leave(conn)
        assert set(conn.scalars(select(site_leases.c.run_id))) == {None}
        assert set(conn.scalars(select(links.c.state))) == {LinkState.QUEUED.value}
