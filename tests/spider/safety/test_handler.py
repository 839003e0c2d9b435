from __future__ import annotations

import gzip
import time
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import brotli
import pytest
from twisted.internet.testing import StringTransport
from twisted.web._newclient import Request
from twisted.web.http_headers import Headers

from spider.faults import HeadersTooLargeError
from spider.safety.handler import limited_factory
from tests.spider.certificates import DAY, NOW, signed
from tests.spider.raw_server import page, serving
from tests.spider.small_crawl import Crawled, crawl

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from twisted.python.failure import Failure


LIMIT = 100
START = b"HTTP/1.1 200 OK\r\n"


def answer_to(*pieces: bytes) -> tuple[list[Any], StringTransport]:
    """What comes of an answer that arrives in these pieces; the transport it arrived by."""
    came: list[Any] = []
    transport = StringTransport()
    protocol = limited_factory(LIMIT)(lambda _: None, "").buildProtocol(None)
    protocol.makeConnection(transport)
    request = Request(b"GET", b"/", Headers({b"Host": [b"shop.example"]}), None)
    protocol.request(request).addBoth(came.append)
    for piece in pieces:
        protocol.dataReceived(piece)
    return came, transport


def reason(failure: Failure) -> BaseException:
    return failure.value.reasons[0].value  # type: ignore[union-attr,no-any-return]  # Twisted's


def test_headers_within_the_limit_are_taken_with_a_body_beyond_it() -> None:
    filler = b"X-A: " + b"x" * (LIMIT - len(START) - 5 - 2 - 2) + b"\r\n"
    assert len(START + filler + b"\r\n") == LIMIT
    came, transport = answer_to(START + filler + b"\r\n" + b"body" * LIMIT)
    assert came[0].code == 200
    assert not transport.disconnecting


@pytest.mark.parametrize(
    "pieces",
    [
        [START + b"X-A: " + b"x" * LIMIT + b"\r\n\r\n"],
        [START, b"X-A: ", b"x" * LIMIT, b"x" * LIMIT],
        [START, *[b"X-A: b\r\n"] * LIMIT],
        [START, b"X-A: b\r\n", *[b" c\r\n"] * LIMIT],
        [b"HTTP/1.1 103 Early\r\n\r\n"] * LIMIT,
    ],
    ids=["at once", "one line", "many lines", "folded", "many answers"],
)
def test_longer_headers_end_the_connection(pieces: list[bytes]) -> None:
    came, transport = answer_to(*pieces)
    assert isinstance(reason(came[0]), HeadersTooLargeError)
    assert transport.disconnected or transport.disconnecting


def test_a_first_line_without_end_is_no_http() -> None:
    came, _ = answer_to(b"\x80" * LIMIT, b"\x80" * LIMIT)
    assert isinstance(reason(came[0]), ValueError)


# A real crawl of a host that plays every foul trick; each ends in time, in bounded memory.


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


# Real crawls of hosts with good and bad certificates, directly and through a proxy.


AUTHORITY = signed("the tests' authority")
CERTIFICATES = {
    "good.example": signed("good.example", AUTHORITY),
    "self-signed.example": signed("self-signed.example"),
    "other-name.example": signed("good.example", AUTHORITY),
    "expired.example": signed("expired.example", AUTHORITY, ends=NOW - DAY),
}
KINDS = {name: None if name == "good.example" else "bad-certificate" for name in CERTIFICATES}


@pytest.fixture
def trust(tmp_path: Path) -> dict[str, str]:
    """The environment in which the tests' authority is trusted."""
    file = tmp_path / "authority.pem"
    file.write_bytes(AUTHORITY.pem())
    return {"SSL_CERT_FILE": str(file)}


def crawl_directly(trust: dict[str, str], ports: dict[str, int]) -> dict[str, str | None]:
    """The kinds of faults, by host."""
    urls = {host: f"https://{host}:{port}/" for host, port in ports.items()}
    crawled = crawl(
        *urls.values(),
        names={host: ["127.0.0.1"] for host in urls},
        environ=trust,
        CRAWL_ALLOW=["127.0.0.1"],
        ROBOTSTXT_OBEY=False,
    )
    return {host: crawled.kind(url) for host, url in urls.items()}


def greet(connection: socket.socket, _: str = "") -> None:
    connection.sendall(page("private greetings"))


def test_only_a_good_certificate_is_trusted(tmp_path: Path, trust: dict[str, str]) -> None:
    with ExitStack() as stack:
        servers = {
            name: stack.enter_context(serving(greet, certificate.server(tmp_path)))
            for name, certificate in CERTIFICATES.items()
        }
        ports = {name: server.port for name, server in servers.items()}
        assert crawl_directly(trust, ports) == KINDS
        asked = {name for name, server in servers.items() if server.heads}
    assert asked == {"good.example"}, "a request was sent to a stranger"


def test_the_same_holds_through_a_proxy(tmp_path: Path, trust: dict[str, str]) -> None:
    contexts = {
        f"{name}:443": certificate.server(tmp_path) for name, certificate in CERTIFICATES.items()
    }

    def tunnel(connection: socket.socket, target: str) -> None:
        connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
        with contexts[target].wrap_socket(connection, server_side=True) as inside:
            inside.recv(65536)
            greet(inside)

    urls = {name: f"https://{name}/" for name in CERTIFICATES}
    with serving(tunnel) as proxy:
        crawled = crawl(
            *urls.values(),
            environ=trust,
            CRAWL_PROXY=f"http://127.0.0.1:{proxy.port}",
            ROBOTSTXT_OBEY=False,
        )
        assert proxy.connections == len(urls)
    assert {name: crawled.kind(url) for name, url in urls.items()} == KINDS
    assert crawled.results[urls["good.example"]]["text"] == "private greetings"


def test_a_host_that_speaks_no_tls_is_told_apart(trust: dict[str, str]) -> None:
    with serving(greet) as server:
        assert crawl_directly(trust, {"plain.example": server.port}) == {"plain.example": "tls"}


def test_endless_headers_end_over_tls_as_well(tmp_path: Path, trust: dict[str, str]) -> None:
    cut = []

    def endless(connection: socket.socket, _: str) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        try:
            while True:
                connection.sendall(b"X-Filler: x\r\n" * 1000)
        finally:
            cut.append(True)

    with serving(endless, CERTIFICATES["good.example"].server(tmp_path)) as server:
        kinds = crawl_directly(trust, {"good.example": server.port})
    assert kinds == {"good.example": "headers-too-large"}
    assert cut
