"""Downloader middlewares that refuse requests before any connection is made.

Redirects come back as new requests, so every hop passes here. What a name resolves to is
checked later, by `spider.safety.resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from spider.safety.addresses import AddressRules
from spider.safety.errors import ForbiddenAddressError
from spider.safety.proxies import chosen_proxies, proxy_server
from spider.safety.targets import refusal_of_url, server_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings


class AddressGuard:
    """Refuses by what the URL says. Stands first, so that not even robots.txt is asked for."""

    def __init__(self, settings: BaseSettings) -> None:
        self._rules = AddressRules(settings.getlist("CRAWL_ALLOW"))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler.settings)

    def process_request(self, request: Request) -> None:
        if reason := refusal_of_url(request.url, self._rules):
            raise ForbiddenAddressError(request.url, reason)


class ProxyGuard:
    """Refuses by the way taken: only chosen or public proxies, and no proxy as a target.

    Stands after Scrapy's HttpProxyMiddleware, which settles the way.
    """

    def __init__(self, settings: BaseSettings) -> None:
        self._rules = AddressRules(settings.getlist("CRAWL_ALLOW"))
        self._chosen = chosen_proxies(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler.settings)

    def process_request(self, request: Request) -> None:
        proxy = request.meta.get("proxy")
        if proxy and (reason := self._refusal_of_proxy(proxy)):
            raise ForbiddenAddressError(request.url, reason)
        # The resolver lets connections to a chosen proxy pass; a page must not use that.
        if not proxy and server_of(request.url) in self._chosen:
            raise ForbiddenAddressError(request.url, "it is the crawl's own proxy")

    def _refusal_of_proxy(self, url: str) -> str | None:
        server = proxy_server(url)
        if server is None:
            return "its proxy has no valid address"
        if server in self._chosen:
            return None
        reason = self._rules.refusal_of_host(server.host)
        return reason and f"its proxy is not the chosen one, and {reason}"
