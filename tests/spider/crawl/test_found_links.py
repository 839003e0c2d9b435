"""Which links of a page are queued."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from store.schema import links
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl, html

if TYPE_CHECKING:
    from pathlib import Path

A, B, C = (f"{SHOUJI}{name}" for name in "abc")


def page(*targets: str, head: str = "") -> str:
    anchors = "".join(f'<p><a href="{target}">{target}</a></p>' for target in targets)
    return f"<html><head>{head}</head><body>{anchors}</body></html>"


def test_links_are_queued_once_with_the_page_they_stand_on(tmp_path: Path) -> None:
    site = {SHOUJI: html(page("/a", "/a?utm_source=x", "/a#top", "/b")), A: html(page("/b", "/"))}
    with SmallCrawl(tmp_path, site=site | {B: html("")}) as crawl:
        assert sorted(crawl.run()) == [SHOUJI, A, B]
        found = crawl.rows(select(links.c.url, links.c.found_on, links.c.depth, links.c.anchor))
        home = crawl.rows(select(links.c.id).where(links.c.url == SHOUJI))[0][0]
        assert found == [(SHOUJI, None, 0, ""), (A, home, 1, "/a?utm_source=x"), (B, home, 1, "/b")]


def test_the_crawl_stays_on_the_sites_of_its_seeds(tmp_path: Path) -> None:
    elsewhere = "http://elsewhere.example/"
    site = {SHOUJI: html(page(elsewhere, TONGXUN, "http://bbs.shouji.example/"))}
    with SmallCrawl(tmp_path, SHOUJI, site=site) as crawl:
        crawl.run(most=1)
        assert crawl.states().keys() == {SHOUJI, "http://bbs.shouji.example/"}
        assert crawl.errors() == {}


def test_so_many_steps_from_a_seed_and_no_further(tmp_path: Path) -> None:
    site = {SHOUJI: html(page("/a")), A: html(page("/b")), B: html(page("/c"))}
    with SmallCrawl(tmp_path, site=site, depth=2) as crawl:
        assert crawl.run() == [SHOUJI, A, B]


def test_a_link_met_too_deep_is_followed_where_it_is_met_again_nearer(tmp_path: Path) -> None:
    near = f"{SHOUJI}near"
    site = {
        SHOUJI: html(page("/a", "/near")),
        A: html(page("/b")),
        B: html(page("/c")),
        near: html(page("/c")),
        C: html(""),
    }
    with SmallCrawl(tmp_path, site=site, depth=2) as crawl:
        crawl.visit(SHOUJI)
        for url in (A, B, near, C):
            crawl.visit(url)
        assert crawl.asked == [SHOUJI, A, B, near, C]


def test_a_page_may_ask_not_to_follow_its_links(tmp_path: Path) -> None:
    asks = '<meta name="robots" content="noindex, nofollow">'
    site = {SHOUJI: html(page("/a", "/b", head=asks))}
    with SmallCrawl(tmp_path, site=site) as crawl:
        assert crawl.run() == [SHOUJI]


def test_links_to_addresses_that_may_not_be_contacted_are_told(tmp_path: Path) -> None:
    unsafe = ["http://127.0.0.1/admin", "http://169.254.169.254/", "http://router/"]
    with SmallCrawl(tmp_path, site={SHOUJI: html(page(*unsafe))}) as crawl:
        assert crawl.run() == [SHOUJI]
        errors = crawl.errors()
        assert errors.keys() >= set(unsafe[:2])
        for error in errors.values():
            assert (error.kind, error.action) == ("forbidden-address", "left out")
            assert error.detail.startswith(f"{SHOUJI} links to it, but ")
        assert crawl.context.progress.faults["forbidden-address"].count == len(errors)


def test_a_page_full_of_them_does_not_fill_the_register(tmp_path: Path) -> None:
    unsafe = [f"http://10.0.{a}.{b}/" for a in range(20) for b in range(20)]
    with SmallCrawl(tmp_path, site={SHOUJI: html(page(*unsafe))}) as crawl:
        crawl.run()
        assert len(crawl.errors()) == 20


def test_an_old_run_s_links_are_known_to_the_next(tmp_path: Path) -> None:
    site = {SHOUJI: html(page("/a")), A: html(page("/"))}
    for _ in range(2):
        with SmallCrawl(tmp_path, site=site) as crawl:
            assert sorted(crawl.run()) == [SHOUJI, A]
