"""The site answers a conditional request: the page is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from store.schema import captures, links, pages, record_values, records
from tests.spider.crawl.small_crawl import SmallCrawl, status
from tests.spider.crawl.small_pages import PRODUCT, lonely

if TYPE_CHECKING:
    from pathlib import Path

SITE = {PRODUCT: lonely(PRODUCT, etag='"1"')}


def test_nothing_is_written_anew(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as first:
        first.run()
        before = [first.rows(select(table)) for table in (records, record_values)]
        [page] = first.rows(select(pages))
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as second:
        assert second.run() == [PRODUCT]
        assert [second.rows(select(table)) for table in (records, record_values)] == before
        [again] = second.rows(select(pages))
        assert (again.status, again.visits, again.changes) == (304, 2, 0)
        assert (again.capture_id, again.digest) == (page.capture_id, page.digest)
        assert again.title == page.title
        assert again.next_visit_at > page.next_visit_at
        assert second.records == []
        assert second.context.progress.total.unchanged == 1
        kinds = second.rows(select(captures.c.kind, captures.c.digest).order_by(captures.c.id))
        assert kinds == [("response", page.digest), ("revisit", page.digest)]


def test_a_site_that_says_so_though_nobody_asked_is_not_believed(tmp_path: Path) -> None:
    unasked = {PRODUCT: status(304, ETag='"1"')}
    with SmallCrawl(tmp_path, PRODUCT, site=unasked) as crawl:
        crawl.run()
        assert crawl.states() == {PRODUCT: "failed"}
        assert crawl.errors()[PRODUCT].kind == "not-http"
        assert crawl.rows(select(pages)) == []
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as later:
        later.run()
        assert later.stored().keys() == {PRODUCT}
        assert later.rows(select(links.c.state)) == [("done",)]
