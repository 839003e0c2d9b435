"""Real crawls of hosts with good and bad certificates, directly and through a proxy."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.spider.certificates import DAY, NOW, signed
from tests.spider.raw_server import page, serving
from tests.spider.small_crawl import crawl

if TYPE_CHECKING:
    import socket
    from pathlib import Path

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
