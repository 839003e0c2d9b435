"""What a web answers to a request; the proxy can serve anything that answers an address."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from samples.chance import number

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable


@dataclass(frozen=True)
class Response:
    status: int
    content_type: str
    body: bytes
    location: str = ""

    @property
    def etag(self) -> str:
        return f'"{sha256(self.body).hexdigest()[:20]}"'


def redirect(location: str) -> Response:
    return Response(301, "text/html", b"", location)


def not_found(url: str) -> Response:
    return Response(
        404, "text/plain; charset=utf-8", f"没有这个页面：{url}\n".encode(errors="replace")
    )


def modified(url: str) -> datetime:
    """When a page was last changed: some minute of 2009, always the same."""
    return datetime(2009, 1, 1, tzinfo=UTC) + timedelta(minutes=number(url) % (365 * 24 * 60))


class Web(Protocol):
    def fetch(self, url: str) -> Response:
        """Answer as the site would; raise `UnknownHostError` for a host that is not there."""


@dataclass(frozen=True)
class RawResponse(Response):
    """Bytes sent just as they are made, head included; behind them the connection is closed.

    This is for answers that are no proper HTTP, or have no end: the next piece is made only when
    the client has taken the last. `status` is what the proxy's log tells; no other field is sent.
    """

    status: int = 200
    content_type: str = ""
    body: bytes = b""
    pieces: Callable[[], AsyncGenerator[bytes, None]] = field(kw_only=True)
