"""The server's processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import pytest

from search_ui.connections import WorkerLoad
from search_ui.server import SerializedApp
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


NEW_PROCESS = """
import os, signal, time
from search_ui.server import end_when_told_to

signal.signal(signal.SIGTERM, lambda *_: print("told", flush=True))
end_when_told_to()
child = os.fork()
if not child:
    time.sleep(30)  # it has set no handler of its own yet
    os._exit(0)
os.kill(child, signal.SIGTERM)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
os.kill(os.getpid(), signal.SIGTERM)
"""


@pytest.mark.slow
def test_a_process_that_has_hardly_begun_ends_when_told_to_and_its_parent_is_still_told() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NEW_PROCESS], stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout.split() == [str(-signal.SIGTERM), "told"]


# Who works at the same time, and who does not have to wait.


VISITORS = 6


class Counting:
    """An application that works until all visitors are there or it is let go."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.let_go = threading.Event()
        self.lock = threading.Lock()

    def __call__(self, _environ: dict[str, Any], _start: object) -> Iterable[bytes]:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
            if self.now == VISITORS:
                self.let_go.set()
        self.let_go.wait()
        with self.lock:
            self.now -= 1
        return [b"page"]


def most_at_once(method: str, path: str = "/search", let_go_after: float = PATIENCE) -> int:
    app = Counting()
    turns = SerializedApp(app)

    def visit() -> None:
        list(turns({"REQUEST_METHOD": method, "PATH_INFO": path}, lambda *_: lambda _: None))

    visitors = [threading.Thread(target=visit) for _ in range(VISITORS)]
    for one in visitors:
        one.start()
    timer = threading.Timer(let_go_after, app.let_go.set)
    timer.start()
    for one in visitors:
        one.join()
    timer.cancel()
    return app.most


def test_pages_are_worked_out_one_at_a_time() -> None:
    assert most_at_once("GET", let_go_after=0.3) == 1


def test_who_sends_something_waits_for_nobody() -> None:
    assert most_at_once("POST") == VISITORS


def test_the_admins_pages_keep_nobody_waiting() -> None:
    assert most_at_once("GET", "/label/page/s1") == VISITORS


@runtime_checkable
class SupportsClose(Protocol):
    def close(self) -> object: ...


class Download:
    """A table whose lines are computed while they are sent; notes who is at work."""

    def __init__(self) -> None:
        self.at_work: list[str] = []
        self.closed = False

    def __call__(self, environ: dict[str, Any], _start: object) -> Iterable[bytes]:
        return self if environ["PATH_INFO"].endswith(".csv") else [self.work()]

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(20):
            yield self.work()

    def close(self) -> None:
        self.closed = True

    def work(self) -> bytes:
        self.at_work.append("begins")
        time.sleep(0.001)  # another one has the time to begin
        self.at_work.append("ends")
        return b"line"


@pytest.mark.parametrize("path", ["/search.csv", "/t/phones/search.csv"])
def test_lines_of_downloads_and_pages_are_worked_out_one_at_a_time(path: str) -> None:
    app = Download()
    turns = SerializedApp(app)

    def visit(path: str) -> None:
        answer = turns({"REQUEST_METHOD": "GET", "PATH_INFO": path}, lambda *_: lambda _: None)
        assert set(answer) == {b"line"}
        if isinstance(answer, SupportsClose):
            answer.close()

    visitors = [threading.Thread(target=visit, args=(one,)) for one in [path, path, "/search"] * 3]
    for one in visitors:
        one.start()
    for one in visitors:
        one.join()
    assert app.at_work == ["begins", "ends"] * (6 * 20 + 3)
    assert app.closed


# Processes that know of one another's visitors.


def test_who_has_more_visitors_than_another_is_ahead() -> None:
    load = WorkerLoad()
    load.tell(1, 3)
    assert not load.is_ahead(1), "it is alone"
    load.tell(2, 3)
    assert not load.is_ahead(1), "the other has as many"
    load.tell(2, 2)
    assert load.is_ahead(1)
    assert not load.is_ahead(2)


def test_a_process_that_is_gone_counts_no_more() -> None:
    load = WorkerLoad()
    load.tell(1, 3)
    load.tell(2, 0)
    assert load.is_ahead(1)
    load.leave(2)
    assert not load.is_ahead(1)


def test_what_one_process_tells_another_knows() -> None:
    load = WorkerLoad()
    load.tell(1, 3)
    child = os.fork()
    if not child:
        load.tell(2, 1)
        os._exit(0)
    os.waitpid(child, 0)
    assert load.is_ahead(1)


# gunicorn with several processes, on loopback.


SERVER = """
import os
from gunicorn.app.base import BaseApplication
from search_ui.connections import BufferingWorker
from search_ui.server import checked_address

def which_process(environ, start_response):
    start_response("200 OK", [("Content-Length", "8")])
    return [b"%8d" % os.getpid()]

class Server(BaseApplication):
    def load_config(self):
        for name, value in {
            "bind": "127.0.0.1:%d" % port, "workers": 2, "threads": 16, "loglevel": "warning",
            "worker_class": BufferingWorker, "control_socket_disable": True, "keepalive": 30,
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


@pytest.mark.slow
def test_visitors_who_come_at_once_are_shared_evenly(port: int) -> None:
    def fewest() -> int:
        """Of twelve visitors, how many the process served that served fewer."""
        with ExitStack() as stack:
            visitors = [HTTPConnection("127.0.0.1", port, timeout=PATIENCE) for _ in range(12)]
            for visitor in visitors:
                stack.callback(visitor.close)
                visitor.request("GET", "/")
            served_by = Counter(visitor.getresponse().read() for visitor in visitors)
        return min(served_by.values()) if len(served_by) == 2 else 0

    # Six, but for a process that was kept from work.
    assert any(fewest() >= 4 for _ in range(10))
