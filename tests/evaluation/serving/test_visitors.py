"""Visitors against a small server that sometimes fails."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from evaluation.serving.visitors import visit

if TYPE_CHECKING:
    from collections.abc import Iterator


class Page(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = b"<html>cut off" if self.path == "/half" else b"<html></html>"
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        pass


@contextmanager
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()
        thread.join()


def test_every_path_is_asked_for_once() -> None:
    with server() as address:
        waiting = visit(address, [f"/{number}" for number in range(50)], connections=4)
    assert len(waiting.seconds) == 50
    assert not waiting.problems
    assert waiting.bytes == 50 * len("<html></html>")


def test_other_answers_than_whole_pages_are_problems() -> None:
    with server() as address:
        waiting = visit(address, ["/a", "/gone", "/half"], connections=1)
    assert waiting.problems == ["404 /gone", "200 /half"]
