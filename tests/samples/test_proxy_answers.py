from __future__ import annotations

import asyncio
import logging
from asyncio import StreamReader, StreamWriter
from contextlib import closing
from http.client import HTTPConnection
from socket import SHUT_WR, create_connection, socket
from threading import Event
from time import sleep
from typing import TYPE_CHECKING

import pytest

from samples.pocket_web import UnknownHostError
from samples.proxy import LoggedRequest, LoopbackServer, PocketProxy
from samples.response import RawResponse, Response, not_found, redirect
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

HTML = "text/html; charset=utf-8"


async def endless() -> AsyncGenerator[bytes, None]:
    while True:
        yield b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 65536


async def silent() -> AsyncGenerator[bytes, None]:
    while True:
        yield b""
        await asyncio.sleep(0.01)


class SmallWeb:
    """A few addresses of one host."""

    def fetch(self, url: str) -> Response:
        match url.removeprefix("http://small.example"):
            case "/手机" | "/":
                return Response(200, HTML, "小网站".encode())
            case "/moved":
                return redirect("http://small.example/手机")
            case "/raw":
                return RawResponse(418, pieces=endless)
            case "/silent":
                return RawResponse(pieces=silent)
            case "/broken":
                raise ZeroDivisionError
            case path if path.startswith("/"):
                return not_found(url)
        raise UnknownHostError(f"{url}: there is small.example only")


def ask(proxy: PocketProxy, *urls: str, method: str = "GET") -> list[tuple[int, bytes]]:
    with closing(HTTPConnection("127.0.0.1", proxy.port)) as client:
        answers = []
        for url in urls:
            client.putrequest(method, url, skip_host=True, skip_accept_encoding=True)
            client.endheaders()
            response = client.getresponse()
            answers.append((response.status, response.read()))
        return answers


def raw_answer(proxy: PocketProxy, request: str, length: int = 65536) -> bytes:
    with create_connection(("127.0.0.1", proxy.port)) as client:
        client.sendall(request.encode())
        return client.makefile("rb").read(length)


def test_what_was_asked_is_told_in_order() -> None:
    asked: list[LoggedRequest] = []
    with PocketProxy(SmallWeb(), log=asked.append) as proxy:
        ask(proxy, "http://small.example/", "http://small.example/none")
        ask(proxy, "http://big.example/")
        ask(proxy, "http://small.example/", method="HEAD")
    assert asked == [
        ("GET", "http://small.example/", 200),
        ("GET", "http://small.example/none", 404),
        ("GET", "http://big.example/", 502),
        ("HEAD", "http://small.example/", 200),
    ]


def test_addresses_may_be_in_chinese() -> None:
    with PocketProxy(SmallWeb()) as proxy:
        known = raw_answer(proxy, "GET http://small.example/手机 HTTP/1.0\r\n\r\n")
        assert known.endswith("\r\n\r\n小网站".encode())
        moved = raw_answer(proxy, "GET http://small.example/moved HTTP/1.0\r\n\r\n")
        assert "\r\nLocation: http://small.example/手机\r\n".encode() in moved


def test_requests_may_come_all_at_once() -> None:
    request = "GET http://small.example/ HTTP/1.1\r\n\r\n"
    last = "GET http://small.example/ HTTP/1.1\r\nConnection: close\r\n\r\n"
    with PocketProxy(SmallWeb()) as proxy:
        assert raw_answer(proxy, request * 3 + last).count("小网站".encode()) == 4


def test_raw_answers_are_sent_as_they_are_until_the_client_has_enough() -> None:
    asked: list[LoggedRequest] = []
    with PocketProxy(SmallWeb(), log=asked.append) as proxy:
        answer = raw_answer(proxy, "GET http://small.example/raw HTTP/1.1\r\n\r\n", 200_000)
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n\r\nxxx")
        assert len(answer) == 200_000
        assert ask(proxy, "http://small.example/")[0][0] == 200
    assert asked[0].status == 418


def test_silence_ends_when_the_client_has_gone() -> None:
    with PocketProxy(SmallWeb()) as proxy, create_connection(("127.0.0.1", proxy.port)) as client:
        client.sendall(b"GET http://small.example/silent HTTP/1.1\r\n\r\n")
        client.shutdown(SHUT_WR)
        assert client.recv(1) == b""


def test_a_web_that_fails_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    with PocketProxy(SmallWeb()) as proxy, caplog.at_level(logging.ERROR):
        (status, body), *_ = ask(proxy, "http://small.example/broken")
        assert (status, b"failed to answer" in body) == (500, True)
        assert ask(proxy, "http://small.example/")[0][0] == 200
    assert "ZeroDivisionError" in caplog.text


def test_the_pocket_web_is_read_only() -> None:
    with PocketProxy(SmallWeb()) as proxy:
        (status, body), *_ = ask(proxy, "http://small.example/", method="POST")
    assert (status, b"GET or HEAD" in body) == (501, True)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("hello\r\n\r\n", b"400 Bad Request"),
        (
            f"GET http://small.example/ HTTP/1.1\r\nCookie: {'x' * 65_600}\r\n\r\n",
            b"431 Request Header Fields Too Large",
        ),
    ],
)
def test_what_is_no_request_is_refused_with_the_reason(request_: str, status: bytes) -> None:
    with PocketProxy(SmallWeb()) as proxy:
        assert raw_answer(proxy, request_).startswith(b"HTTP/1.1 " + status)


class Counted:
    """A web with one endless answer that tells how far it has come."""

    def __init__(self) -> None:
        self.made = 0
        self.ended = Event()

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        try:
            while True:
                self.made += 1
                yield b"x" * 65536
        finally:
            self.ended.set()

    def fetch(self, _url: str) -> Response:
        return RawResponse(pieces=self.pieces)


def endless_answer(proxy: PocketProxy) -> socket:
    client = create_connection(("127.0.0.1", proxy.port))
    client.sendall(b"GET http://small.example/ HTTP/1.1\r\n\r\n")
    assert client.recv(1) == b"x"
    return client


def test_no_more_is_made_than_the_client_takes() -> None:
    web = Counted()
    with PocketProxy(web) as proxy, endless_answer(proxy):
        before = 0
        while before != (before := web.made):
            assert web.made * 65536 < 100_000_000
            sleep(0.05)


def test_an_endless_answer_ends_with_its_client() -> None:
    web = Counted()
    with PocketProxy(web) as proxy:
        endless_answer(proxy).close()
        assert web.ended.wait(PATIENCE)


def test_an_endless_answer_ends_with_the_proxy() -> None:
    web = Counted()
    with PocketProxy(web) as proxy:
        client = endless_answer(proxy)
    client.close()
    assert web.ended.is_set()


async def welcome(reader: StreamReader, writer: StreamWriter) -> None:
    writer.write((await reader.readline()).upper())


def test_tunnels_lead_to_loopback_where_there_are_any() -> None:
    asked: list[LoggedRequest] = []
    with (
        LoopbackServer(welcome) as server,
        PocketProxy(SmallWeb(), log=asked.append, tunnels={"a.example:443": server.port}) as proxy,
    ):
        open_ = "CONNECT a.example:443 HTTP/1.1\r\n\r\n"
        assert raw_answer(proxy, f"{open_}hello\n").endswith(b"established\r\n\r\nHELLO\n")
        closed = "CONNECT b.example:443 HTTP/1.1\r\n\r\n"
        assert raw_answer(proxy, closed).startswith(b"HTTP/1.1 403 ")
    assert asked == [("CONNECT", "a.example:443", 200), ("CONNECT", "b.example:443", 403)]
