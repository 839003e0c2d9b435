from __future__ import annotations

import socket
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spider.safety.hosts import BadHostError, literal_address, plain_host

LOOPBACK_IN_DISGUISE = [
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "0x7f000001",
    "0x7F.0.0.0x1",
    "0x7f.1",
    "１２７.０.０.１",
    "127。0．0｡1",
    "①②⑦.⓪.0.1",
    "127.0.\u00ad0.1",
]


@pytest.mark.parametrize("host", LOOPBACK_IN_DISGUISE)
def test_an_address_is_known_in_every_disguise(host: str) -> None:
    assert str(literal_address(plain_host(host))) == "127.0.0.1"


@pytest.mark.parametrize("host", ["::1", "[::1]", "[0:0::0:1]", "[::1%25lo]", "::1%lo"])
def test_ipv6_is_known_with_brackets_and_zone(host: str) -> None:
    assert str(literal_address(plain_host(host))) == "::1"


@pytest.mark.parametrize(
    ("host", "plain"),
    [
        ("Shop.EXAMPLE.", "shop.example"),
        ("手机。example", "xn--kput3i.example"),
        ("a_b.example", "a_b.example"),
        ("LOCAL\u00adHOST", "localhost"),
        ("ℓocalhost", "localhost"),
    ],
)
def test_names_are_compared_as_they_are_looked_up(host: str, plain: str) -> None:
    assert plain_host(host) == plain
    assert literal_address(plain) is None


@pytest.mark.parametrize(
    "host",
    [
        *("", ".", "..", "a..b", "a b.example", "127%2e0.0.1", "a@b", "a/b", "::g", "a" * 300),
        *("a\\b.example", "a\nb", "\u2488.example"),
    ],
)
def test_what_is_no_host_is_told(host: str) -> None:
    with pytest.raises(BadHostError, match="the host is"):
        plain_host(host)


@pytest.mark.parametrize("host", ["1.2.3.4.5", "256.1.1.1", "1.2.3.256", "09.1.1.1", "a.0x1"])
def test_a_number_at_the_end_must_be_an_address(host: str) -> None:
    with pytest.raises(BadHostError, match="no valid address"):
        literal_address(host)


@settings(max_examples=200, deadline=None)
@given(st.from_regex(r"(0x)?[0-9a-f]{1,11}(\.(0x)?[0-9a-f]{0,4}){0,3}", fullmatch=True))
@example("0x.1")
def test_what_the_system_takes_for_an_address_is_seen_as_one(host: str) -> None:
    """Else a disguise would pass as a name and be connected to."""
    try:
        meant = socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return
    with suppress(BadHostError):  # refused altogether, which is as safe
        assert str(literal_address(plain_host(host))) == meant


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_whatever_is_written_gives_a_plain_host_or_a_reason(host: str) -> None:
    try:
        plain = plain_host(host)
        literal_address(plain)
    except BadHostError:
        return
    assert plain.isascii()
    assert plain_host(plain) == plain
