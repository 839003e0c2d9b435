from __future__ import annotations

import re
import ssl
from contextlib import closing
from html import unescape
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from socket import create_connection
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis.strategies import characters, sampled_from, text

from evaluation.hostile import TRAPS, HostileHost, HostileWeb, Trap, hostile_host
from evaluation.hostile.host import Canary
from samples.pocket_web import UnknownHostError
from samples.response import RawResponse

if TYPE_CHECKING:
    from samples.proxy import LoggedRequest


HOME = "http://evil.hostile.example/"
WEB = HostileWeb()
SERVED = [trap for trap in TRAPS if trap.answer]
DOCUMENT = Path(__file__).parent.parent.parent.parent / "docs" / "pocket-web.md"


def through(port: int, context: ssl.SSLContext) -> HTTPSConnection:
    client = HTTPSConnection("127.0.0.1", port, context=context)
    client.set_tunnel("badcert.hostile.example", 443)
    return client


def test_the_bad_certificate_is_refused_by_who_looks() -> None:
    asked: list[LoggedRequest] = []
    with hostile_host(asked.append) as host:
        with (
            closing(through(host.proxy.port, ssl.create_default_context())) as client,
            pytest.raises(ssl.SSLCertVerificationError, match="self-signed certificate"),
        ):
            client.request("GET", "/")
        assert host.certificate.trusted == 0
    assert asked == [("CONNECT", "badcert.hostile.example:443", 200)]


def test_who_does_not_look_comes_in_and_is_counted() -> None:
    careless = ssl.create_default_context()
    careless.check_hostname = False
    careless.verify_mode = ssl.CERT_NONE
    with hostile_host() as host:
        with closing(through(host.proxy.port, careless)) as client:
            client.request("GET", "/")
            assert client.getresponse().status == 200
        assert host.certificate.trusted == 1


def test_the_certificate_is_for_another_name() -> None:
    context = ssl.create_default_context()
    with hostile_host() as host:
        certificate = ssl.get_server_certificate(("127.0.0.1", host.certificate.port))
        context.load_verify_locations(cadata=certificate)
        with (
            closing(through(host.proxy.port, context)) as client,
            pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"),
        ):
            client.request("GET", "/")


def test_no_other_tunnel_is_dug() -> None:
    with hostile_host() as host:
        with closing(HTTPConnection("127.0.0.1", host.proxy.port)) as client:
            client.set_tunnel("127.0.0.1", host.canary.port)
            with pytest.raises(OSError, match="403"):
                client.request("GET", "/")
        assert host.canary.connections == 0


def test_the_home_page_links_to_every_trap_and_to_the_shop() -> None:
    links = re.findall(r'href="([^"]*)"', WEB.fetch(HOME).body.decode())
    shop, *rest = map(unescape, links)
    assert rest == [trap.url for trap in TRAPS]
    assert WEB.fetch(HOME.rstrip("/") + shop).status == 200


@pytest.mark.parametrize("key", ["name", "folder"])
def test_traps_are_told_apart(key: str) -> None:
    assert len({getattr(trap, key) for trap in TRAPS}) == len(TRAPS)


def test_no_trap_lies_inside_another() -> None:
    for trap in SERVED:
        assert not [
            other for other in SERVED if other.url.startswith(trap.folder) and other != trap
        ]


def test_what_must_be_registered_has_a_kind() -> None:
    assert all(trap.kind for trap in TRAPS if trap.must_register)


def test_every_kind_is_documented_and_no_other() -> None:
    section = (
        DOCUMENT.read_text("utf-8").partition("## The hostile host\n")[2].partition("\n## ")[0]
    )
    documented = re.findall(r"^\| `([a-z-]+)` \|", section, flags=re.MULTILINE)
    assert sorted(documented) == sorted({trap.kind for trap in TRAPS} - {""})


def test_a_trap_answers_and_the_host_goes_on(host: HostileHost) -> None:
    for trap in SERVED:
        answer = host.web.fetch(trap.url)
        assert isinstance(answer, RawResponse) or answer.status in {200, 301}, trap.name
        assert host.web.fetch(HOME).status == 200, trap.name


@settings(max_examples=300, deadline=None)
@given(sampled_from(SERVED), text(characters(codec="utf-8"), max_size=30))
def test_any_address_in_a_trap_is_answered(trap: Trap, rest: str) -> None:
    assert WEB.fetch(trap.folder + rest).status in {0, 200, 204, 301, 302, 404, 429, 503, 999}


def test_the_honest_shop_is_still_there() -> None:
    pages = WEB.product_pages()
    assert len(pages) == 5
    for page in pages:
        assert urlsplit(page.url).hostname == "evil.hostile.example"
        assert (WEB.fetch(page.url).body, bool(page.gold)) == (page.body, True)


@pytest.mark.parametrize("url", ["http://www.pcpop.example/", "http://127.0.0.1:1/", "http:", ""])
def test_nobody_else_is_there(url: str) -> None:
    with pytest.raises(UnknownHostError, match=r"has evil\.hostile\.example"):
        WEB.fetch(url)


def test_connections_are_counted() -> None:
    with Canary() as canary:
        assert canary.connections == 0
        for _ in range(3):
            with create_connection(("127.0.0.1", canary.port)) as client:
                assert client.recv(1) == b""
        assert canary.connections == 3


def test_hosts_of_feeds_and_boards_have_nothing_else() -> None:
    """A host that nobody knows would be one that must not be asked."""
    for host in ("feeds", "boards"):
        assert WEB.fetch(f"http://{host}.hostile.example/robots.txt").status == 404
