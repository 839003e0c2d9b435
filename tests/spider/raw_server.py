"""A server for tests that says exactly what it is told to, byte by byte, and counts who came."""

from __future__ import annotations

import socketserver
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Callable, Iterator

    FetchResult = Callable[[socket.socket, str], None]


class RawServer(socketserver.ThreadingTCPServer):
    """Calls `answer(connection, path)` for each request; what it sends is all that is sent."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 100

    def __init__(self, answer: FetchResult, tls: ssl.SSLContext | None) -> None:
        self.answer = answer
        self.tls = tls
        self.connections = 0
        self.heads: list[str] = []
        super().__init__(("127.0.0.1", 0), Handler)
        self.port: int = self.server_address[1]


class Handler(socketserver.BaseRequestHandler):
    server: RawServer

    def handle(self) -> None:
        self.server.connections += 1
        with suppress(OSError), self._secured() as connection:
            head = connection.recv(65536).decode("latin-1")
            self.server.heads.append(head)
            self.server.answer(connection, head.split(" ")[1] if " " in head else "")

    def _secured(self) -> socket.socket:
        connection: socket.socket = self.request
        tls = self.server.tls
        return tls.wrap_socket(connection, server_side=True) if tls else connection


@contextmanager
def serving(answer: FetchResult, tls: ssl.SSLContext | None = None) -> Iterator[RawServer]:
    with RawServer(answer, tls) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def page(body: bytes | str = "", status: str = "200 OK", **headers: str) -> bytes:
    """A whole answer; underscores in header names stand for hyphens."""
    body = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
