"""How an answer looks on the wire."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

from samples.response import Response, modified

if TYPE_CHECKING:
    from collections.abc import Iterable

    from samples.proxy.request import Request

_PHRASES = {status.value: status.phrase for status in HTTPStatus}


def written(request: Request, response: Response) -> tuple[int, bytes]:
    """Return the status and the whole answer; a page the client knows is not sent again."""
    lines = []
    if response.status == HTTPStatus.OK:
        changed = modified(request.target)
        lines.append(f"ETag: {response.etag}")
        lines.append(f"Last-Modified: {format_datetime(changed, usegmt=True)}")
        if _is_known(request, response.etag, changed):
            return HTTPStatus.NOT_MODIFIED, _head(HTTPStatus.NOT_MODIFIED, lines)
    if response.location:
        lines.append(f"Location: {response.location}")
    lines.append(f"Content-Type: {response.content_type}")
    lines.append(f"Content-Length: {len(response.body)}")
    head = _head(response.status, lines)
    return response.status, head if request.method == "HEAD" else head + response.body


def refusal(status: HTTPStatus, why: str) -> bytes:
    """Tell the reason; the connection ends behind it."""
    body = f"{why}\n".encode(errors="backslashreplace")
    lines = (
        "Connection: close",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
    )
    return _head(status, lines) + body


def _head(status: int, lines: Iterable[str]) -> bytes:
    first = (f"HTTP/1.1 {int(status)} {_PHRASES.get(status, '')}", "Server: PocketWeb")
    return "\r\n".join((*first, *lines, "", "")).encode()


def _is_known(request: Request, etag: str, changed: datetime) -> bool:
    """An ETag decides alone when one is sent, as RFC 9110 asks."""
    if tags := request.headers.get("if-none-match"):
        return tags == "*" or etag in tags
    since = _date(request.headers.get("if-modified-since", ""))
    return since is not None and changed <= since


def _date(header: str) -> datetime | None:
    """An HTTP date, or nothing where a client sends something else."""
    if not header:
        return None
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
