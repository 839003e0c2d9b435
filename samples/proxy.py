"""The pocket web as a forward proxy on loopback: spiders use real-looking addresses.

Every request is answered from memory; nothing ever leaves the machine.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Self

from samples.pocket_web import PocketWeb, UnknownHostError
from samples.response import Response, modified

if TYPE_CHECKING:
    from types import TracebackType

_log = logging.getLogger(__name__)


class PocketProxy:
    """Use as a context manager; `url` is the address to give to a spider as its proxy."""

    def __init__(self, web: PocketWeb, port: int = 0) -> None:
        """Port 0 takes any that is free."""
        self._server = _Server(web, port)
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, web: PocketWeb, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.web = web


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "PocketWeb"
    sys_version = ""

    def _get(self) -> None:
        """Answer an absolute-form request, `GET http://host/path`, as proxies get them."""
        if not self.path.startswith("http://"):
            self._refuse(
                HTTPStatus.BAD_REQUEST,
                f"This is a proxy: ask for http://host/path, not for {self.path}. "
                "Set it as the spider's HTTP proxy.",
            )
            return
        try:
            response = self.server.web.fetch(self.path)
        except UnknownHostError as problem:
            self._refuse(HTTPStatus.BAD_GATEWAY, f"{problem}. Nothing leaves this machine.")
            return
        self._answer(response)

    def _connect(self) -> None:
        self._refuse(
            HTTPStatus.FORBIDDEN,
            f"No tunnel to {self.path}: the pocket web only speaks plain http. "
            "Ask for http:// addresses; nothing leaves this machine.",
        )

    # http.server looks for methods under these names and no others.
    do_GET = _get  # noqa: N815
    do_HEAD = _get  # noqa: N815
    do_CONNECT = _connect  # noqa: N815

    def _answer(self, response: Response) -> None:
        known = response.status == HTTPStatus.OK and self._is_known(response)
        self.send_response(HTTPStatus.NOT_MODIFIED if known else response.status)
        if response.status == HTTPStatus.OK:
            self.send_header("ETag", response.etag)
            self.send_header("Last-Modified", format_datetime(modified(self.path), usegmt=True))
        if response.location:
            self.send_header("Location", response.location)
        if known:
            self.end_headers()
        else:
            self._send_body(response.content_type, response.body)

    def _is_known(self, response: Response) -> bool:
        """An ETag decides alone when one is sent, as RFC 9110 asks."""
        if tags := self.headers.get("If-None-Match"):
            return tags.strip() == "*" or response.etag in tags
        since = _date(self.headers.get("If-Modified-Since", ""))
        return since is not None and modified(self.path) <= since

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self.send_response(status)
        self.send_header("Connection", "close")
        self._send_body("text/plain; charset=utf-8", f"{why}\n".encode())

    def _send_body(self, content_type: str, body: bytes) -> None:
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_request(self, code: int | str = "-", _size: int | str = "-") -> None:
        _log.debug("%s %s", code, self.requestline)


def _date(header: str) -> datetime | None:
    """An HTTP date, or nothing where a client sends something else."""
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
