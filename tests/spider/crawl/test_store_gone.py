"""A product page disappears, and perhaps comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from store.schema import pages, record_values, records
from tests.spider.crawl.small_crawl import SmallCrawl, status
from tests.spider.crawl.small_pages import PRODUCT, lonely

if TYPE_CHECKING:
    from pathlib import Path

THERE = {PRODUCT: lonely(PRODUCT, etag='"1"')}


@pytest.mark.parametrize("number", [404, 410])
def test_the_records_of_a_page_that_is_gone_end(tmp_path: Path, number: int) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=THERE) as first:
        first.run()
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: status(number)}) as second:
        second.run()
        assert second.stored() == {}
        assert second.rows(select(records.c.gone_at).where(records.c.gone_at.is_(None))) == []
        assert second.rows(select(record_values.c.id)) != []  # the past stays
        assert second.states() == {PRODUCT: "failed"}
        assert second.rows(select(pages.c.status, pages.c.visits)) == [(number, 2)]
        error = second.errors()[PRODUCT]
        assert (error.kind, error.times) == ("gone", 1)
        assert error.action == "the page is marked as gone, and its records with it"
        assert second.context.progress.total.errors == 1


def test_a_page_that_comes_back_brings_its_record_back(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=THERE) as first:
        first.run()
        before = first.stored()[PRODUCT].values
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: status(404)}) as second:
        second.run()
    # Its etag is the one we knew: asked for with it, the page would not be sent.
    with SmallCrawl(tmp_path, PRODUCT, site=THERE) as third:
        third.run()
        after = third.stored()[PRODUCT].values
        assert [value.raw for value in after] == [value.raw for value in before]
        assert third.states() == {PRODUCT: "done"}


def test_a_page_that_never_was_is_a_fault_and_no_more(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: status(404)}) as crawl:
        crawl.run()
        assert crawl.states() == {PRODUCT: "failed"}
        assert crawl.errors()[PRODUCT].action == "given up after once"
        assert crawl.rows(select(pages)) == []
