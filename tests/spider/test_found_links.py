"""Which links of a page are queued."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from spider.context import stored_sheets
from spider.found_links import MOST_SHEETS_OF_PAGE, MOST_SHEETS_OF_SITE
from store.frontier import STYLE_SHEET, link_counts
from store.reports import site_reports
from store.schema import captures, links, pages
from tests.spider.simulated_crawl import (
    PRODUCT,
    SHOUJI,
    TONGXUN,
    TONGXUN_PRODUCTS,
    Reply,
    SmallCrawl,
    html,
    pocket,
    status,
)

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


# Style sheets come with product pages: few, once each, and nobody counts them as pages.


STYLE = TONGXUN + "css/site.css"
CSS = "text/css; charset=gbk"
STATES = select(links.c.url, links.c.state).where(links.c.link_group == STYLE_SHEET)


def with_sheets(url: str, *addresses: str) -> Reply:
    """A product page that links to other sheets than its own."""
    tags = "".join(f"<link rel=stylesheet href='{address}'>" for address in addresses)
    body = pocket(url).body.decode().replace("<link rel=stylesheet href=/css/site.css>", tags)
    return html(body)


def sheet(text: str, kind: str = CSS) -> Reply:
    return Reply(text.encode("gbk"), 200, {"Content-Type": kind})


def test_a_sheet_is_fetched_once_and_is_no_page(whole: SmallCrawl) -> None:
    assert whole.asked.count(STYLE) == 1
    assert whole.rows(STATES) == [(STYLE, "done")]
    assert whole.rows(select(pages.c.url).where(pages.c.url == STYLE)) == []
    total = whole.context.progress.total
    assert total.pages == len(whole.asked_for_pages()) - 1


def test_no_report_counts_it(whole: SmallCrawl) -> None:
    with whole.context.ledger.reading() as conn:
        known = sum(link_counts(conn, whole.context.topic.name).values())
        (report,) = site_reports(conn, whole.context.topic.name)
        all_links = len(conn.execute(select(links.c.id)).all())
    pictures = len(whole.asked) - len(whole.asked_for_pages())
    assert known == report.states.total() == all_links - 1 - pictures


def test_pages_come_in_the_order_they_would_come_in_without_it(
    whole: SmallCrawl, tmp_path: Path
) -> None:
    without = {url: with_sheets(url) for url in whole.asked if b"/css/site.css" in pocket(url).body}
    with SmallCrawl(tmp_path, TONGXUN, site=without) as plain:
        plain.run()
        assert [url for url in whole.asked_for_pages() if url != STYLE] == plain.asked_for_pages()


def test_stored_sheets_are_found_by_any_spelling_of_their_address(whole: SmallCrawl) -> None:
    context = whole.context
    sheets = stored_sheets(context.ledger, whole.data / "archive", context.topic.name)
    assert sheets("HTTP://M.Tongxun.Example:80/css/site.css#x") == pocket(STYLE).body.decode()
    assert sheets(TONGXUN + "css/other.css") is None
    assert sheets("nonsense") is None


def test_imports_are_fetched_and_encodings_are_understood(tmp_path: Path) -> None:
    answers = {
        PRODUCT: with_sheets(PRODUCT, "/a.css?v=2"),
        TONGXUN + "a.css?v=2": sheet("@import 'b.css'; p { font-family: 宋体 }"),
        TONGXUN + "b.css": sheet("b { color: red }"),
    }
    with SmallCrawl(tmp_path, PRODUCT, site=answers, depth=1) as crawl:
        crawl.run()
        context = crawl.context
        sheets = stored_sheets(context.ledger, crawl.data / "archive", context.topic.name)
        assert "宋体" in (sheets(TONGXUN + "a.css?v=2") or "")
        assert sheets(TONGXUN + "b.css") == "b { color: red }"


def test_a_page_and_a_site_have_only_a_few(tmp_path: Path) -> None:
    answers = {
        product.url: with_sheets(product.url, *(f"/{page}-{n}.css" for n in range(10)))
        for page, product in enumerate(TONGXUN_PRODUCTS)
    }
    with SmallCrawl(tmp_path, TONGXUN, site=answers) as crawl:
        crawl.run()
        asked = [url for url in crawl.asked if url.endswith(".css")]
        assert len(asked) == MOST_SHEETS_OF_SITE
        assert sum("/0-" in url for url in asked) <= MOST_SHEETS_OF_PAGE


def test_sheets_elsewhere_and_of_other_pages_are_not_asked_for(tmp_path: Path) -> None:
    answers = {
        TONGXUN: html("<link rel=stylesheet href=/list.css><p>手机</p>"),
        PRODUCT: with_sheets(PRODUCT, "http://cdn.example/a.css", "http://127.0.0.1/a.css"),
    }
    with SmallCrawl(tmp_path, PRODUCT, site=answers, depth=1) as crawl:
        crawl.run()
        assert not [url for url in crawl.asked if url.endswith("a.css") or "list.css" in url]


def test_what_is_no_sheet_is_let_go_and_teaches_nothing(tmp_path: Path) -> None:
    no_sheets = ("gone.css", "page.css", "moved.css")
    answers = {
        PRODUCT: with_sheets(PRODUCT, *(f"/{name}" for name in no_sheets)),
        TONGXUN + "gone.css": status(404),
        TONGXUN + "page.css": html("<p>no sheet"),
        TONGXUN + "moved.css": Reply(b"", 301, {"Location": "/css/site.css"}),
    }
    with SmallCrawl(tmp_path, PRODUCT, site=answers, depth=1) as crawl:
        crawl.run()
        states = dict(crawl.rows(STATES))
        assert {name: states[TONGXUN + name] for name in no_sheets} == dict.fromkeys(
            no_sheets, "failed"
        )
        stored = crawl.rows(select(links.c.url).join(captures, captures.c.link_id == links.c.id))
        assert not {(TONGXUN + name,) for name in no_sheets} & set(stored)
        memories = crawl.context.judge.memories
        assert "(sheet)" not in str([memory.to_json() for memory in memories.values()])


def test_as_many_links_wait_as_may(tmp_path: Path) -> None:
    many = html(page(*(f"/p{number}" for number in range(9))))
    site = {SHOUJI: many, TONGXUN: many}
    with SmallCrawl(tmp_path, *site, site=site, queue_per_site=3, queue=5) as crawl:
        crawl.run(most=2)
        waiting = crawl.states().keys() - site.keys()
        errors = crawl.errors()
    assert sorted(len([url for url in waiting if url.startswith(home)]) for home in site) == [2, 3]
    assert {url: error.kind for url, error in errors.items()} == dict.fromkeys(site, "queue-full")
    first = min(errors.values(), key=lambda error: error.detail)
    assert first.detail == f"As many links wait as may; 6 of {first.url} were left out."
    assert first.action == "to be queued when they are found again"


def test_links_that_found_no_room_are_queued_when_they_are_found_again(tmp_path: Path) -> None:
    site = {SHOUJI: html(page("/a", "/b", "/c")), A: html(page("/b", "/c")), B: html("")}
    with SmallCrawl(tmp_path, site=site | {C: html("")}, queue_per_site=1) as crawl:
        assert len(crawl.run()) == 3  # the seed, one of its links, and one that was found again
