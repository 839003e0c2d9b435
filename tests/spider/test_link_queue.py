"""Which link comes next, and which are held back."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from spider.link_queue import Chooser
from spider.links.features import LinkGroup, LinkPosition
from spider.links.judge import (
    PICTURE_SHAPE,
    SHEET_SHAPE,
    JudgedLink,
    LinkBucket,
    LinkJudge,
    VisitOutcome,
)
from store.schema import links
from tests.effort import effort
from tests.spider.simulated_crawl import SHOUJI, TONGXUN, SmallCrawl, html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.topic import Topic
    from spider.link_queue import TakenLink
    from tests.spider.simulated_crawl import Reply


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
    crawl.context.queue.shut("shouji.example", "site-budget")
    assert set(sites(taken_now(crawl))) == {"tongxun.example"}
    assert crawl.context.queue.waits
    crawl.context.queue.shut("tongxun.example", "sites-silent")
    assert not crawl.context.queue.waits
    assert crawl.context.queue.reasons_shut == {"site-budget", "sites-silent"}


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


def test_wrong_counts_of_links_do_not_keep_the_crawl_alive(tmp_path: Path) -> None:
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


ONE, OTHER = "one.example", "other.example"


@pytest.fixture
def judge(phones: Topic) -> LinkJudge:
    return LinkJudge(phones)


def taken(chooser: Chooser, sites: list[str], turns: int) -> list[LinkBucket]:
    chosen = []
    for _ in range(turns):
        bucket = chooser.choose(sites)
        if bucket is None:
            break
        chooser.take(bucket)
        chosen.append(bucket)
    return chosen


def test_the_best_bucket_of_a_site_comes_first(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    low, high = LinkBucket(ONE, "/a", 1), LinkBucket(ONE, "/b", 8)
    chooser.add(low, 5)
    chooser.add(high, 2)
    assert taken(chooser, [ONE], 3) == [high, high, low]


def test_sites_take_turns_whatever_their_links_are_worth(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    chooser.add(LinkBucket(ONE, "/a", 9), 100)
    chooser.add(LinkBucket(OTHER, "/a", 0), 100)
    chosen = Counter(bucket.site for bucket in taken(chooser, [ONE, OTHER], 40))
    assert chosen == {ONE: 20, OTHER: 20}


def test_only_ready_sites_are_chosen(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    chooser.add(LinkBucket(ONE, "/a", 9))
    assert chooser.choose([OTHER]) is None
    assert chooser.choose([]) is None
    assert chooser.choose([OTHER, ONE]) == LinkBucket(ONE, "/a", 9)


def test_low_levels_wait_but_not_for_ever(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    chooser.add(LinkBucket(ONE, "/good", 9), 1000)
    chooser.add(LinkBucket(ONE, "/poor", 0), 1000)
    chosen = Counter(bucket.shape for bucket in taken(chooser, [ONE], 200))
    assert 2 <= chosen["/poor"] <= 20


def test_everything_is_taken_in_the_end(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    for level in range(10):
        chooser.add(LinkBucket(ONE, f"/{level}", level), level + 1)
    assert len(taken(chooser, [ONE], 1000)) == 55
    assert chooser.queued(ONE) == 0


def test_what_is_learned_changes_the_order(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    memory = judge.memories.setdefault(ONE, type(judge.memories["*"])())
    barren = memory.shape_for("/barren", LinkPosition("p"))
    other = memory.shape_for("/other", LinkPosition("p"))
    chooser.add(LinkBucket(ONE, barren, 6), 10)
    chooser.add(LinkBucket(ONE, other, 5), 10)
    assert chooser.choose([ONE]) == LinkBucket(ONE, barren, 6)
    for _ in range(10):
        visited = JudgedLink(f"http://{ONE}/barren", ONE, barren, LinkGroup.OTHER, 6, 1, "x")
        judge.learn(visited, VisitOutcome(record=False, relevance=0, has_rules=True, new_links=[]))
    assert chooser.choose([ONE]) == LinkBucket(ONE, other, 5)


def test_a_link_may_change_its_level_while_it_waits(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    old, new = LinkBucket(ONE, "/a", 8), LinkBucket(ONE, "/a", 2)
    chooser.add(old)
    chooser.move(old, new)
    assert taken(chooser, [ONE], 5) == [new]


def test_choosing_among_many_buckets_takes_little_time(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    for n in range(2000):
        chooser.add(LinkBucket(ONE, f"/{n}", n % 10), 10)
    assert effort(lambda: [chooser.choose([ONE]) for _ in range(1000)]) < 500


def test_style_sheets_come_now_and_then_and_cost_pages_no_turn(judge: LinkJudge) -> None:
    sheets, page = LinkBucket(ONE, SHEET_SHAPE, 0), LinkBucket(ONE, "/a", 0)
    chooser = Chooser(judge)
    chooser.add(page, 25)
    chooser.add(sheets, 4)
    chosen = taken(chooser, [ONE], 29)
    assert [place for place, bucket in enumerate(chosen) if bucket == sheets] == [0, 11, 22, 28]


def test_pictures_take_turns_with_style_sheets_and_come_behind_pages(judge: LinkJudge) -> None:
    sheets, page = LinkBucket(ONE, SHEET_SHAPE, 0), LinkBucket(ONE, "/a", 0)
    pictures = LinkBucket(ONE, PICTURE_SHAPE, 0)
    chooser = Chooser(judge)
    for bucket, number in ((page, 20), (sheets, 1), (pictures, 3)):
        chooser.add(bucket, number)
    chosen = taken(chooser, [ONE], 24)
    assert [place for place, bucket in enumerate(chosen) if bucket != page] == [0, 11, 22, 23]
    assert chosen.count(sheets) == 1


def test_a_host_of_pictures_waits_for_sites_with_pages(judge: LinkJudge) -> None:
    page, pictures = LinkBucket(ONE, "/a", 0), LinkBucket("img.example", PICTURE_SHAPE, 0)
    chooser = Chooser(judge)
    chooser.add(pictures, 2)
    chooser.add(page, 2)
    assert taken(chooser, [ONE, "img.example"], 4) == [page, page, pictures, pictures]
    chooser.add(pictures, 1)
    chooser.add(page, 1)
    assert taken(chooser, ["img.example"], 1) == [pictures]  # the other one is not ready


# Endless spaces: links into them are kept, told, and not asked for.


FAR = f"{SHOUJI}calendar/2199-01/"
DAYS = 60


def day(number: int) -> str:
    return f"{SHOUJI}day/{number}.html"


def calendar() -> dict[str, Reply]:
    """Each page leads to the next, and says nothing."""
    pages = {day(n): html(f'<a href="{day(n + 1)}">下一天</a>') for n in range(DAYS)}
    return {SHOUJI: html(f'<a href="{day(0)}">日历</a>'), **pages}


def test_a_link_that_gives_itself_away_is_held_at_once(tmp_path: Path) -> None:
    site = {SHOUJI: html(f'<a href="{FAR}">1月</a><a href="/a">a</a>'), f"{SHOUJI}a": html("")}
    with SmallCrawl(tmp_path, site=site) as crawl:
        assert sorted(crawl.run()) == [SHOUJI, f"{SHOUJI}a"]
        assert crawl.states()[FAR] == "held"
        error = crawl.errors()[FAR]
        assert (error.kind, error.action) == ("trap", "held back, with all others like it")
        assert "2199" in error.detail
        assert not crawl.context.queue.waits
        assert crawl.context.progress.faults["trap"].count == 1


def test_pages_that_lead_only_to_more_of_their_kind_are_left_after_some(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=calendar(), depth=0, trap_pages=20) as crawl:
        asked = crawl.run()
        assert 20 <= len(asked) <= 25
        assert list(crawl.states().values()).count("held") == 1
        assert [error.kind for error in crawl.errors().values()] == ["trap"]
        assert not crawl.context.queue.waits
    with SmallCrawl(tmp_path, site=calendar(), depth=0, trap_pages=20) as again:
        assert sorted(again.run()) == sorted(asked)  # what was visited is, and nothing beyond


def test_the_register_is_not_filled_with_them(tmp_path: Path) -> None:
    far = [f"{SHOUJI}calendar/21{year}-01/" for year in range(50, 80)]
    home = html("".join(f'<a href="{url}">{url}</a>' for url in far))
    with SmallCrawl(tmp_path, site={SHOUJI: home}) as crawl:
        crawl.run()
        assert list(crawl.states().values()).count("held") == len(far)
        assert len(crawl.errors()) == 5
