"""`scrapy crawl phones`."""

from __future__ import annotations

from spider.spiders.topic import TopicSpider


class PhonesSpider(TopicSpider):
    name = "phones"
