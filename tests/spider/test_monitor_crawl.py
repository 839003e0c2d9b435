"""A crawl of another topic, by its files alone: German and American monitor shops."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.record import Pair, Record
from samples.labels import is_right
from samples.pocket_web import MONITOR_SITES, PocketWeb
from spider.spiders import TopicSpider
from store.records import current_records
from tests.spider.simulated_crawl import SimulatedCrawl, crawler_for

if TYPE_CHECKING:
    from store.records import CurrentRecord

pytestmark = pytest.mark.slow

WEB = PocketWeb(MONITOR_SITES, ())


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> list[CurrentRecord]:
    """What is in the ledger after a whole crawl from the topic's seeds."""
    folder = tmp_path_factory.mktemp("monitors")
    crawler = crawler_for(TopicSpider, folder, {"SPECSEEK_DATA": str(folder / "data")})
    with SimulatedCrawl(crawler, None, topic="monitors") as crawl:
        for seed in crawl.spider.topic.seeds:
            crawl.crawl.queue_address(seed)
        crawl.run()
        with crawl.crawl.context.ledger.reading() as conn:
            return list(current_records(conn, "monitors"))


@pytest.mark.parametrize("host", WEB.sites)
def test_every_product_page_is_found_and_read_whole(stored: list[CurrentRecord], host: str) -> None:
    by_rule = {record.url: record for record in stored if record.source == "rule"}
    for page in WEB.product_pages(host):
        pairs = (Pair(one.attribute, one.name, one.raw) for one in by_rule[page.url].values)
        assert is_right([Record(tuple(pairs))], page), page.url


def test_no_other_page_gives_a_record(stored: list[CurrentRecord]) -> None:
    """Neither print views and deals, which are copies, nor lists, news and glossaries."""
    products = {page.url for host in WEB.sites for page in WEB.product_pages(host)}
    assert {record.url for record in stored} == products
