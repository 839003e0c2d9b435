"""Several crawlers, each with a data folder of its own, on one ledger (PostgreSQL)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from spider.faults import SiteLostError
from store.ledger import data_folder_lock
from store.runs import last_runs
from store.schema import captures, links, runs, site_memory
from store.shared_frontier import LEASE_SECONDS
from tests.spider.simulated_crawl import SHOUJI, TONGXUN, SmallCrawl, html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spider.link_queue import TakenLink

pytestmark = pytest.mark.slow

LINKS = html("".join(f'<a href="/{number}.html">{number}</a>' for number in range(20)))
WEB = {SHOUJI: LINKS, TONGXUN: LINKS} | {
    f"{home}{number}.html": html(f"<title>{number}</title>")
    for home in (SHOUJI, TONGXUN)
    for number in range(20)
}
SITES = {"shouji.example", "tongxun.example"}
SOON = 10.0  # seconds: the pauses after a hand-over are over


class Crawlers:
    """Crawlers by their number, each on a host of its own as far as the ledger can tell."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._url = url
        self.open: list[SmallCrawl] = []

    def start(self, number: int) -> SmallCrawl:
        folder = self._folder / f"host-{number}"
        folder.mkdir(exist_ok=True)
        crawl = SmallCrawl(
            *(folder, SHOUJI, TONGXUN),
            site=WEB,
            variables={"SPECSEEK_LEDGER": self._url},
            concurrency_per_site=50,
        )
        self.open.append(crawl.__enter__())
        return crawl

    def kill(self, crawl: SmallCrawl) -> None:
        """As kill -9 would; only the system's lock is gone."""
        self.open.remove(crawl)
        crawl.context.resources.close()


@pytest.fixture
def crawlers(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Crawlers]:
    monkeypatch.setattr("store.shared_frontier._GRACE_SECONDS", 0.0)
    started = Crawlers(tmp_path, postgres_url)
    yield started
    for crawl in started.open:
        crawl.crawl.close("shutdown")


def sites_of(crawl: SmallCrawl) -> set[str]:
    return set(crawl.context.queue.sites_held or ())


def share_out(*crawls: SmallCrawl) -> None:
    """Until everybody knows what is whose."""
    for _ in range(4):
        for crawl in crawls:
            crawl.context.queue.hold(time.time())


def all_taken(crawl: SmallCrawl, after: float = SOON) -> list[TakenLink]:
    found = []
    while taken := crawl.take(after):
        found.append(taken)
    return found


def test_two_share_the_sites_and_fetch_every_page_once(crawlers: Crawlers) -> None:
    first, second = crawlers.start(1), crawlers.start(2)
    share_out(first, second)
    assert sites_of(first) | sites_of(second) == SITES
    assert not sites_of(first) & sites_of(second)
    for round_ in range(1, 4):
        for crawl in (first, second):
            crawl.run(after=SOON * round_)
    asked = [*first.asked, *second.asked]
    assert len(asked) == len(set(asked)) == 42
    assert {url.split("/")[2] for url in first.asked}.isdisjoint(
        url.split("/")[2] for url in second.asked
    )
    assert not first.context.queue.waits
    assert not second.context.queue.waits
    assert set(first.states().values()) == {"done"}
    files = {row.file for row in first.rows(select(captures.c.file))}
    assert len(files) == 2  # one of each, of different names


def test_a_killed_crawler_s_sites_are_taken_over_with_what_was_learned(
    crawlers: Crawlers,
) -> None:
    first, second = crawlers.start(1), crawlers.start(2)
    share_out(first, second)
    (site,) = sites_of(first)
    first.run(after=SOON, most=5)
    all_taken(first)
    with second.context.ledger.transaction() as conn:
        first.context.memories.write_sites(conn, [site], time.time())
    learned = first.context.memories[site].to_json()
    crawlers.kill(first)
    with second.context.ledger.transaction() as conn:
        conn.execute(update(runs).where(runs.c.id == first.context.run_id).values(alive_until=0.0))
    share_out(second)
    assert sites_of(second) == SITES
    assert second.context.memories[site].to_json() == learned
    second.run(after=SOON)
    assert set(second.states().values()) == {"done"}
    assert {url for url in first.asked if url in second.asked} == set()


def test_what_is_on_its_way_when_a_site_is_lost_is_not_stored(crawlers: Crawlers) -> None:
    first = crawlers.start(1)
    first.run(after=SOON, most=2)
    on_its_way = all_taken(first)
    second = crawlers.start(2)
    with second.context.ledger.transaction() as conn:
        conn.execute(update(runs).where(runs.c.id == first.context.run_id).values(alive_until=0.0))
    share_out(second)
    assert sites_of(second) == SITES
    second.run(after=SOON)
    before = len(second.rows(select(captures.c.id)))
    for taken in on_its_way:
        first.answer(taken)
    assert len(second.rows(select(captures.c.id))) == before
    assert first.end_reasons == []
    share_out(first, second)
    with second.context.ledger.reading() as conn:
        assert [run.outcome for run in last_runs(conn)] == ["running", "running"]


def test_nothing_is_sent_when_the_site_may_be_another_s(crawlers: Crawlers) -> None:
    crawl = crawlers.start(1)
    share_out(crawl)
    may_request = crawl.context.queue.may_request
    assert may_request("shouji.example", time.time())
    assert not may_request("shouji.example", time.time() + LEASE_SECONDS)
    assert not may_request("elsewhere.example", time.time())
    taken = crawl.take(SOON)
    assert taken
    crawl.site = {taken.link.url: SiteLostError(taken.link.url)}
    crawl.answer(taken)
    assert crawl.states()[taken.link.url] == "queued"
    assert crawl.errors() == {}
    assert taken.link.url in [again.link.url for again in all_taken(crawl)]


def test_a_crawler_that_is_about_to_leave_a_site_goes_on_with_the_others(
    crawlers: Crawlers,
) -> None:
    first = crawlers.start(1)
    share_out(first)
    (taken, *_) = all_taken(first)
    second = crawlers.start(2)
    second.context.queue.hold(time.time())
    first.context.queue.hold(time.time())  # the second has too little to do
    first.answer(taken)
    assert all(first.context.queue.may_request(site, time.time()) for site in sites_of(first))


def test_a_crawler_with_nothing_to_do_waits_for_the_others(crawlers: Crawlers) -> None:
    first = crawlers.start(1)
    share_out(first)
    with first.context.ledger.transaction() as conn:
        conn.execute(update(links).where(links.c.url == TONGXUN).values(state="done"))
    second = crawlers.start(2)
    share_out(second)
    assert sites_of(second) == set()
    assert second.take(SOON) is None
    assert second.context.queue.waits
    assert second.end_reasons == []


def test_a_new_crawler_does_not_begin_the_crawl_again(crawlers: Crawlers) -> None:
    first = crawlers.start(1)
    for round_ in range(1, 5):
        first.run(after=SOON * round_)
    assert set(first.states().values()) == {"done"}
    second = crawlers.start(2)
    assert set(second.states().values()) == {"done"}


def test_a_site_s_own_pause_goes_with_it(crawlers: Crawlers) -> None:
    first = crawlers.start(1)
    share_out(first)
    later = time.time() + 500
    first.context.backoff.note("shouji.example", 429, "500", time.time())
    second = crawlers.start(2)
    for _ in range(6):
        for crawl in (first, second):
            crawl.context.queue.hold(time.time())
    pauses = {
        crawl.context.backoff.ready_at("shouji.example")
        for crawl in (first, second)
        if "shouji.example" in sites_of(crawl)
    }
    assert min(pauses) >= later - 1


def test_the_memory_of_a_site_is_that_of_its_last_holder(crawlers: Crawlers) -> None:
    first = crawlers.start(1)
    for round_ in range(1, 5):
        first.run(after=SOON * round_)
    first.crawl.close("finished")
    crawlers.open.remove(first)
    second = crawlers.start(2)
    stored = {row.site for row in second.rows(select(site_memory.c.site))}
    assert stored >= SITES


def test_one_crawl_in_a_data_folder(crawlers: Crawlers) -> None:
    first = crawlers.start(1)
    with (
        pytest.raises(Exception, match="another crawl is running in"),
        data_folder_lock(first.data),
    ):
        pass
