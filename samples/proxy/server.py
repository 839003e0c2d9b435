"""The proxy itself: requests in, answers of a web out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from samples.pocket_web import UnknownHostError
from samples.proxy.answer import refusal, written
from samples.proxy.loopback import LoopbackServer
from samples.proxy.request import BadRequestError, Request, next_request
from samples.proxy.tunnel import tunnel
from samples.web import RawResponse

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import Callable, Mapping

    from samples.web import Web

logger = logging.getLogger(__name__)


class Asked(NamedTuple):
    """A request, and the status it was answered with."""

    method: str
    url: str
    status: int


class PocketProxy(LoopbackServer):
    """Use as a context manager; `url` is the address to give to a spider as its proxy."""

    def __init__(
        self,
        web: Web,
        port: int = 0,
        *,
        log: Callable[[Asked], object] | None = None,
        tunnels: Mapping[str, int] | None = None,
    ) -> None:
        """Port 0 takes any that is free; `log` is called in the proxy's thread before answers.

        `tunnels` tells the loopback port behind an address such as `www.pcpop.example:443`.
        """
        super().__init__(self._talk_http, port)
        self._web = web
        self._tell = log
        self._tunnels = tunnels or {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _talk_http(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Answer one request after the other until either side has enough."""
        try:
            while request := await next_request(reader):
                if not await self._answer(request, reader, writer):
                    return
                await writer.drain()
        except BadRequestError as problem:
            writer.write(refusal(problem.status, str(problem)))

    async def _answer(self, request: Request, reader: StreamReader, writer: StreamWriter) -> bool:
        """Tell whether the connection can go on."""
        if request.method == "CONNECT" and (port := self._tunnels.get(request.target)):
            self._note(request, HTTPStatus.OK)
            await tunnel(reader, writer, port)
            return False
        if problem := _wrong_with(request):
            self._refuse(request, writer, *problem)
            return False
        try:
            response = self._web.fetch(request.target)
        except UnknownHostError as problem:
            why = f"{problem}. Nothing leaves this machine."
            self._refuse(request, writer, HTTPStatus.BAD_GATEWAY, why)
            return False
        except Exception:
            logger.exception("No answer to %s", request.target)
            why = f"The web failed to answer {request.target}; the proxy's log tells why."
            self._refuse(request, writer, HTTPStatus.INTERNAL_SERVER_ERROR, why)
            return False
        if isinstance(response, RawResponse):
            self._note(request, response.status)
            await _send_raw(response, reader, writer)
            return False
        status, answer = written(request, response)
        self._note(request, status)
        writer.write(answer)
        return request.keeps_connection

    def _refuse(self, request: Request, writer: StreamWriter, status: HTTPStatus, why: str) -> None:
        self._note(request, status)
        writer.write(refusal(status, why))

    def _note(self, request: Request, status: int) -> None:
        logger.debug("%s %s %s", status, request.method, request.target)
        if self._tell:
            self._tell(Asked(request.method, request.target, int(status)))


def _wrong_with(request: Request) -> tuple[HTTPStatus, str] | None:
    """Why a request cannot be answered, whatever the web."""
    if request.method == "CONNECT":
        return HTTPStatus.FORBIDDEN, (
            f"No tunnel to {request.target}: the pocket web only speaks plain http. "
            "Ask for http:// addresses; nothing leaves this machine."
        )
    if request.method not in {"GET", "HEAD"}:
        return HTTPStatus.NOT_IMPLEMENTED, (
            f"The pocket web is read only: ask with GET or HEAD, not with {request.method}."
        )
    if not request.target.startswith("http://"):
        return HTTPStatus.BAD_REQUEST, (
            f"This is a proxy: ask for http://host/path, not for {request.target}. "
            "Set it as the spider's HTTP proxy."
        )
    return None


async def _send_raw(response: RawResponse, reader: StreamReader, writer: StreamWriter) -> None:
    """Send pieces no faster than the client takes them, and none to a client that has gone."""
    async with aclosing(response.pieces()) as pieces:
        async for piece in pieces:
            writer.write(piece)
            await writer.drain()
            # A client that reads fast must not keep the others waiting.
            await asyncio.sleep(0)
            if reader.at_eof():
                return
