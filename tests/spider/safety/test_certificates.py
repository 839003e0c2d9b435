"""Real crawls of hosts with good and bad certificates, directly and through a proxy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.spider.certificates import DAY, NOW, Signed, signed
from tests.spider.raw_server import page, serving
from tests.spider.small_crawl import Crawled, crawl

if TYPE_CHECKING:
    import socket
    from pathlib import Path

NAME = "shop.example"
AUTHORITY = signed("the tests' authority")
CERTIFICATES = {
    "good": (signed(NAME, AUTHORITY), None),
    "self-signed": (signed(NAME), "bad-certificate"),
    "other-name": (signed("other.example", AUTHORITY), "bad-certificate"),
    "expired": (signed(NAME, AUTHORITY, ends=NOW - DAY), "bad-certificate"),
}


@pytest.fixture
def trust(tmp_path: Path) -> dict[str, str]:
    """The environment in which the tests' authority is trusted."""
    file = tmp_path / "authority.pem"
    file.write_bytes(AUTHORITY.pem())
    return {"SSL_CERT_FILE": str(file)}


def fetched(port: int, trust: dict[str, str], proxy: str | None = None) -> tuple[Crawled, str]:
    url = f"https://{NAME}:{port}/"
    crawled = crawl(
        url,
        names={NAME: ["127.0.0.1"]},
        environ=trust,
        CRAWL_ALLOW=[NAME],
        CRAWL_PROXY=proxy,
        ROBOTSTXT_OBEY=False,
    )
    return crawled, url


def greet(connection: socket.socket, _: str) -> None:
    connection.sendall(page("private greetings"))


@pytest.mark.parametrize(("certificate", "kind"), CERTIFICATES.values(), ids=CERTIFICATES)
def test_only_a_good_certificate_is_trusted(
    tmp_path: Path, trust: dict[str, str], certificate: Signed, kind: str | None
) -> None:
    with serving(greet, certificate.server(tmp_path)) as server:
        crawled, url = fetched(server.port, trust)
        assert crawled.kind(url) == kind
        assert len(server.heads) == (0 if kind else 1), "a request was sent to a stranger"


@pytest.mark.parametrize(("certificate", "kind"), CERTIFICATES.values(), ids=CERTIFICATES)
def test_the_same_holds_through_a_proxy(
    tmp_path: Path, trust: dict[str, str], certificate: Signed, kind: str | None
) -> None:
    tls = certificate.server(tmp_path)

    def tunnel(connection: socket.socket, target: str) -> None:
        assert target == f"{NAME}:443"
        connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
        with tls.wrap_socket(connection, server_side=True) as inside:
            inside.recv(65536)
            greet(inside, "")

    with serving(tunnel) as proxy:
        crawled, url = fetched(443, trust, f"http://127.0.0.1:{proxy.port}")
        assert proxy.connections == 1
    assert crawled.kind(url) == kind
    if kind is None:
        assert crawled.results[url]["text"] == "private greetings"


def test_a_host_that_speaks_no_tls_is_told_apart(trust: dict[str, str]) -> None:
    with serving(greet) as server:
        crawled, url = fetched(server.port, trust)
    assert crawled.kind(url) == "tls"


def test_endless_headers_end_over_tls_as_well(tmp_path: Path, trust: dict[str, str]) -> None:
    sent_until_cut = []

    def endless(connection: socket.socket, _: str) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        try:
            while True:
                connection.sendall(b"X-Filler: x\r\n" * 1000)
        finally:
            sent_until_cut.append(True)

    with serving(endless, CERTIFICATES["good"][0].server(tmp_path)) as server:
        crawled, url = fetched(server.port, trust)
    assert crawled.kind(url) == "headers-too-large"
    assert sent_until_cut
