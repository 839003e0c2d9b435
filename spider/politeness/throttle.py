"""Politeness: user agent, pauses between requests, and backing off."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.extensions.throttle import AutoThrottle

from core.urls import site_of_link

if TYPE_CHECKING:
    from protego import Protego
    from scrapy import Request, Spider
    from scrapy.core.downloader import Downloader
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.robotstxt import ProtegoRobotParser


ROBOTS_TOKEN = "SpecSeek"  # noqa: S105 - the name that robots.txt files call us by


def user_agent(contact: str) -> str:
    """Name, version, and a contact for the crawl (a mail or web address, if set)."""
    name = f"{ROBOTS_TOKEN}/{version('specseek')}"
    if not contact:
        return name
    return f"{name} (+{contact if '://' in contact else f'mailto:{contact}'})"


# The delay between two requests to a host: AutoThrottle's, but at least what robots.txt asks for,
# and what Scrapy's setting DOWNLOAD_SLOTS says: {"shop.example": {"delay": 10}}.


LONGEST_CRAWL_DELAY = 60.0


class PoliteThrottle(AutoThrottle):
    """Replaces Scrapy's own. CRAWL_DELAY_MAX limits what robots.txt may ask for."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._longest = crawler.settings.getfloat("CRAWL_DELAY_MAX", LONGEST_CRAWL_DELAY)
        slots = crawler.settings.getdict("DOWNLOAD_SLOTS")
        self._shortest: dict[str, float] = {
            host: slot["delay"] for host, slot in slots.items() if "delay" in slot
        }
        crawler.signals.connect(self._note_robots, signals.robots_parsed)
        crawler.signals.connect(self._keep_pause, signals.request_reached_downloader)

    def _note_robots(self, robotparser: ProtegoRobotParser, request: Request) -> None:
        delay = min(asked_delay(robotparser.rp), self._longest)
        if delay:
            slot = self._downloader.get_slot_key(request)
            self._shortest[slot] = max(delay, self._shortest.get(slot, 0.0))
            crawl = getattr(self.crawler.spider, "crawl", None)
            if crawl:
                crawl.context.backoff.note_delay(site_of_link(request.url), delay)

    @property
    def _downloader(self) -> Downloader:
        if self.crawler.engine is None:
            raise RuntimeError("pauses can only be kept while a crawl runs")
        return self.crawler.engine.downloader

    def _response_downloaded(self, response: Response, request: Request, spider: Spider) -> None:
        super()._response_downloaded(response, request, spider)
        self._keep_pause(request)

    def _keep_pause(self, request: Request) -> None:
        """Idle slots are dropped, so this is done whenever one is used."""
        key = request.meta["download_slot"]
        shortest = self._shortest.get(key)
        slot = self._downloader.slots.get(key)
        if shortest and slot:
            slot.delay = max(slot.delay, shortest)
            slot.jitter = 0.0  # else half of the pauses would be shorter


def asked_delay(robots: Protego) -> float:
    """The crawl delay that a robots.txt asks for, in seconds; 0.0 if it does not."""
    delay = robots.crawl_delay(ROBOTS_TOKEN) or 0.0
    rate = robots.request_rate(ROBOTS_TOKEN)
    return max(delay, rate.seconds / rate.requests if rate else 0.0)


# When a site that asked for fewer requests may be requested again.


SECONDS = re.compile(r"[0-9]+")
ASKS_FOR_FEWER = frozenset({429, 503})


@dataclass
class _Pause:
    until: float
    refusals: int


class SiteBackoff:
    """Not-before times by site: what the site says, else doubled with each refusal in a row.

    Times are seconds since the epoch.
    """

    def __init__(self, first_pause: float = 5.0, longest_pause: float = 3600.0) -> None:
        self._first_pause = first_pause
        self._longest_pause = longest_pause
        self._pauses: dict[str, _Pause] = {}
        self._delays: dict[str, float] = {}

    def note(
        self, site: str, status: int, retry_after: str | bytes | None, now: float
    ) -> float | None:
        """Note a response; if it asks for fewer requests, returns when to try again."""
        if status not in ASKS_FOR_FEWER:
            if status < 500:  # a site that fails in another way has not recovered yet
                self._pauses.pop(site, None)
            return None
        pause = self._pauses.setdefault(site, _Pause(now, 0))
        if now >= pause.until:  # otherwise it answers a request from before the pause
            pause.refusals += 1
        seconds = seconds_to_wait(retry_after, now) or self._doubled(pause.refusals)
        pause.until = max(pause.until, now + min(seconds, self._longest_pause))
        return pause.until

    def note_delay(self, site: str, seconds: float) -> None:
        """What the robots.txt of a host of the site asks for."""
        self._delays[site] = max(seconds, self._delays.get(site, 0.0))

    def next_holder_may_ask(self, site: str, now: float, delay: float) -> float:
        """When another crawler may send its first request, assuming that we just sent one."""
        return max(self.ready_at(site), now + max(delay, self._delays.get(site, 0.0)))

    def wait(self, site: str, until: float) -> None:
        """Send nothing before that time: another crawler has just sent a request."""
        pause = self._pauses.setdefault(site, _Pause(until, 0))
        pause.until = max(pause.until, until)

    def ready_at(self, site: str) -> float:
        """When the site may be requested again; 0.0 if it never refused."""
        pause = self._pauses.get(site)
        return pause.until if pause else 0.0

    def _doubled(self, refusals: int) -> float:
        doublings = min(refusals - 1, 60)  # enough for any limit, and still a finite float
        return self._first_pause * 2.0**doublings


def seconds_to_wait(retry_after: str | bytes | None, now: float) -> float | None:
    """The seconds that a Retry-After header asks for; None if it is not valid.

    >>> seconds_to_wait(b"120", now=0), seconds_to_wait("Thu, 01 Jan 1970 00:01:00 GMT", now=0)
    (120.0, 60.0)
    """
    text = retry_after.decode("latin-1") if isinstance(retry_after, bytes) else retry_after or ""
    text = text.strip()[:50]
    if SECONDS.fullmatch(text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if date.tzinfo is None:  # two of the three HTTP date formats have no time zone
        date = date.replace(tzinfo=UTC)
    return max(0.0, date.timestamp() - now)
