"""Validators of addresses: contact, proxy, private hosts and networks."""

from __future__ import annotations

import re
from ipaddress import ip_network
from urllib.parse import urlsplit

# Header lines are made of it: no line breaks, nothing that ends the comment it stands in.
_CONTACT = re.compile(r"(?:https?://[!-'*-~]+|[!-'*-~]+@[!-'*-~]+)?")
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")


def contact_address(text: object) -> object:
    if isinstance(text, str) and not _CONTACT.fullmatch(text):
        raise ValueError("must be a mail address or a web address, in plain ASCII")
    return text


def proxy_address(text: object) -> object:
    """The value is never shown in a message: a proxy's address may hold a password."""
    if isinstance(text, str) and text and not _is_web_server(text):
        raise ValueError("must be the address of an HTTP proxy, such as http://127.0.0.1:8080")
    return text


def _is_web_server(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, brackets that do not match
        return False


def private_place(text: object) -> object:
    """A host name in lower case ASCII, an IP address, or a network, as they are compared."""
    if not isinstance(text, str):
        return text
    try:
        return str(ip_network(text)) if "/" in text else str(ip_network(text)[0])
    except ValueError:
        return _network_or_host(text)


def network(text: object) -> object:
    """An IP address or a network."""
    if not isinstance(text, str):
        return text
    try:
        return str(ip_network(text))
    except ValueError:
        raise ValueError(f"{text!r} is no IP address or network{_network_hint(text)}") from None


def _network_or_host(text: str) -> str:
    if "/" in text:
        raise ValueError(f"{text!r} is no network{_network_hint(text)}")
    try:
        host = text.rstrip(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        host = ""
    if not _HOST.fullmatch(host):
        raise ValueError(f"{text!r} is no host name, IP address or network")
    return host


def _network_hint(text: str) -> str:
    """`10.1.2.3/8` names one address of a network; the network is meant."""
    try:
        return f"; did you mean {ip_network(text, strict=False)}?"
    except ValueError:
        return " (10.0.0.0/8 is one)"
