"""A real crawl of a host that plays every foul trick; each ends in time, in bounded memory."""

from __future__ import annotations

import gzip
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import brotli
import pytest

from tests.spider.raw_server import page, serving
from tests.spider.small_crawl import Crawled, crawl

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    Trick = Callable[[socket.socket], None]

OK = b"HTTP/1.1 200 OK\r\n"


def endless(start: bytes, piece: bytes, pause: float = 0.0) -> Trick:
    def answer(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(piece)
            time.sleep(pause)

    return answer


def once(answer: bytes) -> Trick:
    return lambda connection: connection.sendall(answer)


def silent(connection: socket.socket) -> None:
    while connection.recv(1):
        pass


TRICKS: dict[str, tuple[str | None, Trick]] = {
    "honest": (None, once(page("小米手机"))),
    "endless-headers": ("headers-too-large", endless(OK, b"X-Filler: " + b"x" * 1000 + b"\r\n")),
    "one-endless-header": ("headers-too-large", endless(OK + b"X-Filler: ", b"x" * 10_000)),
    "folded-headers": ("headers-too-large", endless(OK + b"X-Filler: a\r\n", b" x\r\n" * 1000)),
    "ten-megabytes-of-headers": (
        "headers-too-large",
        once(OK + b"X-Filler: x\r\n" * 800_000 + b"\r\n"),
    ),
    "endless-interim-answers": ("headers-too-large", endless(b"", b"HTTP/1.1 103 Hi\r\n\r\n" * 99)),
    "endless-body": ("too-large", endless(OK + b"\r\n", b"x" * 10_000)),
    "endless-chunks": (
        "too-large",
        endless(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"3e8\r\n" + b"x" * 1000 + b"\r\n"),
    ),
    "said-too-large": ("too-large", once(OK + b"Content-Length: 99999999999\r\n\r\nx")),
    "gzip-bomb": (
        "too-large",
        once(page(gzip.compress(bytes(1_000_000)) * 500, Content_Encoding="gzip")),
    ),
    "brotli-bomb": (
        "too-large",
        once(page(brotli.compress(bytes(50_000_000), quality=0), Content_Encoding="br")),
    ),
    "a-thousand-layers": (
        "bad-encoding",
        once(page(gzip.compress(b"x"), Content_Encoding=",".join(["gzip"] * 1000))),
    ),
    "broken-gzip": ("bad-encoding", once(page(b"no gzip at all", Content_Encoding="gzip"))),
    "no-answer": ("timeout", silent),
    "slow-headers": ("timeout", endless(OK, b"X-A: b\r\n", pause=0.2)),
    "slow-body": ("timeout", endless(OK + b"Content-Length: 9999\r\n\r\n", b"x", pause=0.2)),
    "garbage": ("not-http", once(b"\x00\xff\x80 neither this nor that\r\n\r\n" * 9)),
    "endless-garbage": ("not-http", endless(b"", b"\x80" * 10_000)),
    "status-of-letters": ("not-http", once(b"HTTP/1.1 abc OK\r\n\r\n")),
    "status-out-of-range": ("not-http", once(b"HTTP/1.1 99999 OK\r\nContent-Length: 0\r\n\r\n")),
    "two-lengths": (
        "not-http",
        once(OK + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\nhello"),
    ),
    "negative-length": ("not-http", once(OK + b"Content-Length: -5\r\n\r\nhello")),
    "unknown-transfer": ("not-http", once(OK + b"Transfer-Encoding: magic\r\n\r\nhello")),
    "shorter-than-said": ("data-loss", once(OK + b"Content-Length: 500\r\n\r\nhello")),
    "broken-chunks": (
        "data-loss",
        once(OK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n"),
    ),
    "closed-at-once": ("connection", once(b"")),
    "cut-headers": ("connection", once(OK + b"X-A")),
}


def play(connection: socket.socket, path: str) -> None:
    TRICKS[path.removeprefix("/")][1](connection)


def crawl_of(names: list[str], **settings: Any) -> Crawled:
    """All tricks at once: one crawl must stand them together. Results are by trick."""
    with serving(play) as server:
        root = f"http://tricks.example:{server.port}/"
        crawled = crawl(
            *(root + name for name in names),
            names={"tricks.example": ["127.0.0.1"]},
            CRAWL_ALLOW=["tricks.example"],
            ROBOTSTXT_OBEY=False,
            **settings,
        )
    results = {url.removeprefix(root): result for url, result in crawled.results.items()}
    return replace(crawled, results=results)


@pytest.fixture(scope="module")
def crawled() -> Crawled:
    """The time-out is short for those only that need it: machines are slow at times."""
    slow = [name for name, (kind, _) in TRICKS.items() if kind == "timeout"]
    waited_for = crawl_of(slow, DOWNLOAD_TIMEOUT=2)
    others = crawl_of([name for name in TRICKS if name not in slow], DOWNLOAD_TIMEOUT=50)
    return replace(others, results=others.results | waited_for.results)


@pytest.mark.parametrize("trick", TRICKS)
def test_every_trick_is_known_by_its_kind(crawled: Crawled, trick: str) -> None:
    assert crawled.kind(trick) == TRICKS[trick][0], crawled.results[trick]


def test_the_honest_page_came_through(crawled: Crawled) -> None:
    assert crawled.results["honest"]["text"] == "小米手机"


def test_memory_stayed_bounded(crawled: Crawled) -> None:
    assert crawled.megabytes < 150


def test_nothing_of_it_was_an_error_of_ours(crawled: Crawled) -> None:
    assert "Traceback" not in crawled.log
