"""What a host in a URL really says, whatever it is dressed as."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

LONGEST_HOST = 253
HOST_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")


class BadHostError(ValueError):
    """No host name and no address; the words say why."""


def plain_host(host: str) -> str:
    r"""The host in ASCII and lower case, without brackets, zone and final dot.

    Domain names are matched after normalisation, so full-width digits, ideographic dots and
    soft hyphens vanish here as they do when the name is looked up.

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
    """The address a plain host writes out, in any form that a look-up would take; else None.

    >>> literal_address("0x7f.1"), literal_address("2130706433"), literal_address("a.example")
    (IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), None)
    """
    if ":" in plain:
        return ip_address(plain)
    parts = plain.split(".")
    if not NUMBER.fullmatch(parts[-1]):
        return None
    # A last label that is a number makes the whole an address, as in browsers.
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
