"""Redirects that lead nowhere."""

from collections.abc import Callable

import pytest

from samples.hostile import HostileWeb

WEB = HostileWeb()
HERE = "http://evil.hostile.example/redirect"


def test_the_loop_comes_back() -> None:
    there = WEB.fetch(f"{HERE}/loop/").location
    assert there != f"{HERE}/loop/"
    assert WEB.fetch(there).location == f"{HERE}/loop/"


def test_the_chain_never_comes_back() -> None:
    url = f"{HERE}/chain/"
    seen: set[str] = set()
    while len(seen) < 50:
        assert url not in seen
        seen.add(url)
        url = WEB.fetch(url).location


def test_the_shortest_loop() -> None:
    assert WEB.fetch(f"{HERE}/itself/").location == f"{HERE}/itself/"


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
    answer = receive(f"{HERE}/{name}/")
    assert answer.startswith(b"HTTP/1.1 302 Found\r\n")
    assert line in answer
    assert WEB.fetch(f"{HERE}/{name}/page").status == 200


def test_a_location_may_be_missing(receive: Callable[..., bytes]) -> None:
    assert b"\r\nLocation:" not in receive(f"{HERE}/without-location/")


def test_a_location_may_be_a_megabyte(receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/long/", 2_000_000).count(b"a") > 1_000_000
