"""Sitemaps that robots.txt files name, told to whoever queues them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Self

from scrapy import signals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.robotstxt import ProtegoRobotParser

# Sent with `urls` (a tuple of text) and `request` (the page that led to the host).
sitemaps_found = object()

MOST_SITEMAPS = 100


class RobotsSitemaps:
    """Extension: sends `sitemaps_found` for each robots.txt that names any."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self._robots_parsed, signals.robots_parsed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def _robots_parsed(self, robotparser: ProtegoRobotParser, request: Request) -> None:
        urls = tuple(islice(web_addresses(robotparser.rp.sitemaps), MOST_SITEMAPS))
        if urls:
            self._crawler.signals.send_catch_log(sitemaps_found, urls=urls, request=request)


def web_addresses(lines: Iterator[str]) -> Iterator[str]:
    """Each once, whole web addresses alone, as the sitemaps protocol asks."""
    seen = set()
    for line in lines:
        if line.startswith(("http://", "https://")) and line not in seen:
            seen.add(line)
            yield line
