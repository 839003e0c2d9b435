"""What crawlers that share a crawl rely on, with the queue in the ledger and in Redis."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from sqlalchemy import func, select, update

from core.errors import SpecSeekError
from evaluation.servers.process import ServerMissingError, free_port
from evaluation.servers.redis import redis_server
from store import redis_frontier
from store.frontier import LinkLostError, LinkState, NewLink, add_links
from store.ledger import Ledger
from store.redis_frontier import RedisError, RedisFrontier, connect
from store.redis_queue import SeenAddresses, SiteLeases
from store.runs import end_run
from store.schema import links, runs
from store.shared_frontier import SharedLedgerFrontier, begin_run
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from redis import Redis

    from evaluation.servers.redis import RedisServer

pytestmark = pytest.mark.slow

NOW = 1_700_000_000.0
TOPIC = "phones"
SITES = [f"{number}.example" for number in range(4)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with ExitStack() as started:
        try:
            yield started.enter_context(redis_server(tmp_path_factory.mktemp("redis")))
        except ServerMissingError as missing:
            pytest.skip(str(missing))


@pytest.fixture
def redis(server: RedisServer) -> Iterator[Redis]:
    client = connect(server.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def ledger(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    monkeypatch.setattr("store.shared_frontier._GRACE_SECONDS", 0.0)  # it may just have started
    with Ledger.open(postgres_url) as opened:
        yield opened


class Crawler:
    """One of several, with the sites it holds."""

    def __init__(self, ledger: Ledger, redis: Redis | None, name: str, topic: str = TOPIC) -> None:
        self.ledger = ledger
        with ledger.transaction() as conn:
            self.run, self.found = begin_run(conn, topic, NOW, name)
        self.frontier: SharedLedgerFrontier = (
            RedisFrontier(redis, ledger, topic, self.run)
            if redis
            else SharedLedgerFrontier(topic, self.run)
        )
        self.sites: set[str] = set()

    def hold(self, wanted: int = 100) -> Any:
        with self.ledger.transaction() as conn:
            changes = self.frontier.hold_sites(conn, self.sites, wanted)
        self.sites |= changes.gained.keys()
        self.sites -= set(changes.lost)
        return changes

    def release(self, **sites: float) -> None:
        named = {f"{name[1:]}.example": earliest for name, earliest in sites.items()}
        with self.ledger.transaction() as conn:
            self.frontier.release_sites(conn, named)
        self.sites -= named.keys()

    def add(self, *numbers: int, site: str = SITES[0]) -> dict[str, int]:
        with self.ledger.transaction() as conn:
            return self.frontier.add(conn, [link(number, site) for number in numbers], NOW)

    def take(self, site: str = SITES[0], limit: int = 20, now: float = NOW) -> list[int]:
        with self.ledger.transaction() as conn:
            return [one.id for one in self.frontier.take(conn, (site, "/#", 3), limit, now)]

    def finish(self, *link_ids: int) -> None:
        with self.ledger.transaction() as conn:
            for link_id in link_ids:
                self.frontier.finish(conn, link_id, LinkState.DONE)

    def counted(self, *sites: str) -> dict[str, int]:
        with self.ledger.reading() as conn:
            return {one.site: one.queued for one in self.frontier.buckets(conn, sites)}

    def dies(self) -> None:
        """As far as others can tell."""
        with self.ledger.transaction() as conn:
            conn.execute(update(runs).where(runs.c.id == self.run).values(alive_until=0.0))


def link(number: int, site: str = SITES[0]) -> NewLink:
    return NewLink(f"http://www.{site}/{number}", site, "/#", "product", level=3, depth=1)


class Two(NamedTuple):
    first: Crawler
    second: Crawler


@pytest.fixture(params=["ledger", "redis"])
def two(request: pytest.FixtureRequest, ledger: Ledger) -> Two:
    """Two crawlers, and two links of each of four sites."""
    redis = request.getfixturevalue("redis") if request.param == "redis" else None
    return crawlers(ledger, redis)


@pytest.fixture
def on_redis(ledger: Ledger, redis: Redis) -> Two:
    return crawlers(ledger, redis)


def crawlers(ledger: Ledger, redis: Redis | None) -> Two:
    two = Two(Crawler(ledger, redis, "host-1:/data"), Crawler(ledger, redis, "host-2:/data"))
    for site in SITES:
        two.first.add(1, 2, site=site)
    return two


# Links.


def test_links_come_oldest_first_and_once(two: Two) -> None:
    ids = list(two.first.add(*range(10, 60)).values())
    taken = [two.first.take(limit=20), two.second.take(limit=20), two.first.take(limit=20)]
    flat = [link_id for some in taken for link_id in some]
    assert flat[2:] == ids
    assert flat == sorted(set(flat))
    assert two.first.take() == []


def test_a_link_is_added_once_whoever_finds_it(two: Two) -> None:
    assert list(two.first.add(7, 8)) == [link(7).url, link(8).url]
    assert list(two.second.add(8, 9, 9)) == [link(9).url]
    assert two.first.add(7, 8, 9) == {}


def test_links_that_wait_are_counted(two: Two) -> None:
    two.second.add(3, site=SITES[1])
    assert two.first.counted(SITES[0], SITES[1], "nowhere.example") == {SITES[0]: 2, SITES[1]: 3}
    two.first.take(limit=1)
    assert two.first.counted(SITES[0]) == {SITES[0]: 1}


def test_a_link_put_back_comes_when_its_time_has_come(two: Two) -> None:
    one, other = two.first.take()
    with two.first.ledger.transaction() as conn:
        two.first.frontier.put_back(conn, one, NOW + 60, 1)
        two.first.frontier.release(conn, [other])
        assert two.first.frontier.waits_until(conn, NOW) == NOW + 60
    assert two.first.take() == [other]
    assert two.first.take() == []
    assert two.first.take(now=NOW + 61) == [one]


def test_links_that_others_found_while_a_page_is_stored(two: Two) -> None:
    with two.first.ledger.transaction() as conn:
        added = two.first.frontier.add(conn, [link(77)], NOW)
        assert len(two.second.take()) == 2  # it is not there yet
    assert two.second.take() == list(added.values())


def test_what_was_found_on_a_page_that_could_not_be_stored_is_found_again(two: Two) -> None:
    with two.first.ledger.transaction() as conn:
        two.first.frontier.add(conn, [link(77)], NOW)
        conn.rollback()
        conn.begin()
    assert len(two.second.take()) == 2
    added = two.second.add(77)
    assert two.second.take() == list(added.values())


def test_many_crawlers_take_every_link_once(two: Two) -> None:
    two.first.add(*range(10, 510))

    def all_of(crawler: Crawler) -> list[int]:
        taken: list[int] = []
        while some := crawler.take(limit=7):
            taken += some
        return taken

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(all_of, two)
    assert len({*one, *other}) == len(one) + len(other) == 502


# Sites.


def test_every_site_has_one_holder_and_each_crawler_a_part(two: Two) -> None:
    assert len(two.first.hold().gained) == 2
    assert len(two.second.hold().gained) == 2
    assert not two.first.sites & two.second.sites
    assert not two.first.hold().gained
    assert two.first.hold().others_work


def test_two_that_claim_at_once_never_get_the_same(two: Two) -> None:
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(Crawler.hold, two))
    assert not two.first.sites & two.second.sites


def ends(crawler: Crawler) -> None:
    with crawler.ledger.transaction() as conn:
        crawler.frontier.leave(conn)
        end_run(conn, crawler.run, "finished", NOW)


def test_a_crawler_that_comes_late_is_given_sites_with_their_pauses(two: Two) -> None:
    ends(two.second)
    assert len(two.first.hold().gained) == 4
    late = Crawler(two.first.ledger, getattr(two.first.frontier, "redis", None), "host-3:/data")
    assert not late.hold().gained
    assert two.first.hold().surplus == 2
    two.first.release(_0=NOW, _1=NOW + 5)
    two.first.hold(wanted=0)
    assert late.hold().gained == {SITES[0]: NOW, SITES[1]: NOW + 5}
    assert not two.first.hold().lost


def test_sites_do_not_go_to_and_fro(two: Two) -> None:
    two.first.add(1, site="4.example")
    redis = getattr(two.first.frontier, "redis", None)
    four = [*two, *(Crawler(two.first.ledger, redis, f"host-{number}") for number in (3, 4))]
    for _ in range(8):  # each leaves what the others should have, as a crawl does
        for one in four:
            surplus = sorted(one.sites)[: one.hold().surplus]
            one.release(**{f"_{site[0]}": 0.0 for site in surplus})
    before = [set(one.sites) for one in four]
    assert sorted(map(len, before)) == [1, 1, 1, 2]
    assert [one.hold().surplus for one in four] == [0, 0, 0, 0]
    assert [one.sites for one in four] == before


def test_a_dead_crawler_s_sites_and_links_are_taken_over(two: Two) -> None:
    two.first.hold(), two.second.hold()
    site = min(two.first.sites)
    held = two.first.take(site)
    assert len(held) == 2
    two.first.dies()
    two.second.hold(), two.second.hold()
    assert two.second.sites == set(SITES)
    assert two.second.take(site) == held
    with pytest.raises(LinkLostError):
        two.first.finish(held[0])
    two.second.finish(*held)
    assert two.first.hold().lost
    assert not two.first.sites


def test_a_data_folder_s_own_last_run_is_over_at_once(two: Two) -> None:
    two.first.hold(), two.second.hold()
    two.first.take(min(two.first.sites))
    redis = getattr(two.first.frontier, "redis", None)
    again = Crawler(two.first.ledger, redis, "host-1:/data")
    assert again.found == 2
    again.hold(), again.hold()
    assert again.sites == two.first.sites
    assert not two.second.hold().lost


def test_a_crawl_ends_when_nobody_has_anything_to_do(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_frontier, "_BETWEEN_LOOKS", 0.0)
    assert two.first.hold().others_work  # the second has not looked yet
    two.second.hold()
    for one in two:
        for site in one.sites:
            one.finish(*one.take(site))
        one.release(**{f"_{site[0]}": 0.0 for site in one.sites})
    for one in two:
        one.hold()
    assert not two.second.hold().others_work
    assert not two.first.hold().others_work


def test_a_site_belongs_to_one_crawl_whatever_the_topic(two: Two) -> None:
    two.first.hold(), two.second.hold()
    redis = getattr(two.first.frontier, "redis", None)
    other = Crawler(two.first.ledger, redis, "host-3:/data", "laptops")
    other.add(1, site=SITES[0])
    other.add(1, site="9.example")
    assert other.hold().gained.keys() == {"9.example"}


# Redis alone.


def test_addresses_surely_new_need_no_question(redis: Redis) -> None:
    seen = SeenAddresses(redis, "test:", TOPIC)
    addresses = [f"http://www.site.example/{number}" for number in range(5_000)]
    assert sum(seen.add(addresses)) < 10
    assert all(seen.add(addresses))
    assert not any(SeenAddresses(redis, "test:", "laptops").add(addresses[:100]))
    assert (SeenAddresses.BITS, SeenAddresses.PER_ADDRESS) == (95_850_584, 7)


def test_an_address_wrongly_taken_for_seen_is_added(
    on_redis: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeenAddresses, "add", lambda _, urls: [True] * len(urls))
    assert list(on_redis.first.add(1, 70, 71)) == [link(70).url, link(71).url]


@pytest.mark.parametrize("how", ["emptied", "killed"])
def test_redis_loses_everything(
    on_redis: Two, redis: Redis, server: RedisServer, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = on_redis
    first.hold(), second.hold()
    site = min(first.sites)
    first.add(*range(10, 40), site=site)
    taken = first.take(site, limit=5)
    if how == "emptied":
        redis.flushall()
    else:
        server.kill()
        with ThreadPoolExecutor(1) as thread:
            assert first.counted(site) == {site: 27}  # the ledger knows
            rest = first.take(site, limit=5)
            first.add(50, site=site)
            held = thread.submit(second.hold)
            time.sleep(0.2)
            server.start()
            assert not held.result(PATIENCE).lost
        taken += rest
    # Who comes first knows nothing of what the other holds, and leaves it alone.
    changes = second.hold()
    assert (changes.gained, changes.lost, changes.others_work) == ({}, set(), True)
    assert not first.hold().lost
    while some := first.take(site, limit=7):
        taken += some
    assert len(taken) == len(set(taken)) == 32 + (how == "killed")
    late = Crawler(first.ledger, redis, "host-3:/data")
    late.add(1, site="9.example")
    assert late.hold().gained == {}  # for a while
    monkeypatch.setattr(late.frontier, "_leases", leases(redis, late, lasting=0.0))
    wait_until(lambda: "9.example" in late.hold().gained or late.sites)
    assert late.sites == {"9.example"}


def leases(redis: Redis, crawler: Crawler, lasting: float) -> SiteLeases:
    assert isinstance(crawler.frontier, RedisFrontier)
    prefix = crawler.frontier.prefix
    redis.delete(f"{prefix}epoch")
    return SiteLeases(redis, prefix, lasting)


def test_a_lease_that_is_not_renewed_ends(redis: Redis) -> None:
    short, long = (SiteLeases(redis, "test:", seconds) for seconds in (0.05, 60.0))
    short.renew(1, [], others_hold=False)
    assert short.claim(1, TOPIC, SITES, most=3).keys() == set(SITES[:3])

    def all_claimed() -> bool:
        long.claim(2, TOPIC, SITES, most=9)
        return long.counts()[2] == 4

    assert wait_until(all_claimed)
    held = short.renew(1, SITES[:3], others_hold=True)
    assert held == (set(), set(SITES[:3]), True)
    assert long.renew(2, SITES, others_hold=True).ours == set(SITES)


def test_a_crawl_of_one_needs_no_pause(ledger: Ledger, redis: Redis) -> None:
    crawler = Crawler(ledger, redis, "host-1:/data")
    crawler.add(1)
    assert crawler.hold().gained.keys() == {SITES[0]}


def test_links_that_redis_never_heard_of_are_found(ledger: Ledger, redis: Redis) -> None:
    """As of an older crawl: the queue is filled up from the ledger."""
    crawler = Crawler(ledger, redis, "host-1:/data")
    with ledger.transaction() as conn:
        added = list(add_links(conn, TOPIC, [link(number) for number in range(50)], NOW).values())
    assert crawler.hold().gained.keys() == {SITES[0]}
    assert crawler.counted(SITES[0]) == {SITES[0]: 50}
    assert crawler.take(limit=20) == added[:20]
    assert redis.zcard(f"{crawler.frontier.prefix}queue:{TOPIC}:{SITES[0]}:3:/#") == 30  # type: ignore[attr-defined]
    assert crawler.take(limit=20) + crawler.take(limit=20) == added[20:]


def test_a_server_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_frontier, "_PATIENCE", 0.1)
    with pytest.raises(RedisError, match=r"did not answer .* the ledger has all links"):
        connect(f"redis://127.0.0.1:{free_port()}/0")


def test_nothing_of_this_for_a_crawl_on_sqlite(tmp_path: Path) -> None:
    from tests.spider.simulated_crawl import SmallCrawl  # noqa: PLC0415 - needs Scrapy

    with pytest.raises(SpecSeekError, match="share a ledger on PostgreSQL"):
        SmallCrawl(tmp_path, variables={"SPECSEEK_FRONTIER": "redis://127.0.0.1:1/0"}).__enter__()


def test_all_states_are_the_ledgers(on_redis: Two) -> None:
    on_redis.first.finish(*on_redis.first.take())
    with on_redis.first.ledger.reading() as conn:
        many = select(links.c.state, func.count()).group_by(links.c.state)
        assert dict(tuple(row) for row in conn.execute(many)) == {"done": 2, "queued": 6}
