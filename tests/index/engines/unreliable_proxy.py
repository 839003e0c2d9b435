"""A proxy in front of an OpenSearch node that answers some requests by itself, as a cluster might.

What a real node does only under load, or with plugins that cannot be had here.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Change = Callable[[dict[str, Any]], None]


@dataclass
class Faults:
    """For requests whose path ends so: how often with which status, or what is changed.

    `bulks` are the sizes of the bulk requests that came, `largest` is that of one that is taken.
    """

    status: int = 503
    times: int = 0
    path: str = "/_search"
    change: Change | None = None
    largest: int = 10**9
    bulks: list[int] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    node: str
    faults: Faults

    def _answer(self) -> None:
        faults = self.faults
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        faults.authorizations.append(self.headers.get("Authorization", ""))
        path = self.path.partition("?")[0]
        if path.endswith("/_bulk"):
            faults.bulks.append(len(body))
            if len(body) > faults.largest:
                self._send(413, b"")
                return
        meant = path.endswith(faults.path) and faults.times > 0
        faults.times -= meant
        if meant and faults.change is None:
            self._send(faults.status, b'{"error": {"type": "unavailable", "reason": "busy"}}')
            return
        status, answer = self._asked(body)
        if meant and faults.change:
            changed = json.loads(answer)
            faults.change(changed)
            answer = json.dumps(changed).encode()
        self._send(status, answer)

    def _asked(self, body: bytes) -> tuple[int, bytes]:
        asked = Request(  # noqa: S310 - our own node
            f"{self.node}{self.path}",
            body or None,
            {"Content-Type": self.headers.get("Content-Type", "application/json")},
            method=self.command,
        )
        try:
            with urlopen(asked) as answer:  # noqa: S310 - our own node
                return answer.status, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.read()

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = _answer  # noqa: N815 - the library's names

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def unreliable_proxy(node: str, faults: Faults) -> Iterator[str]:
    """Its address."""
    handler = type("_HandlerOfNode", (_Handler,), {"node": node, "faults": faults})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
