"""The server itself, as `specseek serve` runs it, with visitors who speak HTTP badly."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import pytest

from search_ui.access import Credentials
from tests.search_ui.log_in import PASSWORD, token_in
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# As the command does, but patient for ten seconds, and with a page that fails.
_SERVE = """
import search_ui.server as patience, search_ui.search as pages
from specseek.cli import main
patience.LONGEST_REQUEST = 10.0
@pages.search_views.get('/broken/<more>')
def broken(more): raise RuntimeError('the secret words')
main(['serve', '--topic', 'phones', '--port', '0', '--processes', '1'])
"""
_CLOSE = "Host: localhost\r\nConnection: close\r\n\r\n"
_THREADS = 4


class Served(NamedTuple):
    port: int
    data: Path
    log: Path

    def say(self, words: str | bytes) -> str:
        """The whole answer to these very bytes."""
        with self.connected() as line:
            line.sendall(words.encode() if isinstance(words, str) else words)
            return b"".join(iter(lambda: line.recv(65_536), b"")).decode("utf-8", "replace")

    def connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)


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
        (f"TRACE / HTTP/1.1\r\n{_CLOSE}", "405"),
        (f"GET /nowhere HTTP/1.1\r\nSCRIPT_NAME: /x\r\nX_User: admin\r\n{_CLOSE}", "404"),
        (f"GET /p/a%0d%0aSet-Cookie:%20hostile=1 HTTP/1.1\r\n{_CLOSE}", "404"),
        ("nonsense\r\n\r\n", "400"),
    ],
    ids=range(11),
)
def test_what_is_too_much_or_no_request_is_refused(served: Served, words: str, status: str) -> None:
    answer = served.say(words)
    assert answer.startswith(f"HTTP/1.1 {status} ")
    head, _, body = answer.partition("\r\n\r\n")
    assert "\r\nSet-Cookie" not in head
    assert "Traceback" not in body
    assert not re.search(r"(?im)^server: .*\d", head)  # no version


def test_a_failure_tells_nothing_outside_and_one_line_of_its_own_inside(served: Served) -> None:
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


def test_slow_visitors_do_not_keep_others_out(served: Served) -> None:
    """Half of them send half a head, half of them half a form: two for each thread."""
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ncsrf"
    begun = ("GET / HTTP/1.1\r\nHo", f"POST /log-in HTTP/1.1\r\nHost: localhost\r\n{form}")
    with ExitStack() as lines:
        for number in range(_THREADS * 2):
            line = lines.enter_context(served.connected())
            line.sendall(begun[number % 2].encode())
        assert served.say(f"GET /log-in HTTP/1.1\r\n{_CLOSE}").startswith("HTTP/1.1 200 ")


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
