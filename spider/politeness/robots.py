"""robots.txt as in RFC 9309.

Scrapy's own middleware allows everything if robots.txt is unreachable, caches it for ever, and lets
through all but two of the requests that wait for it at the same time.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest, StopDownload
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.misc import build_from_crawler
from twisted.internet.defer import Deferred

from spider.faults import (
    Fault,
    FaultKind,
    RobotsForbidError,
    RobotsUnreachableError,
    fault_of_failure,
    fault_of_response,
)
from store.database import steady_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.robotstxt import ProtegoRobotParser, RobotParser
    from scrapy.settings import BaseSettings


MOST_READ = 500 * 1024
IS_ROBOTS = "is_robots_request"
TAKEN = "robots_bytes"
THERE_IS_NONE = frozenset({FaultKind.GONE, FaultKind.CLIENT_ERROR})


class PoliteRobots(RobotsTxtMiddleware):
    """4xx: all allowed. 5xx, 429 or unreachable: nothing for now. At most 500 KB are read."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._memory = RobotsMemory()
        self._waiting: dict[str, list[Deferred[None]]] = {}
        crawler.signals.connect(self._stop_after_the_most, signals.bytes_received)

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        try:
            super().process_request_2(rp, request)
        except IgnoreRequest as error:
            raise RobotsForbidError(request.url) from error

    async def robot_parser(self, request: Request) -> RobotParser:
        """The parser for the request's origin, fetched once however many requests wait for it."""
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(request.url))
        while (answer := self._memory.get(origin, steady_time())) is None:
            if origin in self._waiting:
                turn: Deferred[None] = Deferred()
                self._waiting[origin].append(turn)
                await maybe_deferred_to_future(turn)
            else:
                await self._learn(origin, request)
        if isinstance(answer.parser, Fault):
            raise RobotsUnreachableError(origin, answer.parser, answer.until)
        return answer.parser

    async def _learn(self, origin: str, request: Request) -> None:
        self._waiting[origin] = []
        try:
            answer = await self._asked(origin)
            if not isinstance(answer.parser, Fault):
                await self.crawler.signals.send_catch_log_async(
                    signal=signals.robots_parsed, robotparser=answer.parser, request=request
                )
            self._memory.put(origin, answer)
        finally:
            for turn in self._waiting.pop(origin):
                turn.callback(None)

    async def _asked(self, origin: str) -> RobotsAnswer:
        self._stats.inc_value("robotstxt/request_count")
        request = Request(
            f"{origin}/robots.txt",
            priority=self.DOWNLOAD_PRIORITY,
            meta={"dont_obey_robotstxt": True, IS_ROBOTS: True},
            callback=NO_CALLBACK,
        )
        engine = self.crawler.engine
        if engine is None:
            raise RuntimeError("robots.txt can only be fetched while a crawl runs")
        try:
            response = await engine.download_async(request)
        except Exception as error:  # noqa: BLE001 - whatever it was, the file is out of reach
            self._stats.inc_value(f"robotstxt/exception_count/{type(error)}")
            return RobotsAnswer(fault_of_failure(error), steady_time() + UNREACHABLE_SECONDS)
        return self._answer_of(response)

    def _answer_of(self, response: Response) -> RobotsAnswer:
        self._stats.inc_value("robotstxt/response_count")
        self._stats.inc_value(f"robotstxt/response_status_count/{response.status}")
        fault = fault_of_response(response.status, response.headers)
        if fault and fault.kind not in THERE_IS_NONE:
            return RobotsAnswer(fault, steady_time() + UNREACHABLE_SECONDS)
        # Broken redirects count as no robots.txt.
        body = complete_lines(response.body) if response.status < 300 else b""
        parser = build_from_crawler(self._parserimpl, self.crawler, body)
        return RobotsAnswer(parser, steady_time() + VALID_SECONDS, LEAST_WEIGHT + len(body))

    def _stop_after_the_most(self, data: bytes, request: Request) -> None:
        if request.meta.get(IS_ROBOTS):
            request.meta[TAKEN] = request.meta.get(TAKEN, 0) + len(data)
            if request.meta[TAKEN] > MOST_READ:
                raise StopDownload(fail=False)


def complete_lines(body: bytes) -> bytes:
    """The complete lines: half a rule would forbid more than the whole."""
    if len(body) <= MOST_READ:
        return body
    return body[: body.rfind(b"\n", 0, MOST_READ) + 1]


# A cache of robots.txt files, in bounded memory.


VALID_SECONDS = 24 * 3600.0  # a day, as in RFC 9309
UNREACHABLE_SECONDS = 120.0
# A parsed file takes up to 45 times its size, and a host may have any number of names.
MOST_WEIGHT = 3_000_000
LEAST_WEIGHT = 1_000


@dataclass(frozen=True)
class RobotsAnswer:
    """A parser, or why there is none, and until when that is valid."""

    parser: RobotParser | Fault
    until: float
    weight: int = LEAST_WEIGHT


class RobotsMemory:
    """By origin (scheme, host, port); the least recently used are dropped first."""

    def __init__(self, most_weight: int = MOST_WEIGHT) -> None:
        self._most_weight = most_weight
        self._weight = 0
        self._answers: OrderedDict[str, RobotsAnswer] = OrderedDict()

    def get(self, origin: str, now: float) -> RobotsAnswer | None:
        answer = self._answers.get(origin)
        if answer is None:
            return None
        if answer.until <= now:
            self._drop(origin)
            return None
        self._answers.move_to_end(origin)
        return answer

    def put(self, origin: str, answer: RobotsAnswer) -> None:
        self._drop(origin)
        self._answers[origin] = answer
        self._weight += answer.weight
        while self._weight > self._most_weight and len(self._answers) > 1:
            self._drop(next(iter(self._answers)))

    def _drop(self, origin: str) -> None:
        answer = self._answers.pop(origin, None)
        if answer:
            self._weight -= answer.weight


# Redirects of robots.txt; those of pages are stored in the ledger.


MOST_HOPS = 5  # as RFC 9309 asks


class RobotsRedirects(RedirectMiddleware):
    """Replaces Scrapy's own. Every hop is a new request, with all checks."""

    def __init__(self, settings: BaseSettings) -> None:
        super().__init__(settings)
        self.max_redirect_times = MOST_HOPS

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]  # the spider argument of old is deprecated
        if not request.meta.get(IS_ROBOTS):
            return response
        try:
            return super().process_response(request, response)
        except IgnoreRequest:  # too many hops
            return response


# Sitemaps named in robots.txt files, announced by a signal.


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
    """The absolute web URLs among the lines, each once, as in the sitemaps protocol."""
    seen = set()
    for line in lines:
        if line.startswith(("http://", "https://")) and line not in seen:
            seen.add(line)
            yield line
