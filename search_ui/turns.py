"""Pages are worked out a few at a time: to wait for a turn is shorter than to share one."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_AT_ONCE = 2  # in one process: one works while the other waits for the engine


class Turns:
    """Only for requests without a body: nobody who sends one slowly keeps others waiting."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._turns = BoundedSemaphore(_AT_ONCE)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] not in {"GET", "HEAD"}:
            return self._app(environ, start_response)
        with self._turns:
            return self._app(environ, start_response)
