"""The server itself, as `specseek serve` runs it, with visitors who speak HTTP badly."""

from __future__ import annotations

import os
import re
import select
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, NamedTuple

import pytest

from search_ui.credentials import Credentials
from tests.search_ui.log_in import PASSWORD, token_in
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# As the command does, but so patient that time alone ends no request, and with pages that fail,
# that are too large for the buffers of any socket, and downloads that last until they are let go.
_SERVE = """
from threading import Event
import search_ui.connections as patience, search_ui.search as pages
from specseek.cli import main
patience.LONGEST_REQUEST = 10_000.0
@pages.search_views.get('/broken/<more>')
def broken(more): raise RuntimeError('the secret words')
@pages.search_views.get('/large')
def large(): return (b'x' * 1_000_000 for _ in range(50))
let_go = Event()
@pages.search_views.get('/long/search.csv')
def long(): return (b'' for _ in iter(let_go.is_set, True))
@pages.search_views.get('/let-go')
def end(): let_go.set(); return 'let go'
main(['serve', '--topic', 'phones', '--port', '0', '--processes', '1'])
"""
_CLOSE = "Host: localhost\r\nConnection: close\r\n\r\n"
_SLOW_CLIENTS = 64
_FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


class Served(NamedTuple):
    port: int
    data: Path
    log: Path

    def say(self, words: str | bytes) -> str:
        """The whole answer to these very bytes."""
        with self.connected() as line:
            line.sendall(words.encode() if isinstance(words, str) else words)
            return b"".join(iter(lambda: line.recv(65_536), b"")).decode("utf-8", "replace")

    def connected(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    data, log = folder / "data", folder / "log"
    with (
        log.open("w") as words,
        subprocess.Popen(
            [sys.executable, "-c", _SERVE],
            env=os.environ | {"SPECSEEK_DATA": str(data)},
            stderr=words,
        ) as process,
    ):
        try:
            yield Served(_port(log, process), data, log)
        finally:
            process.terminate()


def _port(log: Path, process: subprocess.Popen[bytes]) -> int:
    while process.poll() is None:
        if found := re.search(r"127\.0\.0\.1:(\d+)/ ", log.read_text()):
            return int(found[1])
        time.sleep(0.05)
    raise AssertionError(log.read_text())


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (f"GET /{'a' * 5_000} HTTP/1.1\r\n{_CLOSE}", "414"),
        (f"GET / HTTP/1.1\r\nX: {'a' * 9_000}\r\n{_CLOSE}", "431"),
        ("GET / HTTP/1.1\r\n" + "X: a\r\n" * 150 + _CLOSE, "431"),
        (f"POST /log-in HTTP/1.1\r\nContent-Length: 99999999999\r\n{_CLOSE}", "413"),
        (f"POST /log-in HTTP/1.1\r\nContent-Length: -1\r\n{_CLOSE}", "400"),
        (f"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n{_CLOSE}", "400"),
        (f"GET / HTTP/1.1\r\nX : a\r\n{_CLOSE}", "400"),
        (f"POST /log-in HTTP/1.1\r\nTransfer-Encoding: chunked\r\n{_CLOSE}1\r\na\r\n", "411"),
        ("GET / HTTP/1.1\r\n" + "X-A: a\r\n" * 20_000, "431"),
        (f"GET /{'a' * 9_000}", "414"),
        (f"TRACE / HTTP/1.1\r\n{_CLOSE}", "405"),
        (f"GET /nowhere HTTP/1.1\r\nSCRIPT_NAME: /x\r\nX_User: admin\r\n{_CLOSE}", "404"),
        (f"GET /p/a%0d%0aSet-Cookie:%20hostile=1 HTTP/1.1\r\n{_CLOSE}", "404"),
        ("nonsense\r\n\r\n", "400"),
    ],
    ids=range(14),
)
def test_oversized_and_malformed_requests_are_refused(
    served: Served, words: str, status: str
) -> None:
    answer = served.say(words)
    assert answer.startswith(f"HTTP/1.1 {status} ")
    head, _, body = answer.partition("\r\n\r\n")
    assert "\r\nSet-Cookie" not in head
    assert "Traceback" not in body
    assert not re.search(r"(?im)^server: .*\d", head)  # no version
    assert "\r\nContent-Security-Policy: default-src 'none'" in head
    assert "\r\nX-Content-Type-Options: nosniff" in head


def test_a_failure_is_one_line_in_the_log_and_reveals_nothing_to_visitors(served: Served) -> None:
    forged = "x%0d%0a[2026-01-01]%20[ERROR]%20forged%1b[2J"
    answer = served.say(f"GET /broken/{forged}?word=hidden HTTP/1.1\r\n{_CLOSE}")
    assert answer.startswith("HTTP/1.1 500 ")
    assert "Content-Security-Policy: default-src 'none'" in answer
    assert "secret" not in answer
    log = served.log.read_text()
    assert "the secret words" in log
    assert not [line for line in log.splitlines() if line.startswith("[2026-01-01]")]
    assert "\x1b" not in log
    assert "hidden" not in log


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HTTP/1.1\r\nHo",
        f"POST /log-in HTTP/1.1\r\nHost: localhost\r\n{_FORM}Content-Length: 100\r\n\r\ncsrf",
        f"POST /log-in HTTP/1.1\r\nHost: localhost\r\n{_FORM}Content-Length: 16000000\r\n\r\n",
        f"POST /log-in HTTP/1.1\r\nHost: x\r\n{_FORM}Transfer-Encoding: chunked\r\n\r\n5\r\ncs",
        "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n",
        f"GET /large HTTP/1.1\r\n{_CLOSE}",
        f"GET /log-in HTTP/1.1\r\n{_CLOSE}",
        "GET /log-in HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500,
    ],
    ids=[
        *("nothing", "half a head", "half a form", "large form", "chunks"),
        *("no reader", "no last reader", "no end", "pipeline"),
    ],
)
def test_slow_clients_do_not_keep_others_out(served: Served, begun: str) -> None:
    """They send slowly or not at all, or ask for pages and do not read them."""
    with ExitStack() as lines:
        for _ in range(_SLOW_CLIENTS):
            lines.enter_context(served.connected()).sendall(begun.encode())
        for _ in range(3):
            assert served.say(f"GET /log-in HTTP/1.1\r\n{_CLOSE}").startswith("HTTP/1.1 200 ")


def test_many_downloads_do_not_keep_others_out(served: Served) -> None:
    """More than there are threads; none ends before the last page was answered."""
    with ExitStack() as lines:
        downloads = [lines.enter_context(served.connected()) for _ in range(_SLOW_CLIENTS)]
        for line in downloads:
            line.sendall(f"GET /long/search.csv HTTP/1.1\r\n{_CLOSE}".encode())
        for _ in range(3):
            assert served.say(f"GET /log-in HTTP/1.1\r\n{_CLOSE}").startswith("HTTP/1.1 200 ")
        assert served.say(f"GET /let-go HTTP/1.1\r\n{_CLOSE}").endswith("let go")
        for line in downloads:
            assert line.recv(100).startswith(b"HTTP/1.1 200 ")


def test_more_slow_clients_than_a_server_has_room_for_are_let_go(served: Served) -> None:
    with ExitStack() as lines:
        slow = [lines.enter_context(served.connected()) for _ in range(500)]
        for line in slow:
            with suppress(OSError):  # it was let go already
                line.sendall(b"GET / HTTP/1.1\r\nHo")
        assert served.say(f"GET /log-in HTTP/1.1\r\n{_CLOSE}").startswith("HTTP/1.1 200 ")
        slow[0].settimeout(PATIENCE)
        with suppress(ConnectionResetError):
            assert slow[0].recv(1) == b"", "the oldest is let go first"


def test_one_network_has_a_share_of_connections_and_its_oldest_go(served: Served) -> None:
    """Loopback's own address is a proxy's by default: this is another one."""
    with ExitStack() as lines:
        slow = [lines.enter_context(served.connected("127.0.0.9")) for _ in range(40)]
        for line in slow:
            with suppress(OSError):
                line.sendall(b"GET / HTTP/1.1\r\nHo")
        with suppress(ConnectionResetError):
            assert slow[0].recv(1) == b""
        slow[-1].sendall(_CLOSE.removeprefix("Ho").encode())
        assert slow[-1].recv(100).startswith(b"HTTP/1.1 200 ")


def test_bodies_that_one_network_announces_are_limited(served: Served) -> None:
    head = f"POST /log-in HTTP/1.1\r\nHost: x\r\n{_FORM}Content-Length: 16000000\r\n\r\n".encode()
    with ExitStack() as lines:
        slow = [lines.enter_context(served.connected("127.0.0.9")) for _ in range(3)]
        for line in slow:
            line.sendall(head)
        # Whichever the server reads last: that need not be the one that was sent last.
        refused, _, _ = select.select(slow, [], [], PATIENCE)
        assert [line.recv(100)[:13] for line in refused] == [b"HTTP/1.1 503 "]


def test_requests_may_come_in_pieces_and_several_at_once(served: Served) -> None:
    one = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = f"GET /healthz HTTP/1.1\r\n{_CLOSE}"
    with served.connected() as line:
        for piece in (one[:9], one[9:] + one + last[:-1], last[-1:]):
            line.sendall(piece.encode())
        answers = b"".join(iter(lambda: line.recv(65_536), b"")).decode()
    assert answers.count("HTTP/1.1 200 OK") == 3
    assert answers.count("\r\n\r\nok\n") == 3


def test_who_asks_before_sending_a_body_is_told_to_go_on(served: Served) -> None:
    head = f"POST /log-in HTTP/1.1\r\n{_FORM}Expect: 100-continue\r\nContent-Length: 3\r\n{_CLOSE}"
    with served.connected() as line:
        line.sendall(head.encode())
        assert line.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(b"a=b")
        assert line.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_large_page_reaches_a_reader_who_takes_his_time(served: Served) -> None:
    with served.connected() as line:
        line.sendall(f"GET /large HTTP/1.1\r\n{_CLOSE}".encode())
        received = sum(map(len, iter(lambda: line.recv(65_536), b"")))
    assert received > 50_000_000


def test_the_log_has_the_invitation_once_and_never_a_password(served: Served) -> None:
    word = Credentials(served.data).invitation
    assert served.log.read_text().count(word) == 1
    first = served.say(f"GET /first-start?word={word} HTTP/1.1\r\n{_CLOSE}")
    found = re.search(r"Set-Cookie: ([^;]+)", first)
    assert found
    sent = f"csrf_token={token_in(first)}&word={word}&password={PASSWORD}&again=other"
    form = sent.encode()
    answer = served.say(
        f"POST /first-start HTTP/1.1\r\nCookie: {found[1]}\r\nContent-Length: {len(form)}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\n{_CLOSE}".encode()
        + form
    )
    assert answer.startswith("HTTP/1.1 400 ")
    log = served.log.read_text()
    assert log.count(word) == 1
    assert PASSWORD not in log
