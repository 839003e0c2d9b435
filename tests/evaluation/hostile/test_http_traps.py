from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection, HTTPResponse, IncompleteRead
from typing import TYPE_CHECKING

import pytest

from evaluation.hostile import HostileHost, HostileWeb

if TYPE_CHECKING:
    from collections.abc import Callable

WEB = HostileWeb()
HERE = "http://evil.hostile.example"
END = b"</html>"
TEN_MEGABYTES = 10 * 2**20


def test_the_loop_comes_back() -> None:
    there = WEB.fetch(f"{HERE}/redirect/loop/").location
    assert there != f"{HERE}/redirect/loop/"
    assert WEB.fetch(there).location == f"{HERE}/redirect/loop/"


def test_the_chain_never_comes_back() -> None:
    url = f"{HERE}/redirect/chain/"
    seen: set[str] = set()
    while len(seen) < 50:
        assert url not in seen
        seen.add(url)
        url = WEB.fetch(url).location


def test_the_shortest_loop() -> None:
    assert WEB.fetch(f"{HERE}/redirect/itself/").location == f"{HERE}/redirect/itself/"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("empty-location", b"\r\nLocation: \r\n"),
        ("unreadable-location", b"\r\nLocation: http://[broken/\r\n"),
        ("two-lines", b"\r\nLocation: /redirect/two-lines/page\nSet-Cookie: injected=1\r\n"),
        ("folded", b"\r\nLocation: /redirect/folded/page\r\n ?folded=1\r\n"),
        ("utf-8", b"\r\nLocation: /redirect/utf-8/\xe6\x89\x8b\xe6\x9c\xba\r\n"),
        ("gbk", b"\r\nLocation: /redirect/gbk/\xca\xd6\xbb\xfa\r\n"),
    ],
)
def test_locations_are_sent_as_they_are(
    name: str, line: bytes, receive: Callable[..., bytes]
) -> None:
    answer = receive(f"{HERE}/redirect/{name}/")
    assert answer.startswith(b"HTTP/1.1 302 Found\r\n")
    assert line in answer
    assert WEB.fetch(f"{HERE}/redirect/{name}/page").status == 200


def test_a_location_may_be_missing(receive: Callable[..., bytes]) -> None:
    assert b"\r\nLocation:" not in receive(f"{HERE}/redirect/without-location/")


def test_a_location_may_be_a_megabyte(receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/redirect/long/", 2_000_000).count(b"a") > 1_000_000


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("answer-garbage", b"\x00\x01\x02"),
        ("answer-without-head", b"<!DOCTYPE html>"),
        ("status-no-number", b"HTTP/1.1 OK "),
        ("status-999", b"HTTP/1.1 999 No\r\n"),
        ("status-204-with-body", b"HTTP/1.1 204 No Content\r\n"),
        ("endless-103", b"HTTP/1.1 103 Early Hints\r\n"),
    ],
)
def test_answers_start_like_this(name: str, start: bytes, receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/status/{name}/").startswith(start)


def test_an_answer_may_be_empty(receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/status/answer-empty/") == b""


def test_no_content_has_content(receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/status/status-204-with-body/").endswith(END)


@pytest.mark.parametrize("status", ["100 Continue", "103 Early Hints"])
def test_a_page_comes_after_thousands_of_announcements(
    status: str, receive: Callable[..., bytes]
) -> None:
    answer = receive(f"{HERE}/status/many-{status[:3]}/", 1_000_000)
    assert answer.count(f"HTTP/1.1 {status}\r\n".encode()) == 2000
    assert answer.count(b"HTTP/1.1 200 OK\r\n") == 1
    assert answer.endswith(END)


def test_announcements_may_have_no_end(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/status/endless-103/", 1_000_000)
    assert len(answer) == 1_000_000
    assert b" 200 " not in answer


def test_a_page_may_be_empty(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/status/empty-page/")
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\nContent-Length: 0\r\n\r\n")


@pytest.mark.parametrize(("name", "lines"), [("one", 3), ("many", 105_000)])
def test_ten_megabytes_stand_before_the_page(
    name: str, lines: int, receive: Callable[..., bytes]
) -> None:
    head, _, body = receive(f"{HERE}/headers/{name}/", 2 * TEN_MEGABYTES).partition(b"\r\n\r\n")
    assert len(head) > TEN_MEGABYTES
    assert body.endswith(b"</html>")
    assert lines * 0.7 < head.count(b"\r\n") < lines * 1.3


@pytest.mark.parametrize(("name", "most"), [("endless", 30_000), ("endless-one", 1)])
def test_heads_may_have_no_end(name: str, most: int, receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/headers/{name}/", 3_000_000)
    assert len(answer) == 3_000_000
    assert b"\r\n\r\n" not in answer
    assert most * 0.7 < answer.count(b"\r\n") < most * 1.3


def test_cookies_come_by_the_thousand(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/headers/cookies/", 1_000_000)
    assert answer.count(b"\r\nSet-Cookie: ") == 2000


def parts(answer: bytes) -> tuple[list[bytes], bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return [line for line in head.split(b"\r\n") if line.startswith(b"Content-Length: ")], body


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("length-negative", [b"Content-Length: -1"]),
        ("length-absurd", [b"Content-Length: 1000000000000000000"]),
        ("length-no-number", ["Content-Length: 手机".encode()]),
        ("length-too-short", [b"Content-Length: 20"]),
    ],
)
def test_lengths_are_not_what_comes(
    name: str, lengths: list[bytes], receive: Callable[..., bytes]
) -> None:
    said, body = parts(receive(f"{HERE}/length/{name}/"))
    assert said == lengths
    assert body.endswith(b"</html>")
    assert len(body) > 20


def test_two_lengths_differ(receive: Callable[..., bytes]) -> None:
    said, body = parts(receive(f"{HERE}/length/length-twice/"))
    assert said == [f"Content-Length: {len(body)}".encode(), b"Content-Length: 20"]


@pytest.mark.parametrize(
    "name",
    [
        "length-too-long",
        "chunk-size-broken",
        "chunk-size-negative",
        "chunk-size-absurd",
        "chunks-cut",
    ],
)
def test_an_honest_client_misses_something(name: str, host: HostileHost) -> None:
    with closing(HTTPConnection("127.0.0.1", host.proxy.port)) as client:
        client.request("GET", f"{HERE}/length/{name}/")
        response: HTTPResponse = client.getresponse()
        with pytest.raises((IncompleteRead, ValueError, OverflowError)):
            response.read()
