"""The spiders: any topic, and the phones."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import pytest
from scrapy.crawler import Crawler
from scrapy.settings import Settings

from core.errors import SpecSeekError
from core.settings import SHIPPED_TOPICS, load_settings
from core.topic import shipped_topic
from samples.crawl_process import CrawlProcess
from spider.faults import CannotRenderError
from spider.spiders import TopicSpider, TopicSpiderLoader, prepare_rendering
from tests.spider.simulated_crawl import SHOUJI, TONGXUN, SmallCrawl
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


def test_every_topic_is_a_spider_of_its_name(tmp_path: Path) -> None:
    crawler = crawler_in(tmp_path, SHOUJI)
    loader = TopicSpiderLoader(crawler.settings)
    assert sorted(loader.list()) == ["forums", "news", "phones", "topic"]
    spider = loader.load("phones").from_crawler(crawler)
    assert isinstance(spider, TopicSpider)
    assert (spider.name, spider.topic.name, spider.topic.seeds) == ("phones", "phones", (SHOUJI,))
    spider.context.resources.close()


def test_a_topic_takes_no_other_spiders_name(tmp_path: Path) -> None:
    crawler = crawler_in(tmp_path, SHOUJI)
    (tmp_path / "topics" / "news.yaml").touch()
    loader = TopicSpiderLoader(crawler.settings)
    assert not issubclass(loader.load("news"), TopicSpider)
    with pytest.raises(KeyError, match="Spider not found: laptops"):
        loader.load("laptops")


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
    with pytest.raises(SpecSeekError, match=r"phones\.yaml:\d+:\d+: .*is not a web address"):
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


# What is missing is told before anything is fetched.


PHONES = shipped_topic("phones")
RENDERED = PHONES.model_copy(update={"render": ("shop.example",)})
MIDDLEWARE = "spider.rendering.middleware.Rendering"


def settings(chromium: str = sys.executable) -> Settings:
    chosen = load_settings(environ={"SPECSEEK_CRAWL_CHROMIUM": chromium})
    return Settings({"SPECSEEK": chosen, "DOWNLOADER_MIDDLEWARES": {"another": 1}})


def test_a_topic_without_hosts_to_render_needs_nothing() -> None:
    unchanged = settings(chromium="/nowhere/chromium")
    prepare_rendering(PHONES, unchanged)
    assert unchanged.getdict("DOWNLOADER_MIDDLEWARES") == {"another": 1}


def test_a_topic_with_hosts_to_render_gets_the_middleware(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider.spiders.find_spec", lambda _: object())
    prepared = settings()
    prepare_rendering(RENDERED, prepared)
    assert prepared.getdict("DOWNLOADER_MIDDLEWARES") == {"another": 1, MIDDLEWARE: 580}


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider.spiders.find_spec", lambda _: None)
    with pytest.raises(CannotRenderError) as told:
        prepare_rendering(RENDERED, settings())
    assert "shop.example" in str(told.value)
    assert "pip install 'specseek[render]'" in str(told.value)


@pytest.mark.parametrize("chromium", ["", "/nowhere/chromium", "/usr", __file__])
def test_a_missing_browser_is_told(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider.spiders.find_spec", lambda _: object())
    with pytest.raises(CannotRenderError, match=r"no program .* crawl.chromium"):
        prepare_rendering(RENDERED, settings(chromium))


def test_a_crawl_that_cannot_render_ends_before_it_begins(tmp_path: Path) -> None:
    phones = (SHIPPED_TOPICS / "phones.yaml").read_text("utf-8")
    (tmp_path / "phones.yaml").write_text(f"render: [shop.example]\n{phones}", "utf-8")
    crawl = CrawlProcess(
        "http://127.0.0.1:1",
        tmp_path / "data",
        settings={
            "SPECSEEK_TOPICS": str(tmp_path),
            "SPECSEEK_CRAWL_CHROMIUM": "/nowhere/chromium",
        },
    ).run()
    assert crawl.returncode == 1
    told = crawl.stderr.decode().splitlines()[-1]
    assert told.startswith("Error: the topic phones has pages shown by a browser (shop.example), ")
    assert not (tmp_path / "data").exists()
