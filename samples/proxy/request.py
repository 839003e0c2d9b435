"""What a client of the proxy asks for."""

from __future__ import annotations

from asyncio import IncompleteReadError, LimitOverrunError
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from asyncio import StreamReader
    from collections.abc import Mapping


class BadRequestError(ValueError):
    """The client does not speak HTTP, or says too much."""

    def __init__(self, why: str, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> None:
        super().__init__(why)
        self.status = status


class Request(NamedTuple):
    method: str
    target: str
    headers: Mapping[str, str]
    """By name in small letters; of a header sent twice the last counts."""
    version: str

    @property
    def keeps_connection(self) -> bool:
        wish = self.headers.get("connection", "").lower()
        return wish == "keep-alive" if self.version == "HTTP/1.0" else wish != "close"


async def next_request(reader: StreamReader) -> Request | None:
    """Read the next request of a connection; none where the client has gone."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except IncompleteReadError:
        return None
    except LimitOverrunError as problem:
        raise BadRequestError(
            "The request's head is too long; ask with fewer headers, or smaller ones.",
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        ) from problem
    return parsed(head)


def parsed(head: bytes) -> Request:
    r"""Read a request's head.

    >>> parsed(b"GET http://www.pcpop.example/ HTTP/1.1\r\nAccept: */*\r\n\r\n").headers
    {'accept': '*/*'}
    """
    first, *lines = head.decode(errors="replace").strip().split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequestError(f"{first[:200]!r} is no HTTP/1 request; ask with an HTTP/1.1 client.")
    method, target, version = words
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    return Request(method, target, headers, version)
