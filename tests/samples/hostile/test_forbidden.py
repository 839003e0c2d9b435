"""Addresses where no spider may go, as redirects, as links and in the page's head."""

from collections.abc import Callable
from ipaddress import ip_address
from socket import AF_INET, AI_NUMERICHOST, SOCK_STREAM, gaierror, getaddrinfo
from unicodedata import normalize
from urllib.parse import urlsplit

import pytest

from samples.hostile import TRAPS, HostileHost, Trap
from samples.pocket_web import UnknownHostError

REDIRECTS = [trap for trap in TRAPS if trap.name.startswith("redirect-to-") and trap.target]
LINKS = [trap for trap in TRAPS if trap.name.startswith("link-to-")]
IN_HEADS = ["base-is-loopback", "canonical-is-loopback", "refresh-to-loopback"]


@pytest.mark.parametrize("trap", REDIRECTS, ids=lambda trap: trap.name)
def test_redirects_lead_where_they_should_not(trap: Trap, receive: Callable[..., bytes]) -> None:
    answer = receive(trap.url).partition(b"\r\n\r\n")[0].decode()
    assert answer.startswith("HTTP/1.1 301 ")
    host = urlsplit(trap.target).hostname or trap.target
    assert host in answer.partition("\r\nLocation: ")[2].partition("\r\n")[0]


def test_links_lead_to_the_same_addresses() -> None:
    assert {trap.target for trap in LINKS} == {trap.target for trap in REDIRECTS}
    assert all(trap.url == trap.target for trap in LINKS)


def test_whatever_means_this_machine_leads_to_the_canary(host: HostileHost) -> None:
    loopback = [trap for trap in host.web.traps if f":{host.canary.port}/" in trap.target]
    names = {trap.name.removeprefix("link-to-") for trap in loopback}
    assert names >= {"loopback", "localhost", "unspecified", "loopback-decimal"}
    assert len(loopback) == 2 * 10 + len(IN_HEADS)


@pytest.mark.parametrize("trap", LINKS, ids=lambda trap: trap.name)
def test_no_address_is_a_public_one(trap: Trap) -> None:
    """Numbers are read as connections read them; no name is looked up."""
    parts = urlsplit(normalize("NFKC", trap.target).replace("。", "."))
    if parts.scheme != "http" or parts.hostname in {"localhost", "metadata.google.internal"}:
        return
    try:
        found = getaddrinfo(parts.hostname, None, AF_INET, SOCK_STREAM, flags=AI_NUMERICHOST)[0][4][
            0
        ]
    except gaierror:
        found = str(parts.hostname)
    assert not ip_address(found).is_global


@pytest.mark.parametrize("name", IN_HEADS)
def test_addresses_in_a_head_lead_to_the_canary(
    name: str, host: HostileHost, traps: dict[str, Trap]
) -> None:
    head, _, body = host.web.fetch(traps[name].url).body.decode().partition("</head>")
    loopback = f"http://127.0.0.1:{host.canary.port}/"
    assert loopback in head
    assert traps[name].target.startswith(loopback)
    assert "127.0.0.1" not in body


@pytest.mark.parametrize("trap", LINKS, ids=lambda trap: trap.name)
def test_the_proxy_does_not_go_there_either(trap: Trap, host: HostileHost) -> None:
    with pytest.raises(UnknownHostError):
        host.web.fetch(trap.target)
