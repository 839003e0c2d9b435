"""Redirects and faults, as the ledger has them."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import DownloadTimeoutError
from sqlalchemy import select
from twisted.internet.error import ConnectionRefusedError as Refused

from spider.faults import (
    BodyTooLargeError,
    Fault,
    FaultKind,
    RobotsForbidError,
    RobotsUnreachableError,
)
from store.schema import captures, links, pages
from tests.spider.simulated_crawl import (
    PRODUCT,
    SHOUJI,
    TONGXUN,
    SmallCrawl,
    html,
    lonely,
    moved,
    status,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.simulated_crawl import Reply


A, B, C = (f"{SHOUJI}{name}" for name in "abc")
END = html("<p>here</p>")


@pytest.mark.parametrize("number", [301, 302, 303, 307, 308])
def test_the_target_is_asked_for_as_a_link_of_its_own(tmp_path: Path, number: int) -> None:
    site = {A: moved("/b", number), B: END}
    with SmallCrawl(tmp_path, A, site=site) as crawl:
        assert crawl.run() == [A, B]
        assert crawl.states() == {A: "redirect", B: "done"}
        hops = select(links.c.url, links.c.hops, links.c.depth, links.c.link_group)
        assert crawl.rows(hops) == [(A, 0, 0, "list"), (B, 1, 0, "list")]
        assert crawl.errors() == {}
        assert crawl.rows(select(pages.c.url, pages.c.status)) == [(A, number), (B, 200)]
        assert len(crawl.rows(select(captures.c.id))) == 2


def test_a_target_that_is_known_already_is_asked_for_once(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, A, B, C, site={A: moved(B), C: moved(B), B: END}) as crawl:
        assert sorted(crawl.run()) == [A, B, C]


CIRCLES = {
    "to itself": ({A: moved(A)}, {A: "failed"}),
    "to itself, at another place in it": ({A: moved("/a#top")}, {A: "failed"}),
    "there and back": ({A: moved(B), B: moved(A)}, {A: "redirect", B: "failed"}),
    "round by a third": (
        {A: moved(B), B: moved(C), C: moved(A)},
        {A: "redirect", B: "redirect", C: "failed"},
    ),
}


@pytest.mark.parametrize(("site", "states"), CIRCLES.values(), ids=CIRCLES.keys())
def test_circles_end(tmp_path: Path, site: dict[str, Reply], states: dict[str, str]) -> None:
    with SmallCrawl(tmp_path, A, site=site) as crawl:
        assert sorted(crawl.run()) == sorted(states)
        assert crawl.states() == states
        assert [error.kind for error in crawl.errors().values()] == ["redirect-loop"]


def test_a_chain_may_have_so_many_steps(tmp_path: Path) -> None:
    chain = [f"{SHOUJI}{step}" for step in range(6)]
    site = {here: moved(there) for here, there in pairwise(chain)}
    with SmallCrawl(tmp_path, chain[0], site=site, redirects=3) as crawl:
        assert crawl.run() == chain[:4]
        assert {url: error.kind for url, error in crawl.errors().items()} == {
            chain[3]: "redirect-loop"
        }


REFUSED = {
    "http://127.0.0.1/": "forbidden-address",
    "http://[::1]:8080/x": "forbidden-address",
    "http://169.254.169.254/latest/meta-data/": "forbidden-address",
    "http://192.168.1.1/": "forbidden-address",
    "http://localhost/": "forbidden-address",
    "//0x7f.1/": "forbidden-address",
    "javascript:alert(1)": "forbidden-address",
    "file:///etc/passwd": "forbidden-address",
    "data:text/html,x": "forbidden-address",
    "http://[": "forbidden-address",
    f"http://user:secret@{SHOUJI[7:]}": "forbidden-address",
    "http://elsewhere.example/": "elsewhere",
}


@pytest.mark.parametrize(("target", "kind"), REFUSED.items(), ids=REFUSED.keys())
def test_targets_out_of_bounds_are_never_queued(tmp_path: Path, target: str, kind: str) -> None:
    with SmallCrawl(tmp_path, A, site={A: moved(target)}) as crawl:
        assert crawl.run() == [A]
        assert crawl.errors()[A].kind == kind
        assert crawl.states() == {A: "refused" if kind == "forbidden-address" else "failed"}


def test_another_of_our_sites_is_within_bounds(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, A, TONGXUN, site={A: moved(PRODUCT), TONGXUN: END}) as crawl:
        crawl.run(most=3)
        assert PRODUCT in crawl.asked


def test_a_site_that_insists_on_its_own_spelling_gets_it(tmp_path: Path) -> None:
    """For us `?b=1&a=2` is `?a=2&b=1`; this site sends us from the one to the other."""
    ours, theirs = f"{SHOUJI}x?a=2&b=1", f"{SHOUJI}x?b=1&a=2"
    with SmallCrawl(tmp_path, ours, site={ours: moved(theirs), theirs: END}) as crawl:
        assert crawl.run() == [ours, theirs]
        assert crawl.states() == {ours: "redirect", theirs: "done"}


def test_addresses_in_the_sites_own_letters(tmp_path: Path) -> None:
    """Headers are bytes: UTF-8 or, as often in China, GBK, which only the site can read."""
    for name, spelled in (("utf-8", "%E6%89%8B%E6%9C%BA"), ("gbk", "%CA%D6%BB%FA")):
        folder = tmp_path / name
        folder.mkdir()
        target = f"{SHOUJI}{spelled}"
        site = {A: moved("/手机".encode(name)), target: END}
        with SmallCrawl(folder, A, site=site) as crawl:
            assert crawl.run() == [A, target]


def test_a_page_without_an_address_to_go_to_is_read(tmp_path: Path) -> None:
    site = {A: html(f'<a href="{B}">b</a>', 300), B: END}
    with SmallCrawl(tmp_path, A, site=site) as crawl:
        assert crawl.run() == [A, B]


def test_records_of_a_page_that_moved_are_those_of_the_new_page(tmp_path: Path) -> None:
    new = TONGXUN + "device/new/specs"
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: lonely(PRODUCT)}) as first:
        first.run()
    site = {PRODUCT: moved(new), new: lonely(PRODUCT)}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as second:
        assert second.run() == [PRODUCT, new]
        assert second.stored().keys() == {new}


# What becomes of a link whose fetch failed.


PAUSES = (10.0, 20.0)  # twice as long each time


def test_a_passing_fault_is_tried_again_after_ever_longer_pauses(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: status(500)}, retries=2) as crawl:
        assert crawl.run() == [SHOUJI]
        error = crawl.errors()[SHOUJI]
        assert (error.kind, error.action) == (
            "server-error",
            "asked once; to be asked again in 10 s",
        )
        assert crawl.states() == {SHOUJI: "queued"}
        assert crawl.run(after=PAUSES[0] - 1) == []
        assert crawl.run(after=PAUSES[0] + 1) == [SHOUJI]
        assert crawl.errors()[SHOUJI].action == "asked 2 times; to be asked again in 20 s"
        assert crawl.run(after=PAUSES[1] + 1) == [SHOUJI]
        error = crawl.errors()[SHOUJI]
        assert (error.times, error.action) == (3, "given up after 3 attempts")
        assert crawl.states() == {SHOUJI: "failed"}
        assert not crawl.context.queue.waits


def test_what_comes_in_the_end_is_stored_like_any_page(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: DownloadTimeoutError()}) as crawl:
        crawl.run()
        crawl.site = {PRODUCT: lonely(PRODUCT)}
        assert crawl.run(after=PAUSES[0] + 1) == [PRODUCT]
        assert crawl.stored().keys() == {PRODUCT}
        assert crawl.states() == {PRODUCT: "done"}


def test_the_pause_outlives_the_run(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: status(500)}) as first:
        first.run()
    with SmallCrawl(tmp_path, site={SHOUJI: html("")}) as second:
        assert second.run() == []
        assert second.context.queue.waits
        assert second.run(after=PAUSES[0] + 1) == [SHOUJI]


LASTING = {
    "client-error": status(403),
    "gone": status(404),
    "not-http": status(999),
    "too-large": BodyTooLargeError(8_000_000),
}


@pytest.mark.parametrize(("kind", "reply"), LASTING.items(), ids=LASTING.keys())
def test_a_lasting_fault_is_not_tried_again(tmp_path: Path, kind: str, reply: Exception) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: reply}) as crawl:
        crawl.run()
        assert crawl.states() == {SHOUJI: "failed"}
        assert (crawl.errors()[SHOUJI].kind, crawl.errors()[SHOUJI].times) == (kind, 1)
        assert crawl.context.progress.faults[kind].count == 1


def test_what_robots_txt_forbids_is_left_out(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: RobotsForbidError(SHOUJI)}) as crawl:
        crawl.run()
        assert crawl.states() == {SHOUJI: "forbidden"}
        assert (crawl.errors()[SHOUJI].kind, crawl.errors()[SHOUJI].action) == (
            "robots",
            "left out",
        )


def test_while_robots_txt_is_out_of_reach_trying_again_is_in_vain(tmp_path: Path) -> None:
    """The answer is remembered for a while: all tries within it would be one and the same."""
    out_of_reach = RobotsUnreachableError(
        SHOUJI, Fault.of(FaultKind.CONNECTION), until=time.time() + 40
    )
    with SmallCrawl(tmp_path, site={SHOUJI: out_of_reach}) as crawl:
        crawl.run()
        assert crawl.run(after=39) == []
        crawl.site = {SHOUJI: html("")}
        assert crawl.run(after=60) == [SHOUJI]


def test_a_site_that_asks_for_fewer_requests_is_obeyed_and_outwaited(tmp_path: Path) -> None:
    busy = {SHOUJI: status(429, Retry_After="60")}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=busy | {TONGXUN: html("")}, retries=1) as crawl:
        assert sorted(crawl.run()) == [TONGXUN, SHOUJI]
        assert crawl.errors()[SHOUJI].kind == "rate-limited"
        assert crawl.run(after=59) == []
        for _ in range(2):  # another fault would be given up after one retry
            assert crawl.run(after=61, most=1) == [SHOUJI]
        crawl.site = {SHOUJI: html("")}
        assert crawl.run(after=61, most=1) == [SHOUJI]
        assert crawl.states()[SHOUJI] == "done"


def test_all_of_a_busy_site_waits_and_no_other_site(tmp_path: Path) -> None:
    both = html('<a href="/a">a</a><a href="/b">b</a>')
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site={SHOUJI: both, TONGXUN: both}) as crawl:
        crawl.run(most=2)
        crawl.site = {
            f"{site}{page}": reply
            for site, reply in ((SHOUJI, status(503, Retry_After="60")), (TONGXUN, html("")))
            for page in "ab"
        }
        start = time.time()
        asked = crawl.run()
        assert sorted(url for url in asked if url.startswith(TONGXUN)) == [
            f"{TONGXUN}a",
            f"{TONGXUN}b",
        ]
        assert len([url for url in asked if url.startswith(SHOUJI)]) == 1
        until = crawl.context.queue.waiting()["shouji.example"][1]
        assert start + 60 <= until <= time.time() + 60


def test_links_that_lead_nowhere_teach_that_too(tmp_path: Path) -> None:
    pages = [f"{SHOUJI}dead/{number}.html" for number in range(6)]
    home = html("".join(f'<a href="{page}">手机 {page}</a>' for page in pages))
    site = {SHOUJI: home} | dict.fromkeys(pages, status(404))
    with SmallCrawl(tmp_path, site=site) as crawl:
        crawl.run(most=1)
        [bucket] = {taken.bucket for taken in [crawl.take()] if taken}
        before = crawl.context.judge.value(bucket)
        crawl.run()
        assert crawl.context.judge.value(bucket) < before


def test_our_own_words_are_registered_not_those_of_libraries(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: Refused(111, b"inside".decode())}) as crawl:
        crawl.run()
        detail = crawl.errors()[SHOUJI].detail
        assert detail == "The connection could not be made, or broke before the answer came."
