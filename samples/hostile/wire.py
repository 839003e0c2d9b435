"""Answers as bytes on the wire, for traps that no proper server would send."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from samples.response import Response
from samples.web import RawResponse

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from samples.hostile.trap import Visit

HTML = "text/html; charset=utf-8"
A_WHILE = 0.5
"""Seconds between bytes that come slowly."""


def always(response: Response) -> Callable[[Visit], Response]:
    return lambda _visit: response


def page(title: str, *parts: str) -> bytes:
    """Write a small page, as harmless as its parts."""
    return (
        f'<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body><h1>{title}</h1>{''.join(parts)}</body></html>"
    ).encode()


def html(title: str, *parts: str) -> Response:
    return Response(200, HTML, page(title, *parts))


def head(*headers: str, status: str = "200 OK", content_type: str = HTML) -> bytes:
    lines = (f"HTTP/1.1 {status}", f"Content-Type: {content_type}", "Connection: close", *headers)
    return "\r\n".join((*lines, "", "")).encode()


def raw(*pieces: bytes, status: int = 200) -> RawResponse:
    """Send these pieces, and close the connection."""

    async def each() -> AsyncGenerator[bytes, None]:
        for piece in pieces:
            yield piece

    return RawResponse(status, pieces=each)


def endless(first: bytes, again: bytes, pause: float = 0) -> RawResponse:
    """Send a piece again and again until the client has enough."""

    async def for_ever() -> AsyncGenerator[bytes, None]:
        yield first
        while True:
            await asyncio.sleep(pause)
            yield again

    return RawResponse(pieces=for_ever)
