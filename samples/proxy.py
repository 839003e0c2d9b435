"""The pocket web as a forward proxy on loopback: spiders use real-looking addresses.

Every request is answered from memory; nothing ever leaves the machine. `python -m samples.proxy`
serves the pocket web until Ctrl-C. `LoopbackServer` has the thread and the connections,
`PocketProxy` answers requests, and reads and writes HTTP.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from argparse import ArgumentParser
from asyncio import (
    IncompleteReadError,
    LimitOverrunError,
    StreamReader,
    StreamReaderProtocol,
    StreamWriter,
)
from contextlib import aclosing, suppress
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from http import HTTPStatus
from socket import create_server
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple, Self

from samples.pocket_web import ALL_SITES, PocketWeb, UnknownHostError
from samples.response import RawResponse, Response, modified

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping
    from socket import socket
    from ssl import SSLContext
    from types import TracebackType

    from samples.response import Web

    Conversation = Callable[[StreamReader, StreamWriter], Coroutine[None, None, None]]

logger = logging.getLogger(__name__)
_PHRASES = {status.value: status.phrase for status in HTTPStatus}


class LoopbackServer:
    """Use as a context manager; each connection is one call of `talk`."""

    def __init__(
        self,
        talk: Conversation,
        port: int = 0,
        tls: SSLContext | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        """Port 0 takes any that is free; another host only where no one else can reach it."""
        self._talk = talk
        self._wanted = port
        self.host = host
        self._tls = tls
        self._stop = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        return self._port

    def __enter__(self) -> Self:
        listener = create_server((self.host, self._wanted))
        self._port: int = listener.getsockname()[1]
        # A loop factory keeps the runner from making its loop that of the calling thread.
        runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._loop = runner.get_loop()
        self._thread = Thread(target=self._run, args=(runner, listener), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self, runner: asyncio.Runner, listener: socket) -> None:
        with runner:
            runner.run(self._serve(listener))

    async def _serve(self, listener: socket) -> None:
        """Accept by hand: asyncio's own server leaks connections that come while it closes."""
        listener.settimeout(0)
        loop = asyncio.get_running_loop()
        with listener:
            loop.add_reader(listener, self._accept, listener)
            await self._stop.wait()
            loop.remove_reader(listener)
        # Those that just came must have begun, else they would not close their connections.
        await asyncio.sleep(0)
        for conversation in self._open:
            conversation.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def _accept(self, listener: socket) -> None:
        with suppress(BlockingIOError, ConnectionError):  # the client has gone already
            connection, _ = listener.accept()
            conversation = asyncio.get_running_loop().create_task(self._converse(connection))
            self._open.add(conversation)
            conversation.add_done_callback(self._open.discard)

    async def _converse(self, connection: socket) -> None:
        loop = asyncio.get_running_loop()
        reader = StreamReader()
        protocol = StreamReaderProtocol(reader)
        # A client may go away whenever it likes; a TLS client also in the midst of greeting.
        with suppress(OSError):
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol, connection, ssl=self._tls
            )
            writer = StreamWriter(transport, protocol, reader, loop)
            try:
                await self._talk(reader, writer)
                writer.close()
                await writer.wait_closed()
            finally:
                # What nobody reads any more must not keep the connection open.
                transport.abort()


class LoggedRequest(NamedTuple):
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
        log: Callable[[LoggedRequest], object] | None = None,
        tunnels: Mapping[str, int] | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        """Port 0 takes any that is free; `log` is called in the proxy's thread before answers.

        `tunnels` tells the loopback port behind an address such as `www.pcpop.example:443`.
        """
        super().__init__(self._talk_http, port, host=host)
        self._web = web
        self._tell = log
        self._tunnels = tunnels or {}

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    async def _talk_http(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Answer one request after the other until either side has enough."""
        try:
            while request := await next_request(reader):
                if not await self._answer(request, reader, writer):
                    return
                await writer.drain()
        except BadRequestError as problem:
            writer.write(_refusal(problem.status, str(problem)))

    async def _answer(
        self, request: ProxyRequest, reader: StreamReader, writer: StreamWriter
    ) -> bool:
        """Tell whether the connection can go on."""
        if request.method == "CONNECT" and (port := self._tunnels.get(request.target)):
            self._note(request, HTTPStatus.OK)
            await _tunnel(reader, writer, port)
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
        status, answer = _written(request, response)
        self._note(request, status)
        writer.write(answer)
        return request.keeps_connection

    def _refuse(
        self, request: ProxyRequest, writer: StreamWriter, status: HTTPStatus, why: str
    ) -> None:
        self._note(request, status)
        writer.write(_refusal(status, why))

    def _note(self, request: ProxyRequest, status: int) -> None:
        logger.debug("%s %s %s", status, request.method, request.target)
        if self._tell:
            self._tell(LoggedRequest(request.method, request.target, int(status)))


def _wrong_with(request: ProxyRequest) -> tuple[HTTPStatus, str] | None:
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


class BadRequestError(ValueError):
    """The client does not speak HTTP, or says too much."""

    def __init__(self, why: str, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> None:
        super().__init__(why)
        self.status = status


class ProxyRequest(NamedTuple):
    method: str
    target: str
    headers: Mapping[str, str]
    """By name in small letters; of a header sent twice the last counts."""
    version: str

    @property
    def keeps_connection(self) -> bool:
        wish = self.headers.get("connection", "").lower()
        return wish == "keep-alive" if self.version == "HTTP/1.0" else wish != "close"


async def next_request(reader: StreamReader) -> ProxyRequest | None:
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
    return parsed_request(head)


def parsed_request(head: bytes) -> ProxyRequest:
    r"""Read a request's head.

    >>> parsed_request(b"GET http://www.pcpop.example/ HTTP/1.1\r\nAccept: */*\r\n\r\n").headers
    {'accept': '*/*'}
    """
    first, *lines = head.decode(errors="replace").strip().split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequestError(f"{first[:200]!r} is no HTTP/1 request; ask with an HTTP/1.1 client.")
    method, target, version = words
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    return ProxyRequest(method, target, headers, version)


def _written(request: ProxyRequest, response: Response) -> tuple[int, bytes]:
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


def _refusal(status: HTTPStatus, why: str) -> bytes:
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


def _is_known(request: ProxyRequest, etag: str, changed: datetime) -> bool:
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


async def _tunnel(reader: StreamReader, writer: StreamWriter, port: int) -> None:
    """Carry bytes both ways until either side has ended."""
    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
    ways = [
        asyncio.create_task(_carry(reader, far_writer)),
        asyncio.create_task(_carry(far_reader, writer)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        far_writer.transport.abort()
        await asyncio.gather(*ways, return_exceptions=True)
        # What is aborted is closed in the loop's next round; there may be none after this.
        await asyncio.sleep(0)


async def _carry(source: StreamReader, sink: StreamWriter) -> None:
    while data := await source.read(65536):
        sink.write(data)
        await sink.drain()


def main() -> None:
    parser = ArgumentParser(
        prog="python -m samples.proxy",
        description="Serve the pocket web as an HTTP proxy on 127.0.0.1 until Ctrl-C. "
        "Nothing leaves this machine.",
    )
    parser.add_argument(
        "--port", type=int, default=8080, help="where to listen; 0 takes any free port (8080)"
    )
    port = parser.parse_args().port
    try:
        with suppress(KeyboardInterrupt):
            _serve_until_stopped(PocketWeb(ALL_SITES), port)
    except (OSError, OverflowError) as problem:
        parser.error(f"cannot listen on port {port}: {problem}. Choose another with --port.")


def _serve_until_stopped(web: PocketWeb, port: int) -> None:
    with PocketProxy(web, port) as proxy:
        hosts = "\n".join(f"  http://{host}/" for host in web.sites)
        sys.stdout.write(f"{proxy.url} is the HTTP proxy for\n{hosts}\n")
        sys.stdout.flush()
        Event().wait()


if __name__ == "__main__":
    main()
