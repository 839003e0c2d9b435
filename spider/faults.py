"""What went wrong with a fetch: one table from exceptions to kinds of faults, with messages.

Our own exceptions come first: why a request was not sent, or its response was rejected.
"""

from __future__ import annotations

import errno
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

from OpenSSL import SSL
from scrapy import exceptions as scrapy_errors
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import IgnoreRequest
from service_identity import CertificateError, VerificationError
from twisted.internet import error as network_errors
from twisted.web._newclient import RequestNotSent
from twisted.web.client import ResponseFailed

from core.errors import SpecSeekError
from store.database import is_disk_full

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import Headers


class ForbiddenAddressError(SpecSeekError, IgnoreRequest):
    """A request to an address that may not be contacted; no connection was made.

    Scrapy hands an IgnoreRequest to the errback without logging an error.
    """

    def __init__(self, target: str, reason: str) -> None:
        super().__init__(f"{target} was not contacted: {reason}.")
        self.target = target
        self.reason = reason


class HeadersTooLargeError(SpecSeekError):
    """The headers of a response are larger than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The header of the answer is longer than {limit} bytes.")


class BodyTooLargeError(SpecSeekError, IgnoreRequest):
    """A body that grew past the limit while it was decompressed."""


class BadEncodingError(SpecSeekError, IgnoreRequest):
    """A body that cannot be decompressed, or is compressed too many times over: an attack."""


# Why a page was not requested: robots.txt.


class RobotsForbidError(SpecSeekError, IgnoreRequest):
    """The site's robots.txt forbids the page."""

    def __init__(self, url: str) -> None:
        super().__init__(f"The site's robots.txt forbids {url}.")


class RobotsUnreachableError(SpecSeekError, IgnoreRequest):
    """robots.txt cannot be fetched, and is not tried again before a given time.

    `until` is in seconds since the epoch; requests before that fail with the same error.
    """

    def __init__(self, origin: str, fault: Fault, until: float) -> None:
        super().__init__(
            f"{origin}/robots.txt could not be read, so nothing was asked: {fault.words}"
        )
        self.kind = fault.kind
        self.until = until


# Why a page was not requested: another crawler may hold its site by now.


class SiteLostError(SpecSeekError, IgnoreRequest):
    """The crawler was paused for so long that others may have taken over its sites."""

    def __init__(self, url: str) -> None:
        super().__init__(f"{url} was not asked for: another crawler may have taken over its site.")


# Why a page could not be rendered.


class CannotRenderError(SpecSeekError):
    """Something that rendering needs is not installed; the message says what to do."""


class NeverShownError(SpecSeekError, TimeoutError):
    """The page kept the browser busy until the time-out."""


class BrowserFailedError(SpecSeekError, ConnectionError):
    """The browser crashed on a page, or did not start."""


class FaultKind(StrEnum):
    DNS = "dns"
    CONNECTION = "connection"
    TIMEOUT = "timeout"
    DATA_LOSS = "data-loss"
    TOO_LARGE = "too-large"
    TOO_COSTLY = "too-costly"
    HEADERS_TOO_LARGE = "headers-too-large"
    NOT_HTTP = "not-http"
    BAD_ENCODING = "bad-encoding"
    TLS = "tls"
    BAD_CERTIFICATE = "bad-certificate"
    FORBIDDEN_ADDRESS = "forbidden-address"
    ROBOTS = "robots"
    REDIRECT_LOOP = "redirect-loop"
    ELSEWHERE = "elsewhere"
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    CLIENT_ERROR = "client-error"
    GONE = "gone"
    BAD_PICTURE = "bad-picture"
    TRAP = "trap"
    QUEUE_FULL = "queue-full"
    DISK_FULL = "disk-full"
    EXTRACTION = "extraction"
    INTERNAL = "internal"


class Fault(NamedTuple):
    """What happened, and whether a retry may help."""

    kind: FaultKind
    words: str
    retry: bool

    @classmethod
    def of(cls, kind: FaultKind, words: str = "") -> Self:
        """A fault with the message of its kind, unless a better one is given."""
        return cls(kind, words or WORDS[kind], kind in PASSING)


PASSING = frozenset(
    {
        FaultKind.DNS,
        FaultKind.CONNECTION,
        FaultKind.TIMEOUT,
        FaultKind.DATA_LOSS,
        FaultKind.RATE_LIMITED,
        FaultKind.SERVER_ERROR,
        FaultKind.DISK_FULL,
    }
)
WORDS = {
    FaultKind.DNS: "The host's name could not be resolved.",
    FaultKind.CONNECTION: "The connection could not be made, or broke before the answer came.",
    FaultKind.TIMEOUT: "The answer took too long.",
    FaultKind.DATA_LOSS: "The connection broke, or the body did not have the length it was said "
    "to have.",
    FaultKind.TOO_LARGE: "The body is larger than a page may be.",
    FaultKind.TOO_COSTLY: "Reading the page took more processor time or memory than it may.",
    FaultKind.HEADERS_TOO_LARGE: "The header of the answer is larger than it may be.",
    FaultKind.NOT_HTTP: "The answer is not valid HTTP.",
    FaultKind.BAD_ENCODING: "The body could not be unpacked: it is not what its header says.",
    FaultKind.TLS: "No secure connection could be agreed on.",
    FaultKind.BAD_CERTIFICATE: "The host's certificate is not valid, or not for this host.",
    FaultKind.FORBIDDEN_ADDRESS: "The address may not be contacted.",
    FaultKind.ROBOTS: "The site's robots.txt forbids this page.",
    FaultKind.REDIRECT_LOOP: "Redirects led on and on.",
    FaultKind.ELSEWHERE: "The page leads to another site.",
    FaultKind.RATE_LIMITED: "The site asks for fewer requests.",
    FaultKind.SERVER_ERROR: "The site failed to answer.",
    FaultKind.CLIENT_ERROR: "The site refused the request.",
    FaultKind.GONE: "The page is not there.",
    FaultKind.BAD_PICTURE: "The picture could not be used.",
    FaultKind.TRAP: "Pages of this kind go on without end, so this one was left.",
    FaultKind.QUEUE_FULL: "As many links wait as may, so that new ones were left out.",
    FaultKind.DISK_FULL: "The disk is full.",
    FaultKind.EXTRACTION: "The page could not be read.",
    FaultKind.INTERNAL: "Something went wrong inside SpecSeek.",
}

# Looked up from the outermost exception to its causes; the first listed one decides.
KINDS: dict[type[BaseException], FaultKind] = {
    ForbiddenAddressError: FaultKind.FORBIDDEN_ADDRESS,
    HeadersTooLargeError: FaultKind.HEADERS_TOO_LARGE,
    BodyTooLargeError: FaultKind.TOO_LARGE,
    BadEncodingError: FaultKind.BAD_ENCODING,
    RobotsForbidError: FaultKind.ROBOTS,
    scrapy_errors.CannotResolveHostError: FaultKind.DNS,
    scrapy_errors.DownloadConnectionRefusedError: FaultKind.CONNECTION,
    scrapy_errors.DownloadTimeoutError: FaultKind.TIMEOUT,
    # Scrapy cancels downloads only for their size; slow ones raise a time-out.
    scrapy_errors.DownloadCancelledError: FaultKind.TOO_LARGE,
    scrapy_errors.ResponseDataLossError: FaultKind.DATA_LOSS,
    scrapy_errors.UnsupportedURLSchemeError: FaultKind.FORBIDDEN_ADDRESS,
    TunnelError: FaultKind.CONNECTION,
    RequestNotSent: FaultKind.CONNECTION,
    CertificateError: FaultKind.BAD_CERTIFICATE,
    VerificationError: FaultKind.BAD_CERTIFICATE,
    network_errors.DNSLookupError: FaultKind.DNS,
    network_errors.TimeoutError: FaultKind.TIMEOUT,
    network_errors.TCPTimedOutError: FaultKind.TIMEOUT,
    network_errors.ConnectError: FaultKind.CONNECTION,
    network_errors.ConnectionClosed: FaultKind.CONNECTION,
    TimeoutError: FaultKind.TIMEOUT,
    ConnectionError: FaultKind.CONNECTION,
}


def fault_of_failure(exception: BaseException) -> Fault:
    """What an exception from fetching, storing or reading a page means."""
    if isinstance(exception, RobotsUnreachableError):
        return Fault.of(exception.kind, str(exception))
    chain = list(_with_causes(exception))
    kind = next(filter(None, map(_listed_kind, chain)), None) or _kind_of_wrapper(chain)
    # Our own messages say most; those of libraries may expose internals.
    ours = (str(one) for one in chain if isinstance(one, SpecSeekError))
    return Fault.of(kind, next(ours, ""))


def _with_causes(exception: BaseException) -> Iterator[BaseException]:
    """The exception, what Twisted wrapped in it, and what it was raised from."""
    seen = set()
    waiting: list[BaseException | None] = [exception]
    while waiting:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += [failure.value for failure in getattr(one, "reasons", ())]
        waiting.append(one.__cause__)


def _listed_kind(exception: BaseException) -> FaultKind | None:
    if isinstance(exception, SSL.Error):
        words = str(exception)
        return FaultKind.BAD_CERTIFICATE if "certificate verify" in words else FaultKind.TLS
    if _says_disk_full(exception):
        return FaultKind.DISK_FULL
    return next((KINDS[base] for base in type(exception).__mro__ if base in KINDS), None)


def _says_disk_full(exception: BaseException) -> bool:
    if isinstance(exception, OSError):
        return exception.errno in {errno.ENOSPC, errno.EDQUOT}
    return is_disk_full(exception)


def _kind_of_wrapper(chain: list[BaseException]) -> FaultKind:
    """No exception of the chain is listed: judge by where it happened."""
    # Twisted's parser raises what its helpers raise: ValueError, KeyError, its own ParseError.
    if any(isinstance(exception, ResponseFailed) for exception in chain):
        return FaultKind.NOT_HTTP
    return FaultKind.INTERNAL


def fault_of_response(status: int, headers: Headers) -> Fault | None:
    """The fault that a response's status means, if any."""
    if 200 <= status < 400:
        return None
    kind = _kind_of_status(status, may_come_back="Retry-After" in headers)
    return Fault.of(kind, f"{WORDS[kind]} (Status {status}.)")


def _kind_of_status(status: int, *, may_come_back: bool) -> FaultKind:
    match status:
        case 404 | 410:
            return FaultKind.GONE
        case 408:
            return FaultKind.TIMEOUT
        case 429:
            return FaultKind.RATE_LIMITED
        case 503 if may_come_back:
            return FaultKind.RATE_LIMITED
    by_hundreds = {4: FaultKind.CLIENT_ERROR, 5: FaultKind.SERVER_ERROR}
    return by_hundreds.get(status // 100, FaultKind.NOT_HTTP)
