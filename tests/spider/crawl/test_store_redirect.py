"""The site sends us on: to a page, in circles, out of bounds."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from store.schema import captures, links, pages
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl, html, moved
from tests.spider.crawl.small_pages import PRODUCT, lonely

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.crawl.small_crawl import Reply

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
