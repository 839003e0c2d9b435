"""The proxy that a person chose: the one inner address that needs no allow-list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self
from urllib.request import getproxies

from scrapy.exceptions import NotConfigured

from spider.safety.targets import Server, server_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings


class CrawlProxy:
    """Downloader middleware: every request goes through the proxy of setting CRAWL_PROXY."""

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
    """The proxies of the setting, and of the environment, where Scrapy looks for them too."""
    urls = [settings.get("CRAWL_PROXY"), *getproxies().values()]
    return frozenset(server for url in urls if url and (server := proxy_server(url)))


def proxy_server(url: str) -> Server | None:
    """Where a proxy listens; None if its URL does not say that.

    >>> proxy_server("127.0.0.1:8080")
    Server(host='127.0.0.1', port=8080)
    """
    try:
        return server_of(url if "://" in url else f"http://{url}")
    except ValueError:
        return None
