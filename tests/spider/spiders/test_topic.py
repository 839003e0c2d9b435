"""The spiders: any topic, and the phones."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from scrapy.crawler import Crawler
from scrapy.settings import Settings

from core.errors import SpecSeekError
from core.settings import load_settings
from spider.spiders.phones import PhonesSpider
from spider.spiders.topic import TopicSpider
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
    from pathlib import Path


def crawler_in(folder: Path, *seeds: str) -> Crawler:
    topics = write_topic(folder, *seeds)
    variables = {"SPECSEEK_TOPICS": str(topics), "SPECSEEK_DATA": str(folder / "data")}
    settings = Settings()
    settings.setmodule("spider.settings", priority="project")
    settings.set("SPECSEEK", load_settings(folder, environ=variables), priority="cmdline")
    return Crawler(TopicSpider, settings)


def test_the_phones_are_a_topic_by_their_own_name(tmp_path: Path) -> None:
    spider = PhonesSpider.from_crawler(crawler_in(tmp_path, SHOUJI))
    assert spider.topic.name == "phones"
    assert spider.topic.seeds == (SHOUJI,)
    spider.context.resources.close()


def test_it_starts_with_the_seeds(tmp_path: Path) -> None:
    async def started(spider: TopicSpider) -> list[str]:
        return [request.url async for request in spider.start()]

    with SmallCrawl(tmp_path, SHOUJI, TONGXUN) as crawl:
        assert asyncio.run(started(crawl.spider)) == [SHOUJI, TONGXUN]


def test_an_unknown_topic_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(SpecSeekError, match=r"no topic 'laptops' in .*topics \(there: phones\)"):
        TopicSpider.from_crawler(crawler_in(tmp_path, SHOUJI), topic="laptops")
    with pytest.raises(SpecSeekError, match=r"no topic 'topic' .*-a topic=NAME"):
        TopicSpider.from_crawler(crawler_in(tmp_path, SHOUJI))


def test_a_topic_without_seeds_is_told(tmp_path: Path) -> None:
    crawler = crawler_in(tmp_path, SHOUJI)
    file = tmp_path / "topics" / "phones.yaml"
    file.write_text(file.read_text("utf-8").replace(f"  - {SHOUJI}\n", "").replace("seeds:", ""))
    with pytest.raises(SpecSeekError, match="no seeds, so there is nowhere to begin"):
        TopicSpider.from_crawler(crawler, topic="phones")


def test_a_mistake_in_the_topic_file_is_told_with_its_line(tmp_path: Path) -> None:
    crawler = crawler_in(tmp_path, "gopher://www.shouji.example/")
    with pytest.raises(SpecSeekError, match=r"phones\.yaml:\d+:\d+: .*no web address"):
        TopicSpider.from_crawler(crawler, topic="phones")


def test_an_unknown_kind_of_revisit_opens_nothing(tmp_path: Path) -> None:
    with pytest.raises(SpecSeekError, match="choose one of all, due, none"):
        TopicSpider.from_crawler(crawler_in(tmp_path, SHOUJI), topic="phones", revisit="often")
    assert not (tmp_path / "data").exists()


def test_the_queue_is_the_ledger_s_unless_a_person_says_otherwise(tmp_path: Path) -> None:
    crawler = crawler_in(tmp_path, SHOUJI)
    assert crawler.settings["SCHEDULER"] == "spider.scheduler.LedgerScheduler"
    said = crawler.settings.copy()
    said.set("SCHEDULER", "scrapy.core.scheduler.Scheduler", priority="cmdline")
    assert Crawler(TopicSpider, said).settings["SCHEDULER"] == "scrapy.core.scheduler.Scheduler"
