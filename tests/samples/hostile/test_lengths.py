"""Answers that lie about their length."""

from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse, IncompleteRead

import pytest

from samples.hostile import HostileHost

HERE = "http://evil.hostile.example/length"


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
    said, body = parts(receive(f"{HERE}/{name}/"))
    assert said == lengths
    assert body.endswith(b"</html>")
    assert len(body) > 20


def test_two_lengths_differ(receive: Callable[..., bytes]) -> None:
    said, body = parts(receive(f"{HERE}/length-twice/"))
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
        client.request("GET", f"{HERE}/{name}/")
        response: HTTPResponse = client.getresponse()
        with pytest.raises((IncompleteRead, ValueError, OverflowError)):
            response.read()
