"""Which link comes next: fair, bounded for each site, and nothing before its time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from spider.links.bucket import LinkBucket
from store.schema import links
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl, html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spider.crawl.link_queue import TakenLink

MANY = html("".join(f'<a href="/{number}.html">{number}</a>' for number in range(40)))


@pytest.fixture
def crawl(tmp_path: Path) -> Iterator[SmallCrawl]:
    """Two sites with forty links each."""
    site = {SHOUJI: MANY, TONGXUN: MANY}
    with SmallCrawl(tmp_path, *site, site=site, concurrency_per_site=3) as crawl:
        assert sorted(crawl.run(most=2)) == [TONGXUN, SHOUJI]
        crawl.site = {}
        yield crawl


def taken_now(crawl: SmallCrawl, after: float = 0.0) -> list[TakenLink]:
    found = []
    while taken := crawl.take(after):
        found.append(taken)
    return found


def sites(taken: list[TakenLink]) -> list[str]:
    return [one.link.site for one in taken]


def test_sites_take_turns(crawl: SmallCrawl) -> None:
    assert sorted(sites(taken_now(crawl)[:2])) == ["shouji.example", "tongxun.example"]


def test_so_many_of_a_site_are_on_their_way_at_once(crawl: SmallCrawl) -> None:
    taken = taken_now(crawl)
    assert sorted(sites(taken)) == 3 * ["shouji.example"] + 3 * ["tongxun.example"]
    crawl.context.queue.arrived(taken[0])
    assert sites(taken_now(crawl)) == [taken[0].link.site]


def test_every_link_comes_once(crawl: SmallCrawl) -> None:
    urls = []
    while taken := crawl.take():
        urls.append(taken.link.url)
        crawl.context.queue.arrived(taken)
    assert len(urls) == len(set(urls)) == 80
    assert not crawl.context.queue.waits


def test_a_site_in_its_pause_is_passed_over(crawl: SmallCrawl) -> None:
    crawl.context.backoff.note("shouji.example", 429, "60", time.time())
    assert set(sites(taken_now(crawl))) == {"tongxun.example"}
    assert crawl.context.queue.waits
    assert sites(taken_now(crawl, after=61)) == 3 * ["shouji.example"]


def test_a_site_that_is_shut_stays_so(crawl: SmallCrawl) -> None:
    crawl.context.queue.shut("shouji.example")
    assert set(sites(taken_now(crawl))) == {"tongxun.example"}
    assert crawl.context.queue.waits
    crawl.context.queue.shut("tongxun.example")
    assert not crawl.context.queue.waits


def test_sleeping_links_wake_at_their_time(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path) as first:
        taken = first.take()
        assert taken
        first.context.queue.sleeps(taken.bucket, time.time() + 30)
        first.context.queue.arrived(taken)
        with first.context.ledger.transaction() as conn:
            later = {"state": "queued", "not_before": time.time() + 30}
            conn.execute(update(links).values(later))
        assert first.take(after=29) is None
        assert first.context.queue.waits
        assert first.context.queue.waiting() == {"shouji.example": (1, 0.0)}
        assert first.take(after=31) is not None


def test_links_that_sleep_in_the_ledger_are_found_asleep(crawl: SmallCrawl, tmp_path: Path) -> None:
    with crawl.context.ledger.transaction() as conn:
        later = update(links).where(links.c.url.like("%/1_.html"))
        conn.execute(later.values(not_before=time.time() + 30))
    crawl.crawl.close("shutdown")
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, concurrency_per_site=100) as second:
        assert len(taken_now(second)) == 60
        assert second.context.queue.waits
        assert len(taken_now(second, after=31)) == 20


def test_counts_of_links_that_are_not_there_do_not_keep_the_crawl_alive(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path) as crawl:
        crawl.run()
        crawl.context.queue.added([LinkBucket("shouji.example", "/nowhere", 3)])
        assert crawl.context.queue.waits
        assert crawl.take() is None
        assert not crawl.context.queue.waits


def test_waiting_links_are_judged_again_by_what_was_learned_since(tmp_path: Path) -> None:
    """Pages of one kind turn out to be empty: the rest of them waits behind the others."""
    dull = "".join(f'<li><a href="/dull/{n}.html">参数 {n}</a></li>' for n in range(60))
    other = '<p><a href="/other.html">其他</a></p>'
    with SmallCrawl(tmp_path, site={SHOUJI: html(f"<ul>{dull}</ul>{other}")}) as crawl:
        crawl.run(most=1)
        crawl.site = {f"{SHOUJI}dull/{n}.html": html("") for n in range(60)} | {
            f"{SHOUJI}other.html": html("")
        }
        asked = crawl.run()
        assert len(asked) == 61
        assert asked.index(f"{SHOUJI}other.html") < 60
