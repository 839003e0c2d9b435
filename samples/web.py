"""What the proxy can serve: anything that answers an address."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from samples.response import Response

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable


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
