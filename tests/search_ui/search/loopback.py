"""A site on a real server, for real browsers."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from werkzeug.serving import make_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """Its address, as long as it is needed."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
