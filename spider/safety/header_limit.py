"""An HTTP client that takes only so much header: Twisted's own takes header lines without end."""

# ruff: noqa: N802 - Twisted's names

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from scrapy.core.downloader.handlers.http11 import (
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
    _LenientHTTPClientParser,
)
from twisted.internet.error import ConnectionDone
from twisted.web._newclient import STATUS

from spider.safety.errors import HeadersTooLargeError

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """Counts all lines before the body, those of any number of 1xx answers too."""

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
        # The parent changes the class of its parser too: Twisted lets no one choose it.
        parser = cast("LimitedParser", self._parser)
        parser.__class__ = LimitedParser
        parser.header_limit = parser.MAX_LENGTH = self._header_limit
        return answer

    def _giveUp(self, reason: Failure) -> None:
        # A peer that broke the rules may go on sending: waiting for its farewell has no end.
        if not reason.check(ConnectionDone):
            cast("Abortable", self.transport).abortConnection()
        super()._giveUp(reason)  # type: ignore[no-untyped-call]  # Twisted's


def limited_factory(header_limit: int) -> type[_HTTP11ClientFactory]:
    """What makes the connections of a pool, bound to a limit."""

    class LimitedFactory(_LenientHTTP11ClientFactory):
        def buildProtocol(self, addr: IAddress | None) -> HTTP11ClientProtocol:  # noqa: ARG002 - Twisted's signature
            return LimitedProtocol(self._quiescentCallback, header_limit)

    return LimitedFactory
