"""Finds spiders by name; every topic is a spider of its own name: `scrapy crawl phones`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.spiderloader import SpiderLoader

from core.topic import topic_names
from spider.spiders import TopicSpider

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy import Spider
    from scrapy.settings import BaseSettings


class TopicSpiderLoader(SpiderLoader):
    def __init__(self, settings: BaseSettings) -> None:
        super().__init__(settings)
        self._topics: Path = settings["SPECSEEK"].topics

    def load(self, spider_name: str) -> type[Spider]:
        """A topic with the name of another spider is crawled by `-a topic=NAME`."""
        if spider_name not in super().list() and spider_name in topic_names(self._topics):
            return type(spider_name, (TopicSpider,), {"name": spider_name})
        return super().load(spider_name)

    def list(self) -> list[str]:
        return list(dict.fromkeys([*super().list(), *topic_names(self._topics)]))
