"""The network of a page in the browser, served by the spider's own downloader.

So everything that scripts request passes the address guard, the resolver, robots.txt, the proxy and
the limits on size and time, like the page itself.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from playwright.async_api import Error as PlaywrightError

from spider.rendering.exchange import MOST_AT_ONCE, MOST_REQUESTS, handed_on, scrapy_request

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import Request as PageRequest
    from playwright.async_api import Route
    from scrapy import Request
    from scrapy.http import Response

    from spider.rendering.exchange import KeptScripts, PageLimits

FETCHED = frozenset({"script", "xhr", "fetch"})
METHODS = frozenset({"GET", "HEAD", "POST"})
REDIRECTS = frozenset({301, 302, 303, 307, 308})


class PageNetwork:
    """The network of one page; `document` is the response for its URL."""

    def __init__(
        self,
        document: Response,
        fetch: Callable[[Request], Awaitable[Response]],
        scripts: KeptScripts,
        limits: PageLimits,
    ) -> None:
        self._document: Response | None = document
        self._fetch = fetch
        self._scripts = scripts
        self._most_redirects = limits.most_redirects
        self._bytes_left = limits.most_bytes_fetched
        self._requests_left = MOST_REQUESTS
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._fetching: set[asyncio.Future[Response | None]] = set()
        self._is_cut = False

    def cut(self) -> None:
        """Stop: fetch nothing more, and do not wait for open requests."""
        self._is_cut = True
        for fetching in self._fetching:
            fetching.cancel()

    async def answer(self, route: Route, request: PageRequest) -> None:
        """Answer a request; the page may be closed at any time."""
        with suppress(PlaywrightError):
            if request.resource_type == "stylesheet":
                # Scripts wait for style sheets, whose content changes no text.
                await route.fulfill(content_type="text/css", body="")
            elif response := await self._response(request):
                await route.fulfill(
                    status=response.status, headers=handed_on(response), body=response.body
                )
            else:
                await route.abort("aborted")

    async def _response(self, request: PageRequest) -> Response | None:
        if request.is_navigation_request():
            # The page itself, once. Frames are not part of its text.
            document, self._document = self._document, None
            return document
        self._requests_left -= 1
        if not self._is_fetched(request):
            return None
        if request.resource_type != "script":
            return await self._fetched(request)
        kept = self._scripts.get(request.url)
        script = kept or await self._fetched(request)
        if script and not kept:
            self._scripts.keep(request.url, script)
        return script

    def _is_fetched(self, request: PageRequest) -> bool:
        return (
            not self._is_cut
            and self._requests_left >= 0
            and self._bytes_left > 0
            and request.resource_type in FETCHED
            and request.method in METHODS
        )

    async def _fetched(self, asked: PageRequest) -> Response | None:
        """The final response; None if there is none: scripts need not know the reason."""
        async with self._turns:
            if self._is_cut:
                return None
            fetching = asyncio.ensure_future(self._followed(asked))
            self._fetching.add(fetching)
            await asyncio.wait({fetching})
            self._fetching.discard(fetching)
        return None if fetching.cancelled() or fetching.exception() else fetching.result()

    async def _followed(self, asked: PageRequest) -> Response | None:
        """Follow redirects here: the browser would not request their targets from us."""
        request = scrapy_request(asked)
        for _ in range(self._most_redirects + 1):
            response = await self._fetch(request)
            self._bytes_left -= len(response.body)
            location = response.headers.get("Location")
            if response.status not in REDIRECTS or not location:
                return response
            target = urljoin(response.url, location.decode("latin-1"))
            request = _next_hop(request, response.status, target)
        return None


def _next_hop(request: Request, status: int, target: str) -> Request:
    """Like browsers: a POST is repeated only if the status demands it."""
    if request.method == "POST" and status not in {307, 308}:
        return request.replace(url=target, method="GET", body=b"")
    return request.replace(url=target)
