"""What the pocket web answers to a request."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from samples.chance import number


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
