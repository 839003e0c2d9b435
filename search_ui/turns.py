"""Serialising: public pages are worked out one at a time, which is faster than sharing the core."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_ADMIN_PAGES = ("/label", "/review", "/monitor")


class SerializedApp:
    """One page at a time in a process, in the order they were asked for.

    Not for requests with a body: nobody who sends one slowly keeps others waiting. Nor for the
    admin's pages, which may take seconds.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._turn = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        reading = environ["REQUEST_METHOD"] in {"GET", "HEAD"}
        if not reading or environ["PATH_INFO"].startswith(_ADMIN_PAGES):
            return self._app(environ, start_response)
        with self._turn:
            return self._app(environ, start_response)
