"""Requests and responses between a page in the browser and the spider, and their limits."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from scrapy import Request
from scrapy.http.request import NO_CALLBACK

if TYPE_CHECKING:
    from playwright.async_api import Request as PageRequest
    from scrapy.http import Response


MOST_PAGES = 4  # pages at the same time: each may keep a core busy
MOST_REQUESTS = 200
MOST_AT_ONCE = 6  # requests to all hosts together; browsers send as many to one
SIZES_FETCHED = 4  # by scripts, in sizes of the largest page
SHARE_TO_SETTLE = 1 / 3  # share of a page's time; the rest is for reading it on a busy machine


class PageLimits(NamedTuple):
    """The crawl's own limits, which also hold for a page in the browser."""

    seconds: float
    most_bytes: int
    most_redirects: int

    @property
    def seconds_to_settle(self) -> float:
        return self.seconds * SHARE_TO_SETTLE

    @property
    def most_bytes_fetched(self) -> int:
        return self.most_bytes * SIZES_FETCHED


# Requests of a page as the spider sends them, and responses as the page gets them.


# Replaced by the spider's own headers, or left out.
NOT_SENT = frozenset(
    "accept-encoding accept-language connection content-length cookie host user-agent".split()
)
# True only of the bytes as they were sent, or meaningless for a page that is only read.
NOT_HANDED_ON = frozenset(
    "connection content-disposition content-encoding content-length set-cookie "
    "transfer-encoding".split()
)


def scrapy_request(asked: PageRequest) -> Request:
    headers = {
        name: value
        for name, value in asked.headers.items()
        if name not in NOT_SENT and not name.startswith("sec-")
    }
    return Request(
        asked.url,
        method=asked.method,
        headers=headers,
        body=asked.post_data_buffer or b"",
        callback=NO_CALLBACK,
    )


def handed_on(response: Response) -> dict[str, str]:
    """The headers that the page gets to see."""
    return {
        name.decode("latin-1"): b", ".join(values).decode("latin-1")
        for name, values in response.headers.items()
        if name.decode("latin-1").lower() not in NOT_HANDED_ON
    }


# A cache of scripts, which are the same on all pages of a site.


MOST_SCRIPT_BYTES = 32_000_000


class KeptScripts:
    """Responses by URL; the least recently used are dropped first."""

    def __init__(self, most_bytes: int = MOST_SCRIPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._answers: OrderedDict[str, Response] = OrderedDict()

    def get(self, url: str) -> Response | None:
        if url in self._answers:
            self._answers.move_to_end(url)
        return self._answers.get(url)

    def keep(self, url: str, answer: Response) -> None:
        if answer.status != 200 or b"no-store" in (answer.headers.get("Cache-Control") or b""):
            return
        if url in self._answers:
            self._bytes -= len(self._answers.pop(url).body)
        self._answers[url] = answer
        self._bytes += len(answer.body)
        while self._bytes > self._most_bytes:
            _, forgotten = self._answers.popitem(last=False)
            self._bytes -= len(forgotten.body)
