from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from evaluation.page_speed import PageLoadReport, Waiting, measure_page_load, searches, visit

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.slow
def test_a_small_index_is_served_to_many() -> None:
    report = measure_page_load("whoosh", products=60, pages=24, connections=4, tell=lambda _: None)
    assert report.waiting.problems == []
    assert len(report.waiting.seconds) == 24
    assert report.as_json()["products"] == 60


def test_the_bar_is_missed_by_slow_pages_and_by_errors() -> None:
    def report(seconds: float, problems: list[str]) -> PageLoadReport:
        return PageLoadReport("whoosh", 1, 1, Waiting([seconds] * 100, problems, took=1))

    assert report(0.05, []).held
    assert not report(0.2, []).held
    assert not report(0.05, ["500 /"]).held


def test_hardly_two_searches_are_the_same() -> None:
    paths = searches(1000)
    assert len(set(paths)) > 700
    assert searches(5) == paths[:5]


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
