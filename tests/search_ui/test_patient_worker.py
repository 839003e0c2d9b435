"""gunicorn with several processes, on loopback."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = """
import os
from gunicorn.app.base import BaseApplication
from search_ui.patient_worker import PatientWorker
from search_ui.server import checked_address

def which_process(environ, start_response):
    start_response("200 OK", [("Content-Length", "8")])
    return [b"%8d" % os.getpid()]

class Server(BaseApplication):
    def load_config(self):
        for name, value in {
            "bind": "127.0.0.1:%d" % port, "workers": 2, "threads": 16, "loglevel": "warning",
            "worker_class": PatientWorker, "control_socket_disable": True, "keepalive": 30,
            "post_worker_init": lambda _worker: print(port, flush=True),
        }.items():
            self.cfg.set(name, value)

    def load(self):
        return which_process

port = checked_address("127.0.0.1", 0)[1]
Server().run()
"""


@pytest.fixture
def port() -> Iterator[int]:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout
            first, second = server.stdout.readline(), server.stdout.readline()
            assert first == second, "both processes are up"
            yield int(first)
        finally:
            server.terminate()


def test_visitors_who_come_at_once_are_shared_evenly(port: int) -> None:
    with ExitStack() as stack:
        visitors = [HTTPConnection("127.0.0.1", port, timeout=30) for _ in range(12)]
        for visitor in visitors:
            stack.callback(visitor.close)
            visitor.request("GET", "/")
        served_by = Counter(visitor.getresponse().read() for visitor in visitors)
    assert len(served_by) == 2
    assert min(served_by.values()) >= 4, "six, but for a process that was kept from work"
