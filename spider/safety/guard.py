"""Downloader middlewares that refuse requests before any connection is made, and limit bodies.

Redirects come back as new requests, so every hop is checked. What a name resolves to is checked
later, by `spider.safety.resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self
from urllib.request import getproxies

from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import IgnoreRequest, NotConfigured

from spider.faults import BadEncodingError, BodyTooLargeError, ForbiddenAddressError
from spider.safety.addresses import AddressRules, Server, refusal_of_url, server_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings


class AddressGuard:
    """Refuses forbidden URLs. It comes first, so that not even their robots.txt is requested."""

    def __init__(self, settings: BaseSettings) -> None:
        self._rules = AddressRules(settings.getlist("CRAWL_ALLOW"))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler.settings)

    def process_request(self, request: Request) -> None:
        if reason := refusal_of_url(request.url, self._rules):
            raise ForbiddenAddressError(request.url, reason)


class ProxyGuard:
    """Allows only configured or public proxies, and no proxy as a target.

    Comes after Scrapy's HttpProxyMiddleware, which chooses the proxy.
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
        # The resolver allows connections to a configured proxy; a page must not exploit that.
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


# The configured proxy: the only internal address that needs no allow-list.


class CrawlProxy:
    """Downloader middleware that sends every request through the proxy of CRAWL_PROXY."""

    def __init__(self, url: str) -> None:
        self._url = url

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        url = crawler.settings.get("CRAWL_PROXY")
        if not url:
            raise NotConfigured
        return cls(url)

    def process_request(self, request: Request) -> None:
        request.meta.setdefault("proxy", self._url)


def chosen_proxies(settings: BaseSettings) -> frozenset[Server]:
    """The proxies of the setting and of the environment, which Scrapy uses as well."""
    urls = [settings.get("CRAWL_PROXY"), *getproxies().values()]
    return frozenset(server for url in urls if url and (server := proxy_server(url)))


def proxy_server(url: str) -> Server | None:
    """The server of a proxy; None if its URL does not name one.

    >>> proxy_server("127.0.0.1:8080")
    Server(host='127.0.0.1', port=8080)
    """
    try:
        return server_of(url if "://" in url else f"http://{url}")
    except ValueError:
        return None


# Decompression within limits, with clear errors.


# One is usual. Thousands fit into a header, and each could cost as much as the largest body.
MOST_LAYERS = 3


class SafeCompression(HttpCompressionMiddleware):
    """Scrapy's own, which obeys DOWNLOAD_MAXSIZE, with a limit on layers and clear errors."""

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]  # the spider argument of old is deprecated
        layers = sum(line.count(b",") + 1 for line in response.headers.getlist("Content-Encoding"))
        if layers > MOST_LAYERS:
            message = f"The body is packed {layers} times over; at most {MOST_LAYERS} are undone."
            raise BadEncodingError(message)
        try:
            return super().process_response(request, response)
        except IgnoreRequest as error:  # raised for the size alone
            raise BodyTooLargeError("The body is too large when decompressed.") from error
        except Exception as error:
            raise BadEncodingError("The body could not be decompressed.") from error
