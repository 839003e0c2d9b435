"""Downloader middleware that renders HTML pages of the hosts in the topic's `render`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Self

from scrapy import Request, signals
from scrapy.http import HtmlResponse, Response

from core.names import host_of
from spider.crawl import LINK
from spider.rendering.browser import CrawlBrowser, render_page
from spider.rendering.exchange import MOST_PAGES, KeptScripts, PageLimits
from spider.rendering.page_network import PageNetwork
from spider.spiders import TopicSpider

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

CONDITIONS = ("If-None-Match", "If-Modified-Since")


class Rendering:
    """The document is fetched as usual; the browser gets it, and requests the rest from us."""

    def __init__(self, crawler: Crawler) -> None:
        settings, chosen = crawler.settings, crawler.settings["SPECSEEK"].crawl
        self._crawler = crawler
        self._limits = PageLimits(
            settings.getfloat("DOWNLOAD_TIMEOUT"),
            settings.getint("DOWNLOAD_MAXSIZE"),
            chosen.redirects,
        )
        self._browser = CrawlBrowser(chosen.chromium, settings["USER_AGENT"])
        self._scripts = KeptScripts()
        self._turns = asyncio.Semaphore(MOST_PAGES)
        crawler.signals.connect(self._browser.close, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Never conditional: an unchanged document may load other data."""
        if self._is_shown(request):
            for header in CONDITIONS:
                request.headers.pop(header, None)

    async def process_response(self, request: Request, response: Response) -> Response:
        is_page = response.status == 200 and isinstance(response, HtmlResponse)
        if not is_page or not self._is_shown(request):
            return response
        network = PageNetwork(response, self._fetch, self._scripts, self._limits)
        async with self._turns, self._browser.page() as page:
            html, leads_to = await render_page(page, response.url, network, self._limits)
        if leads_to:
            return Response(response.url, status=302, headers={"Location": leads_to})
        return _as_shown(response, html)

    def _is_shown(self, request: Request) -> bool:
        spider = self._crawler.spider
        return (
            LINK in request.meta
            and isinstance(spider, TopicSpider)
            and is_or_is_below(host_of(request.url), spider.topic.render)
        )

    async def _fetch(self, request: Request) -> Response:
        """Bypasses the download slots: a page and its parts are one visit."""
        engine = self._crawler.engine
        if engine is None:
            raise RuntimeError("pages can only be rendered while a crawl runs")
        downloader = engine.downloader
        download = downloader.handlers.download_request_async
        response = await downloader.middleware.download_async(download, request)
        if not isinstance(response, Response):
            raise TypeError(f"{request.url} was answered by another request")
        return response


def _as_shown(response: Response, html: str) -> Response:
    headers = response.headers.copy()
    headers["Content-Type"] = "text/html; charset=utf-8"
    return response.replace(body=html.encode(), headers=headers, encoding="utf-8")


def is_or_is_below(host: str, names: tuple[str, ...]) -> bool:
    """Whether a host is one of these names, or a subdomain of one.

    >>> is_or_is_below("www.shop.example", ("shop.example",))
    True
    >>> is_or_is_below("context.example", ("shop.example",))
    False
    """
    return any(host == name or host.endswith(f".{name}") for name in names)
