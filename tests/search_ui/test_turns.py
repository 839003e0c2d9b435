"""Who works at the same time, and who does not have to wait."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from search_ui.turns import SerializedApp

if TYPE_CHECKING:
    from collections.abc import Iterable


class Counting:
    """An application that waits until it is let go, and knows how many it works for."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.let_go = threading.Event()
        self.lock = threading.Lock()

    def __call__(self, _environ: dict[str, Any], _start: object) -> Iterable[bytes]:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.let_go.wait(timeout=1)
        with self.lock:
            self.now -= 1
        return [b"page"]


def most_at_once(method: str, path: str = "/search") -> int:
    app = Counting()
    turns = SerializedApp(app)

    def visit() -> None:
        list(turns({"REQUEST_METHOD": method, "PATH_INFO": path}, lambda *_: lambda _: None))

    visitors = [threading.Thread(target=visit) for _ in range(6)]
    for one in visitors:
        one.start()
    threading.Timer(0.3, app.let_go.set).start()
    for one in visitors:
        one.join()
    return app.most


def test_pages_are_worked_out_one_at_a_time() -> None:
    assert most_at_once("GET") == 1


def test_who_sends_something_waits_for_nobody() -> None:
    assert most_at_once("POST") == 6


def test_the_admins_pages_keep_nobody_waiting() -> None:
    assert most_at_once("GET", "/label/page/s1") == 6
