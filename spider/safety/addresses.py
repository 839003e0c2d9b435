"""Which hosts, addresses and URLs the spider may contact.

`refusal_of_url` and `AddressRules` say why something may not be contacted. A host is first
normalised, however it is written; then it is looked up among the networks and ports that are not
part of the public web.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Iterable


# Names that lead to the machine itself or a local network, whatever they resolve to.
INNER_NAMES = frozenset(
    "arpa corp home internal intranet lan local localdomain localhost onion private".split()
)


class AddressRules:
    """Public addresses may be contacted, others only if the allow-list names them.

    The list holds host names (with all addresses they resolve to), addresses and networks.
    """

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._names: set[str] = set()
        self._networks: list[IPv4Network | IPv6Network] = []
        for entry in allowed:
            self._allow(entry)

    def _allow(self, entry: str) -> None:
        try:
            self._networks.append(ip_network(entry.strip(), strict=False))
        except ValueError:
            self._names.add(_listed_name(entry))

    def refusal_of_host(self, host: str) -> str | None:
        """Why a host, as written in a URL, may not be contacted; None if it may.

        >>> AddressRules().refusal_of_host("127.1")
        '127.0.0.1 is a loopback address'
        """
        try:
            plain = plain_host(host)
            literal = literal_address(plain)
        except BadHostError as error:
            return str(error)
        if literal is not None:
            return self._refusal(literal)
        if plain in self._names:
            return None
        if "." not in plain:
            return f"{plain} is no name of the public web"
        if plain.rpartition(".")[2] in INNER_NAMES:
            return f"{plain} is a name inside some network"
        return None

    def refusal_of_address(self, address: str) -> str | None:
        """Why an address may not be connected to; None if it may."""
        try:
            return self._refusal(ip_address(address.partition("%")[0]))
        except ValueError:
            return f"{address} is no address"

    def allows_name(self, host: str) -> bool:
        """Whether the allow-list names this host: then all addresses it resolves to are allowed."""
        try:
            return plain_host(host) in self._names
        except BadHostError:
            return False

    def _refusal(self, address: IPv4Address | IPv6Address) -> str | None:
        if any(address in network for network in self._networks):
            return None
        word = word_for(address)
        return word and f"{address} is {word}"


def _listed_name(entry: str) -> str:
    try:
        return plain_host(entry.strip())
    except BadHostError as error:
        message = (
            f"the allow-list has {entry!r}, but {error}. "
            "Write a host name, an address or a network such as 10.1.0.0/16"
        )
        raise SpecSeekError(message) from error


# Whether a URL may be requested, judging by its text.


WEB_PORTS = {"http": 80, "https": 443}


class Server(NamedTuple):
    """Where a connection goes: a plain host and a port."""

    host: str
    port: int


def server_of(url: str) -> Server:
    """The server of a URL; ValueError if it names none.

    >>> server_of("HTTPS://Shop.example./phones")
    Server(host='shop.example', port=443)
    """
    parts = urlsplit(url)
    if parts.scheme not in WEB_PORTS:
        raise BadHostError(f"{parts.scheme or 'a URL without a scheme'} is not of the web")
    port = parts.port if parts.port is not None else WEB_PORTS[parts.scheme]
    return Server(plain_host(parts.hostname or ""), port)


def refusal_of_url(url: str, rules: AddressRules) -> str | None:
    """Why a URL may not be requested; None if nothing in it forbids that."""
    try:
        server = server_of(url)
    except ValueError as error:
        return str(error)
    if "@" in urlsplit(url).netloc:
        return "the URL carries a user name or password"
    if server.port in OTHER_SERVICES:
        return f"port {server.port} is not of the web"
    return rules.refusal_of_host(server.host)


# Normalising the host of a URL, however it is written.


LONGEST_HOST = 253
HOST_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")


class BadHostError(ValueError):
    """Neither a host name nor an address; the message says why."""


def plain_host(host: str) -> str:
    r"""The host in ASCII and lower case, without brackets, zone and final dot.

    Domain names are compared after normalisation, so full-width digits, ideographic dots and soft
    hyphens disappear here as they do in a DNS look-up.

    >>> plain_host("ＬＯＣＡＬ\xadhost。"), plain_host("[FE80::1%25eth0]")
    ('localhost', 'fe80::1')
    """
    if len(host) > LONGEST_HOST:
        raise BadHostError("the host is too long for a name")
    if ":" in host:
        return _plain_ipv6(host)
    try:
        name = host.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError as error:
        raise BadHostError("the host is no valid name") from error
    if not HOST_NAME.fullmatch(name):
        raise BadHostError("the host is no valid name" if name else "the host is missing")
    return name


def _plain_ipv6(host: str) -> str:
    text = host.removeprefix("[").removesuffix("]").partition("%")[0]
    try:
        return str(IPv6Address(text))
    except ValueError as error:
        raise BadHostError("the host is no valid address") from error


def literal_address(plain: str) -> IPv4Address | IPv6Address | None:
    """The IP address that a plain host spells out, in any form that resolvers accept; else None.

    >>> literal_address("0x7f.1"), literal_address("2130706433"), literal_address("a.example")
    (IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), None)
    """
    if ":" in plain:
        return ip_address(plain)
    parts = plain.split(".")
    if not NUMBER.fullmatch(parts[-1]):
        return None
    # A numeric last label makes the host an address, as in browsers.
    if len(parts) > 4 or not all(NUMBER.fullmatch(part) for part in parts):
        raise BadHostError("the host is no valid address")
    return _ipv4_of_numbers([_number(part) for part in parts])


def _number(text: str) -> int:
    try:
        if text.startswith("0x"):
            return int(text[2:] or "0", 16)
        return int(text, 8 if len(text) > 1 and text.startswith("0") else 10)
    except ValueError as error:
        raise BadHostError("the host is no valid address") from error


def _ipv4_of_numbers(numbers: list[int]) -> IPv4Address:
    *heads, last = numbers
    free_bytes = 4 - len(heads)
    if any(head > 255 for head in heads) or last >= 256**free_bytes:
        raise BadHostError("the host is no valid address")
    return IPv4Address(int.from_bytes(heads, "big") * 256**free_bytes + last)


# Networks that are not part of the public web, each with a word for it.
#
# The table is the IANA registries of special-purpose addresses, written out because what
# Python's `ipaddress` calls global changes between its versions and leaves out multicast. The first
# match wins, so inner networks come before outer ones.


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


# Ports of other services, which might take a request for a command.


# The bad ports of the Fetch standard, which browsers refuse as well.
OTHER_SERVICES = frozenset(
    map(
        int,
        """
        0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110
        111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531
        532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190
        5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080
        """.split(),
    )
)
