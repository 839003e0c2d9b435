from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.errors import SpecSeekError
from spider.safety.addresses import (
    AddressRules,
    BadHostError,
    Server,
    literal_address,
    plain_host,
    refusal_of_url,
    server_of,
    word_for,
)

RULES = AddressRules()


@pytest.mark.parametrize(
    "host", ["www.pcpop.example", "zol.com.cn", "手机.example", "1.1.1.1", "[2606:4700::1111]"]
)
def test_public_hosts_may_be_contacted(host: str) -> None:
    assert RULES.refusal_of_host(host) is None


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("", "the host is missing"),
        ("localhost", "no name of the public web"),
        ("LOCALHOST.", "no name of the public web"),
        ("metadata", "no name of the public web"),
        ("a.localhost", "inside some network"),
        ("printer.local", "inside some network"),
        ("metadata.google.internal", "inside some network"),
        ("localhost.localdomain", "inside some network"),
        ("router.home.arpa", "inside some network"),
        ("0x7f.1", "127.0.0.1 is a loopback address"),
        ("[::ffff:10.0.0.1]", "a private address"),
        ("[fe80::1%25eth0]", "a link-local address"),
        ("256.256.256.256", "no valid address"),
        ("a b", "no valid name"),
    ],
)
def test_others_may_not_and_the_reason_is_told(host: str, reason: str) -> None:
    assert reason in str(RULES.refusal_of_host(host))


def test_resolved_addresses_are_judged_alike() -> None:
    assert RULES.refusal_of_address("93.184.216.34") is None
    assert RULES.refusal_of_address("127.0.0.1") == "127.0.0.1 is a loopback address"
    assert RULES.refusal_of_address("fe80::1%eth0") == "fe80::1 is a link-local address"
    assert RULES.refusal_of_address("127.1") == "127.1 is no address"


def test_the_list_allows_names_addresses_and_networks_and_nothing_beside_them() -> None:
    rules = AddressRules(["Intranet.", "127.0.0.1", "10.1.0.0/16", "fd12::/16"])
    assert rules.refusal_of_host("intranet") is None
    assert rules.allows_name("INTRANET")
    assert rules.refusal_of_host("127.1") is None
    assert rules.refusal_of_address("10.1.2.3") is None
    assert rules.refusal_of_address("fd12::1") is None
    assert rules.refusal_of_host("localhost") is not None
    assert rules.refusal_of_address("127.0.0.2") is not None
    assert rules.refusal_of_address("10.2.0.1") is not None
    assert not rules.allows_name("shop.example")
    assert not rules.allows_name("no name")


def test_a_slip_in_the_list_is_told_at_once() -> None:
    with pytest.raises(SpecSeekError, match=r"'10\.0\.0\.0/99'.*Write a host name"):
        AddressRules(["10.0.0.0/99"])


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)))
def test_whatever_python_calls_not_global_is_refused(address: IPv4Address | IPv6Address) -> None:
    inner = getattr(address, "ipv4_mapped", None)
    if not (inner or address).is_global:
        assert RULES.refusal_of_address(str(address)) is not None


@settings(max_examples=200, deadline=None)
@given(st.ip_addresses(v=4))
def test_every_way_to_write_an_address_gets_the_same_answer(address: IPv4Address) -> None:
    octets = address.packed
    refusal = RULES.refusal_of_address(str(address))
    for host in (
        str(int(address)),
        hex(int(address)),
        ".".join(map(hex, octets)),
        ".".join(f"0{octet:o}" for octet in octets),
        f"[::ffff:{address}]",
    ):
        assert (RULES.refusal_of_host(host) is None) == (refusal is None), host
    assert ip_address(octets) == address


RULES_OF_URLS = AddressRules()


@pytest.mark.parametrize(
    "url",
    [
        "http://www.pcpop.example/",
        "https://shop.example:8443/phones?q=小米#top",
        "HTTP://手机.example/",
        "http://[2606:4700:4700::1111]/",
    ],
)
def test_web_addresses_may_be_asked_for(url: str) -> None:
    assert refusal_of_url(url, RULES_OF_URLS) is None


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://shop.example/", "ftp is not of the web"),
        ("file:///etc/passwd", "file is not of the web"),
        ("data:text/html,hello", "data is not of the web"),
        ("//shop.example/", "a URL without a scheme is not of the web"),
        ("http:///page", "the host is missing"),
        ("http://user:secret@shop.example/", "user name or password"),
        ("http://shop.example@127.0.0.1/", "user name or password"),
        ("http://shop.example:22/", "port 22 is not of the web"),
        ("https://shop.example:25/", "port 25 is not of the web"),
        ("http://shop.example:0/", "port 0 is not of the web"),
        ("http://shop.example:99999/", "Port out of range"),
        ("http://127.0.0.1:8000/", "a loopback address"),
        ("http://[::1/", "Invalid IPv6 URL"),
    ],
)
def test_other_urls_may_not_and_the_reason_is_told(url: str, reason: str) -> None:
    assert reason in str(refusal_of_url(url, RULES_OF_URLS))


def test_the_port_follows_from_the_scheme() -> None:
    assert server_of("http://Shop.example/") == Server("shop.example", 80)
    assert server_of("https://shop.example./") == Server("shop.example", 443)
    assert server_of("https://shop.example:8443/") == Server("shop.example", 8443)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80).map("http://{}".format))
def test_no_url_breaks_it(url: str) -> None:
    refusal_of_url(url, RULES_OF_URLS)


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


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("0.0.0.0", "unspecified"),  # noqa: S104 - nothing is bound to it
        ("0.1.2.3", "unspecified"),
        ("10.255.0.1", "private"),
        ("100.64.0.1", "provider"),
        ("100.127.255.254", "provider"),
        ("127.0.0.1", "loopback"),
        ("127.255.255.254", "loopback"),
        ("169.254.1.1", "link-local"),
        ("169.254.169.254", "metadata"),
        ("168.63.129.16", "metadata"),
        ("100.100.100.200", "metadata"),
        ("172.16.0.1", "private"),
        ("172.31.255.255", "private"),
        ("192.0.0.8", "reserved"),
        ("192.0.2.1", "documentation"),
        ("192.88.99.1", "tunnel"),
        ("192.168.1.1", "private"),
        ("198.19.0.1", "benchmarks"),
        ("198.51.100.7", "documentation"),
        ("203.0.113.7", "documentation"),
        ("224.0.0.1", "multicast"),
        ("239.255.255.250", "multicast"),
        ("240.0.0.1", "reserved"),
        ("255.255.255.255", "reserved"),
        ("::", "unspecified"),
        ("::1", "loopback"),
        ("::ffff:127.0.0.1", "loopback"),
        ("::ffff:169.254.169.254", "metadata"),
        ("::127.0.0.1", "outside the public internet"),
        ("64:ff9b::7f00:1", "loopback"),
        ("64:ff9b::10.0.0.1", "private"),
        ("64:ff9b:1::1", "outside the public internet"),
        ("100::1", "outside the public internet"),
        ("2001:0:7f00:1::1", "tunnel"),
        ("2001:2::1", "reserved"),
        ("2001:10::1", "reserved"),
        ("2001:db8::1", "documentation"),
        ("2002:7f00:1::", "tunnel"),
        ("3fff::1", "documentation"),
        ("4000::1", "outside the public internet"),
        ("5f00::1", "outside the public internet"),
        ("fc00::1", "private"),
        ("fd00:ec2::254", "metadata"),
        ("fe80::1", "link-local"),
        ("fec0::1", "site-local"),
        ("ff02::1", "multicast"),
    ],
)
def test_what_is_not_of_the_public_web_has_a_word(address: str, word: str) -> None:
    assert word in str(word_for(ip_address(address)))


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "223.255.255.255",
        "2400:3200::1",
        "2606:4700:4700::1111",
        "::ffff:1.1.1.1",
        "64:ff9b::101:101",
    ],
)
def test_the_public_web_has_none(address: str) -> None:
    assert word_for(ip_address(address)) is None
