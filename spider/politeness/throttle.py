"""The pause between two requests to a host: AutoThrottle's, but never less than robots.txt asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.extensions.throttle import AutoThrottle

from spider.politeness.identity import ROBOTS_TOKEN

if TYPE_CHECKING:
    from protego import Protego
    from scrapy import Request, Spider
    from scrapy.core.downloader import Downloader
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.robotstxt import ProtegoRobotParser

LONGEST_CRAWL_DELAY = 60.0


class PoliteThrottle(AutoThrottle):
    """In the place of Scrapy's own. Setting CRAWL_DELAY_MAX limits what robots.txt may ask for."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._longest = crawler.settings.getfloat("CRAWL_DELAY_MAX", LONGEST_CRAWL_DELAY)
        self._asked_for: dict[str, float] = {}
        crawler.signals.connect(self._note_robots, signals.robots_parsed)
        crawler.signals.connect(self._keep_pause, signals.request_reached_downloader)

    def _note_robots(self, robotparser: ProtegoRobotParser, request: Request) -> None:
        delay = min(asked_delay(robotparser.rp), self._longest)
        if delay:
            slot = self._downloader.get_slot_key(request)
            self._asked_for[slot] = max(delay, self._asked_for.get(slot, 0.0))

    @property
    def _downloader(self) -> Downloader:
        if self.crawler.engine is None:
            raise RuntimeError("pauses are kept while a crawl runs")
        return self.crawler.engine.downloader

    def _response_downloaded(self, response: Response, request: Request, spider: Spider) -> None:
        super()._response_downloaded(response, request, spider)
        self._keep_pause(request)

    def _keep_pause(self, request: Request) -> None:
        """Slots are forgotten when idle, so this is done whenever one is used."""
        key = request.meta["download_slot"]
        asked = self._asked_for.get(key)
        slot = self._downloader.slots.get(key)
        if asked and slot:
            slot.delay = max(slot.delay, asked)
            slot.jitter = 0.0  # else half of the pauses would be shorter


def asked_delay(robots: Protego) -> float:
    """Seconds between requests that a robots.txt asks us for; 0.0 if it does not."""
    delay = robots.crawl_delay(ROBOTS_TOKEN) or 0.0
    rate = robots.request_rate(ROBOTS_TOKEN)
    return max(delay, rate.seconds / rate.requests if rate else 0.0)
