"""The download handler: Scrapy's own with limited headers and a resolver that refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.exceptions import CannotResolveHostError

from core.errors import SpecSeekError
from spider.safety.errors import ForbiddenAddressError
from spider.safety.header_limit import limited_factory
from spider.safety.proxies import proxy_server
from spider.safety.resolver import SafeResolver
from spider.safety.targets import server_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

HEADER_LIMIT = 64_000


class SafeDownloadHandler(HTTP11DownloadHandler):
    """For setting DOWNLOAD_HANDLERS, schemes http and https."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        limit = crawler.settings.getint("DOWNLOAD_MAXHEADERSIZE", HEADER_LIMIT)
        self._pool._factory = limited_factory(limit)  # noqa: SLF001 - as the parent does

    async def download_request(self, request: Request) -> Response:
        resolver = installed_resolver()
        try:
            return await super().download_request(request)
        except CannotResolveHostError as error:
            # Twisted takes no reason from a resolver, only nothing for an answer.
            if reason := resolver.refusal_of(_connected_host(request)):
                raise ForbiddenAddressError(request.url, reason) from error
            raise


def installed_resolver() -> SafeResolver:
    """The resolver in use. Without it names could lead anywhere, so nothing is fetched then."""
    from twisted.internet import reactor  # noqa: PLC0415 - installs one where none is chosen yet

    resolver = reactor.nameResolver
    if not isinstance(resolver, SafeResolver):
        message = (
            "nothing is fetched without the resolver that refuses inner addresses: set "
            "TWISTED_DNS_RESOLVER to spider.safety.resolver.SafeResolver in the settings of the "
            "project and start the crawl with `scrapy crawl` or a CrawlerProcess"
        )
        raise SpecSeekError(message)
    return resolver


def _connected_host(request: Request) -> str:
    proxy = request.meta.get("proxy")
    server = proxy_server(proxy) if proxy else server_of(request.url)
    return server.host if server else ""
