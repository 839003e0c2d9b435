"""A crawl that ends tells of sites that fell; one that is stopped does not wait for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler

from specseek.after_crawl import RepairAfterCrawl
from spider.spiders import TopicSpider
from store.changes import changes_of
from tests.review.fallen_site import NOW, crawl, empty_page, new_page, shop

if TYPE_CHECKING:
    from pathlib import Path

    from review.context import ReviewContext


def end(context: ReviewContext, reason: str = "finished") -> None:
    spider = TopicSpider("phones")
    spider.topic = context.topic()
    RepairAfterCrawl(context.settings).spider_closed(spider, reason)


def test_a_repair_is_proposed_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100)
        end(context)
        with context.ledger.reading() as conn:
            assert len(changes_of(conn, "phones")) == 1
    assert "A repair waits, F1 about 1.00: specseek rules confirm 1" in caplog.text


def test_an_empty_site_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with shop(tmp_path) as context:
        crawl(context, empty_page, NOW + 100)
        end(context)
    assert "ALARM: only 25% of the known values" in caplog.text


@pytest.mark.parametrize("reason", ["shutdown", "disk-full"])
def test_a_crawl_that_was_stopped_ends_at_once(tmp_path: Path, reason: str) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100)
        end(context, reason)
        with context.ledger.reading() as conn:
            assert changes_of(conn, "phones") == []


def test_scrapy_finds_it() -> None:
    crawler = Crawler(Spider, {"SPECSEEK": None})
    extension = RepairAfterCrawl.from_crawler(crawler)
    extension.spider_closed(Spider("other"), "finished")  # no spider of ours: nothing to do
