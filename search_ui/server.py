"""The site on a production server: gunicorn, one process per core, a few threads in each.

Added to gunicorn are connections that cost no thread while they are slow (`connections.py`), and
serialising, so that a process computes one public page at a time.
"""

from __future__ import annotations

import gc
import os
import re
import socket
from contextlib import closing
from ipaddress import ip_network
from signal import SIG_BLOCK, SIG_DFL, SIG_UNBLOCK, SIGTERM, pthread_sigmask, signal
from threading import Lock
from typing import TYPE_CHECKING

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from core.errors import SpecSeekError
from core.logs import log_as_json
from index.analysis import analyzer_for
from search_ui.connections import MOST_CONNECTIONS, THREADS, BufferingWorker
from search_ui.operations import counts_of
from search_ui.site import all_sites

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask
    from gunicorn.config import Config

    from core.settings import Settings


_MOST_PROCESSES = 8
_GARBAGE = (50_000, 20, 50)  # a page makes thousands of short-lived objects


class AddressError(SpecSeekError):
    """The address to serve at is not available."""


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    def __init__(self, app: Flask, options: dict[str, object]) -> None:
        self._app, self._options = app, options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._app


def run_server(
    app: Flask,
    settings: Settings,
    address: tuple[str, int],
    *,
    processes: int | None = None,
    ready: Callable[[str], None],
) -> None:
    """Serve until Ctrl-C; `ready` is called with the page's address when it is up."""
    host, port = address
    # Loaded before the processes fork, so that they share it.
    with app.app_context():
        for site in all_sites().values():
            analyzer_for(site.topic)
    app.wsgi_app = SerializedApp(app.wsgi_app)  # type: ignore[method-assign]  # as Flask's documents do
    _keep_what_is_loaded()
    end_when_told_to()
    shown = f"[{host}]" if ":" in host else host
    options: dict[str, object] = {
        "bind": f"{shown}:{port}",
        "workers": processes or min(os.cpu_count() or 1, _MOST_PROCESSES),
        "worker_class": BufferingWorker,
        "threads": THREADS,
        "worker_connections": MOST_CONNECTIONS,
        "sendfile": False,  # it would wait for the reader
        "preload_app": True,
        "accesslog": None,
        "errorlog": "-",
        "loglevel": "warning",
        "control_socket_disable": True,
        "forwarder_headers": "",  # only the request line decides what is requested
        "child_exit": lambda _arbiter, worker: worker.load.leave(worker.age),
        "post_fork": lambda _arbiter, worker: counts_of(app).use_part(worker.age),
        "when_ready": lambda _arbiter: ready(f"http://{_readable(host)}:{port}/"),
    }
    BufferingWorker.proxies = [ip_network(one) for one in settings.search.proxies]
    server = _Server(app, options)
    if settings.log == "json":
        server.cfg.set("logger_class", JsonLogger)
        log_as_json(app.logger)
    server.run()


class JsonLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's own log as JSON."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        log_as_json(self.error_log)


def _keep_what_is_loaded() -> None:
    """Exclude dictionaries and modules from garbage collection, which would stall visitors."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def end_when_told_to() -> None:
    """End on SIGTERM from the first moment on.

    A new process has its parent's signal handlers until it sets its own; these would swallow the
    signal, and the server would wait half a minute for the process.
    """

    def begin() -> None:
        signal(SIGTERM, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, {SIGTERM})

    os.register_at_fork(
        before=lambda: pthread_sigmask(SIG_BLOCK, {SIGTERM}),
        after_in_parent=lambda: pthread_sigmask(SIG_UNBLOCK, {SIGTERM}),
        after_in_child=begin,
    )


def checked_address(host: str, port: int) -> tuple[str, int]:
    """The address with a free port; gunicorn itself would only retry five times."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with closing(socket.socket(family, socket.SOCK_STREAM)) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
            return host, int(trial.getsockname()[1])
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise AddressError(
            f"cannot serve at {host} port {port}: {reason}; choose another with --host and --port"
        ) from error


def _readable(host: str) -> str:
    """The address to enter in a browser on this machine."""
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - asked for by name
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


# Serialising: public pages are computed one at a time, which is faster than in parallel.


_NOT_FOR_VISITORS = re.compile(r"(?:/t/[^/]+)?/(?:label|review|monitor|healthz|readyz|metrics)")
_DOWNLOAD = re.compile(r".*/search\.(?:csv|jsonl)")


class SerializedApp:
    """One page at a time per process, in the order of the requests.

    A download is computed line by line while it is sent: each line has its turn, and of all
    downloads only one waits for it, so that a page waits for one line.

    Not for requests with a body, whose slow senders would block others, nor for the admin's pages,
    which may take seconds, nor for health checks, which must not wait for visitors.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._turn = Lock()
        self._turn_of_downloads = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        reading = environ["REQUEST_METHOD"] in {"GET", "HEAD"}
        if not reading or _NOT_FOR_VISITORS.match(environ["PATH_INFO"]):
            return self._app(environ, start_response)
        with self._turn:
            answer = self._app(environ, start_response)
        if _DOWNLOAD.fullmatch(environ["PATH_INFO"]):
            return _InTurns(answer, self._turn_of_downloads, self._turn)
        return answer


class _InTurns:
    """The lines of a download; each is computed while both locks are held."""

    def __init__(self, answer: Iterable[bytes], of_downloads: Lock, of_pages: Lock) -> None:
        self._lines = iter(answer)
        self._of_downloads, self._of_pages = of_downloads, of_pages
        self.close: Callable[[], object] = getattr(answer, "close", lambda: None)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        with self._of_downloads, self._of_pages:
            return next(self._lines)
