from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SpecSeekError
from spider.safety.addresses import AddressRules

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
