from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from core.errors import SpecSeekError
from spider.crawl.revisit import Revisit
from store.schema import pages
from tests.spider.crawl.small_crawl import SmallCrawl
from tests.spider.crawl.small_pages import PRODUCT, lonely

if TYPE_CHECKING:
    from pathlib import Path

HOUR = 3600.0


def test_the_choices_are_named_where_one_is_unknown() -> None:
    assert Revisit.named("due") is Revisit.DUE
    with pytest.raises(SpecSeekError, match="'often' is unknown; choose one of all, due, none"):
        Revisit.named("often")


def planned(crawl: SmallCrawl) -> float:
    """Hours until the next visit."""
    [(fetched_at, next_visit_at)] = crawl.rows(select(pages.c.fetched_at, pages.c.next_visit_at))
    return float(next_visit_at - fetched_at) / HOUR


def test_the_settings_bound_the_time_until_the_next_visit(tmp_path: Path) -> None:
    site = {PRODUCT: lonely(PRODUCT)}
    with SmallCrawl(
        tmp_path, PRODUCT, site=site, revisit_hours_least=1, revisit_hours_most=2
    ) as crawl:
        crawl.run()
        assert planned(crawl) == pytest.approx(2)


def test_a_page_that_changed_is_visited_earlier_than_one_that_did_not(tmp_path: Path) -> None:
    for name, old, new in (("same", "", ""), ("other", "参数", "規格")):
        (tmp_path / name).mkdir()
        with SmallCrawl(tmp_path / name, PRODUCT, site={PRODUCT: lonely(PRODUCT)}) as first:
            first.run()
        with SmallCrawl(
            tmp_path / name, PRODUCT, site={PRODUCT: lonely(PRODUCT, old, new)}
        ) as second:
            second.run()
            assert planned(second) == pytest.approx({"same": 24, "other": 6}[name])
