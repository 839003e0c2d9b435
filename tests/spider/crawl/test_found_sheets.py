"""Style sheets come with product pages: few, once each, and nobody counts them as pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from spider.crawl.found_sheets import MOST_SHEETS_OF_PAGE, MOST_SHEETS_OF_SITE
from spider.crawl.opening import stored_sheets
from store.frontier import STYLE_SHEET, link_counts
from store.reports import site_reports
from store.schema import captures, links, pages
from tests.spider.crawl.small_crawl import TONGXUN, Reply, SmallCrawl, html, pocket, status
from tests.spider.crawl.small_pages import PRODUCT, TONGXUN_PRODUCTS

if TYPE_CHECKING:
    from pathlib import Path

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
    assert total.pages == len(whole.asked) - 1


def test_no_report_counts_it(whole: SmallCrawl) -> None:
    with whole.context.ledger.reading() as conn:
        known = sum(link_counts(conn, whole.context.topic.name).values())
        (report,) = site_reports(conn, whole.context.topic.name)
        all_links = len(conn.execute(select(links.c.id)).all())
    assert known == report.states.total() == all_links - 1


def test_pages_come_in_the_order_they_would_come_in_without_it(
    whole: SmallCrawl, tmp_path: Path
) -> None:
    without = {url: with_sheets(url) for url in whole.asked if b"/css/site.css" in pocket(url).body}
    with SmallCrawl(tmp_path, TONGXUN, site=without) as plain:
        plain.run()
        assert [url for url in whole.asked if url != STYLE] == plain.asked


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
    with SmallCrawl(tmp_path, PRODUCT, site=answers) as crawl:
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
    with SmallCrawl(tmp_path, PRODUCT, site=answers) as crawl:
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
    with SmallCrawl(tmp_path, PRODUCT, site=answers) as crawl:
        crawl.run()
        states = dict(crawl.rows(STATES))
        assert {name: states[TONGXUN + name] for name in no_sheets} == dict.fromkeys(
            no_sheets, "failed"
        )
        stored = crawl.rows(select(links.c.url).join(captures, captures.c.link_id == links.c.id))
        assert not {(TONGXUN + name,) for name in no_sheets} & set(stored)
        memories = crawl.context.judge.memories
        assert "(sheet)" not in str([memory.to_json() for memory in memories.values()])
