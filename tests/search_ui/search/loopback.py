"""A site on a real server, for real browsers."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


class _Handler(WSGIRequestHandler):
    timeout = 20  # browsers open connections to have them, and say nothing


class _Server(ThreadedWSGIServer):
    daemon_threads = False  # closing it waits for the answers under way


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Its address, as long as it is needed."""
    server = _Server("127.0.0.1", 0, app, _Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
