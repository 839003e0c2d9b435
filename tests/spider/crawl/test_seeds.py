"""Where a crawl begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from store.schema import links
from tests.spider.crawl.small_crawl import SHOUJI, SmallCrawl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def crawl(tmp_path: Path) -> Iterator[SmallCrawl]:
    with SmallCrawl(tmp_path, SHOUJI) as crawl:
        yield crawl


def test_seeds_stand_before_all_else(crawl: SmallCrawl) -> None:
    wanted = select(links.c.url, links.c.level, links.c.depth, links.c.link_group, links.c.state)
    assert crawl.rows(wanted) == [(SHOUJI, 9, 0, "list", "queued")]


def test_a_seed_is_known_by_any_spelling(crawl: SmallCrawl) -> None:
    assert not crawl.crawl.queue_address("HTTP://WWW.shouji.example:80/?utm_source=a#b")
    assert crawl.crawl.queue_address(f"{SHOUJI}sitemap.xml")
    assert crawl.states().keys() == {SHOUJI, f"{SHOUJI}sitemap.xml"}


@pytest.mark.parametrize(
    "told", ["http://elsewhere.example/sitemap.xml", "ftp://www.shouji.example/", "", "http://["]
)
def test_what_is_none_of_ours_is_passed_over(crawl: SmallCrawl, told: str) -> None:
    assert not crawl.crawl.queue_address(told)
    assert crawl.states().keys() == {SHOUJI}
