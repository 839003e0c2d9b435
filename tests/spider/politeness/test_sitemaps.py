from __future__ import annotations

from scrapy import Request
from scrapy.robotstxt import ProtegoRobotParser
from scrapy.signals import robots_parsed
from scrapy.utils.test import get_crawler

from spider.politeness.sitemaps import (
    MOST_SITEMAPS,
    RobotsSitemaps,
    sitemaps_found,
    web_addresses,
)


def test_whole_web_addresses_are_taken_each_once() -> None:
    lines = ["http://a.example/1.xml", "/2.xml", "ftp://a.example/", "http://a.example/1.xml"]
    assert list(web_addresses(iter(lines))) == ["http://a.example/1.xml"]


def test_a_robots_txt_may_name_only_so_many() -> None:
    crawler = get_crawler()
    extension = RobotsSitemaps.from_crawler(crawler)
    found: list[str] = []

    def take(urls: tuple[str, ...]) -> None:
        found.extend(urls)

    crawler.signals.connect(take, sitemaps_found)
    lines = "".join(f"Sitemap: http://a.example/{number}.xml\n" for number in range(1_000))
    request = Request("http://a.example/")
    parser = ProtegoRobotParser(lines.encode(), None)
    crawler.signals.send_catch_log(robots_parsed, robotparser=parser, request=request)
    assert len(found) == MOST_SITEMAPS
    assert extension
