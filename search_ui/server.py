"""The site on a production server: gunicorn, one process per core, a few threads in each."""

from __future__ import annotations

import gc
import os
import socket
from contextlib import closing
from signal import SIG_BLOCK, SIG_DFL, SIG_UNBLOCK, SIGTERM, pthread_sigmask, signal
from typing import TYPE_CHECKING

from gunicorn.app.base import BaseApplication

from core.errors import SpecSeekError
from index.analysis import analyzer_for
from search_ui.app import create_app
from search_ui.patient_worker import TimeLimitedWorker
from search_ui.turns import SerializedApp

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from core.settings import Settings

_THREADS = 16  # a visitor on a slow line keeps a thread, not a core
_MOST_PROCESSES = 8
_GARBAGE = (50_000, 20, 50)  # a page makes thousands of short-lived objects


class AddressError(SpecSeekError):
    """The address to serve at cannot be had."""


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
    settings: Settings,
    topic: str,
    address: tuple[str, int],
    *,
    processes: int | None = None,
    ready: Callable[[str], None],
) -> None:
    """Serve until Ctrl-C; `ready` is told the page's address when it answers there."""
    host, port = address
    app = create_app(settings, topic)
    # Once, before there are several processes: they share what is loaded by then.
    analyzer_for(app.extensions["specseek"].topic)
    app.wsgi_app = SerializedApp(app.wsgi_app)  # type: ignore[method-assign]  # as Flask's documents do
    _keep_what_is_loaded()
    end_when_told_to()
    shown = f"[{host}]" if ":" in host else host
    options: dict[str, object] = {
        "bind": f"{shown}:{port}",
        "workers": processes or min(os.cpu_count() or 1, _MOST_PROCESSES),
        "worker_class": TimeLimitedWorker,
        "threads": _THREADS,
        "preload_app": True,
        "accesslog": None,
        "errorlog": "-",
        "loglevel": "warning",
        "control_socket_disable": True,
        "forwarder_headers": "",  # nobody but the request's own first line says what it asks for
        "child_exit": lambda _arbiter, worker: worker.load.leave(worker.age),
        "when_ready": lambda _arbiter: ready(f"http://{_readable(host)}:{port}/"),
    }
    _Server(app, options).run()


def _keep_what_is_loaded() -> None:
    """Dictionaries and modules stay for ever: to look for garbage among them stalls visitors."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def end_when_told_to() -> None:
    """Also a process that was started a moment ago.

    Until it has handlers of its own it has those of its parent, which would take the signal for
    themselves: it would be waited for half a minute.
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
    """The same address with a port that is free; gunicorn itself would try five times, in vain."""
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
    """What to type into a browser on this machine."""
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - asked for by name
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
