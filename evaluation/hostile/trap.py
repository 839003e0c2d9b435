"""What a trap is, and how to write answers on the wire that no proper server would send."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from samples.response import RawResponse, Response

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable


HOST = "evil.hostile.example"
HTML = "text/html; charset=utf-8"
A_WHILE = 0.5
"""Seconds between bytes that come slowly."""


class Visit(NamedTuple):
    """A request for an address of a trap."""

    url: str
    rest: str
    """What follows the trap's folder."""
    before: int
    """How often the address on the home page was asked for before."""


@dataclass(frozen=True)
class Trap:
    """One way to harm a spider, and what the spider is to make of it."""

    name: str
    folder: str
    """Every address that starts with this belongs to the trap."""
    kind: str
    """The kind under which a spider registers it: `too-large`, `timeout`, and so on."""
    answer: Callable[[Visit], Response] | None = None
    """What is served; none where the mere address is the trap."""
    start: str = ""
    """Where in the folder the home page's link leads."""
    target: str = ""
    """The address at which the trap wants to have the spider."""
    must_register: bool = True
    """Otherwise a spider may as well make nothing of it, as long as the crawl goes on."""

    @property
    def url(self) -> str:
        """What the home page links to."""
        return self.folder + self.start


def here(path: str) -> str:
    """Return the address of a path on the hostile host."""
    return f"http://{HOST}{path}"


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
