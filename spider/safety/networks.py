"""Networks that are not the public web, each with the word for it.

The table is the IANA registries of special-purpose addresses, written out because what
Python's `ipaddress` calls global changes between its versions and leaves out multicast. First
match wins, so that what is inside another network stands before it.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

IPV4_NETWORKS = tuple(
    (IPv4Network(network), word)
    for network, word in (
        ("169.254.169.254/32", "the metadata service of a cloud"),
        ("100.100.100.200/32", "the metadata service of a cloud"),
        ("168.63.129.16/32", "the metadata service of a cloud"),
        ("192.0.0.192/32", "the metadata service of a cloud"),
        ("0.0.0.0/8", "an unspecified address"),
        ("10.0.0.0/8", "a private address"),
        ("100.64.0.0/10", "an address shared inside a provider's network"),
        ("127.0.0.0/8", "a loopback address"),
        ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "a private address"),
        ("192.0.0.0/24", "a reserved address"),
        ("192.0.2.0/24", "an address for documentation"),
        ("192.88.99.0/24", "a tunnel's address"),
        ("192.168.0.0/16", "a private address"),
        ("198.18.0.0/15", "an address for benchmarks"),
        ("198.51.100.0/24", "an address for documentation"),
        ("203.0.113.0/24", "an address for documentation"),
        ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
    )
)
IPV6_NETWORKS = tuple(
    (IPv6Network(network), word)
    for network, word in (
        ("fd00:ec2::254/128", "the metadata service of a cloud"),
        ("fd20:ce::254/128", "the metadata service of a cloud"),
        ("::/128", "an unspecified address"),
        ("::1/128", "a loopback address"),
        ("fc00::/7", "a private address"),
        ("fe80::/10", "a link-local address"),
        ("fec0::/10", "a site-local address"),
        ("ff00::/8", "a multicast address"),
        ("2001::/32", "a tunnel's address"),
        ("2001::/23", "a reserved address"),
        ("2001:db8::/32", "an address for documentation"),
        ("2002::/16", "a tunnel's address"),
        ("3fff::/20", "an address for documentation"),
    )
)
PUBLIC_IPV6 = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")


def word_for(address: IPv4Address | IPv6Address) -> str | None:
    """What kind of address it is, if it is not one of the public web.

    >>> word_for(IPv6Address("::ffff:10.0.0.1")), word_for(IPv4Address("1.1.1.1"))
    ('a private address', None)
    """
    if isinstance(address, IPv6Address):
        return _word_for_ipv6(address)
    return next((word for network, word in IPV4_NETWORKS if address in network), None)


def _word_for_ipv6(address: IPv6Address) -> str | None:
    inner = address.ipv4_mapped
    if address in NAT64:
        inner = IPv4Address(int(address) & 0xFFFF_FFFF)
    if inner is not None:
        return word_for(inner)
    for network, word in IPV6_NETWORKS:
        if address in network:
            return word
    return None if address in PUBLIC_IPV6 else "an address outside the public internet"
