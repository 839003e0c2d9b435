from __future__ import annotations

from ipaddress import ip_address

import pytest

from spider.safety.networks import word_for


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
