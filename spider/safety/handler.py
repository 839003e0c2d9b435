"""The download handler: Scrapy's own, with limited headers and a filtering resolver.

Twisted's HTTP client has no limit on header lines; this one has.
"""

# ruff: noqa: N802 - Twisted's names

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
    _LenientHTTPClientParser,
)
from scrapy.exceptions import CannotResolveHostError
from twisted.internet.error import ConnectionDone
from twisted.web._newclient import STATUS

from core.errors import SpecSeekError
from spider.faults import ForbiddenAddressError, HeadersTooLargeError, SiteLostError
from spider.safety.addresses import server_of
from spider.safety.guard import proxy_server
from spider.safety.resolver import SafeResolver
from store.database import steady_time

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.internet.defer import Deferred
    from twisted.internet.interfaces import IAddress
    from twisted.python.failure import Failure
    from twisted.web._newclient import HTTP11ClientProtocol
    from twisted.web._newclient import Request as TxRequest
    from twisted.web.client import _HTTP11ClientFactory
    from twisted.web.iweb import IResponse


class Abortable(Protocol):
    def abortConnection(self) -> None: ...


class LimitedParser(_LenientHTTPClientParser):
    """Counts all lines before the body, including those of 1xx responses."""

    header_limit = 0
    _taken = 0

    def lineReceived(self, line: bytes) -> None:
        self._taken += len(line) + len(self.delimiter)
        if self._taken > self.header_limit:
            raise HeadersTooLargeError(self.header_limit)
        super().lineReceived(line)

    def lineLengthExceeded(self, _line: bytes) -> None:
        if self.state == STATUS:
            raise ValueError("the first line has no end, so this is no HTTP")
        raise HeadersTooLargeError(self.header_limit)


class LimitedProtocol(_LenientHTTP11ClientProtocol):
    def __init__(
        self, quiescent_callback: Callable[[HTTP11ClientProtocol], None], header_limit: int
    ) -> None:
        super().__init__(quiescent_callback)  # type: ignore[no-untyped-call]  # Twisted's
        self._header_limit = header_limit

    def request(self, request: TxRequest) -> Deferred[IResponse]:
        answer = super().request(request)
        # The parent class sets its parser's class in the same way: Twisted has no option for it.
        parser = cast("LimitedParser", self._parser)
        parser.__class__ = LimitedParser
        parser.header_limit = parser.MAX_LENGTH = self._header_limit
        return answer

    def _giveUp(self, reason: Failure) -> None:
        # A peer that broke the rules may go on sending for ever: close the connection.
        if not reason.check(ConnectionDone):
            cast("Abortable", self.transport).abortConnection()
        super()._giveUp(reason)  # type: ignore[no-untyped-call]  # Twisted's


def limited_factory(header_limit: int) -> type[_HTTP11ClientFactory]:
    """The connection factory of a pool, with a limit on headers."""

    class LimitedFactory(_LenientHTTP11ClientFactory):
        def buildProtocol(self, addr: IAddress | None) -> HTTP11ClientProtocol:  # noqa: ARG002 - Twisted's signature
            return LimitedProtocol(self._quiescentCallback, header_limit)

    return LimitedFactory


HEADER_LIMIT = 64_000
IS_OURS = "specseek_is_ours"  # key in a request's meta: whether its site is still this crawler's


class SafeDownloadHandler(HTTP11DownloadHandler):
    """For setting DOWNLOAD_HANDLERS, schemes http and https."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        limit = crawler.settings.getint("DOWNLOAD_MAXHEADERSIZE", HEADER_LIMIT)
        self._pool._factory = limited_factory(limit)  # noqa: SLF001 - as the parent does

    async def download_request(self, request: Request) -> Response:
        # Here, and not earlier: requests wait for their host's delay before this is called.
        is_ours: Callable[[float], bool] | None = request.meta.get(IS_OURS)
        if is_ours and not is_ours(steady_time()):
            raise SiteLostError(request.url)
        resolver = installed_resolver()
        try:
            return await super().download_request(request)
        except CannotResolveHostError as error:
            # A resolver can give Twisted no reason, only an empty answer.
            if reason := resolver.refusal_of(_connected_host(request)):
                raise ForbiddenAddressError(request.url, reason) from error
            raise


def installed_resolver() -> SafeResolver:
    """The resolver in use. Without it names could lead anywhere, so fetching fails."""
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
