"""Whether a URL may be asked for, as far as its text tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from spider.safety.hosts import BadHostError, plain_host
from spider.safety.ports import OTHER_SERVICES

if TYPE_CHECKING:
    from spider.safety.addresses import AddressRules

WEB_PORTS = {"http": 80, "https": 443}


class Server(NamedTuple):
    """Where a connection goes: a plain host and a port."""

    host: str
    port: int


def server_of(url: str) -> Server:
    """The server a URL leads to. Raises ValueError where it names none.

    >>> server_of("HTTPS://Shop.example./phones")
    Server(host='shop.example', port=443)
    """
    parts = urlsplit(url)
    if parts.scheme not in WEB_PORTS:
        raise BadHostError(f"{parts.scheme or 'a URL without a scheme'} is not of the web")
    port = parts.port if parts.port is not None else WEB_PORTS[parts.scheme]
    return Server(plain_host(parts.hostname or ""), port)


def refusal_of_url(url: str, rules: AddressRules) -> str | None:
    """Why a URL may not be asked for; None if nothing in it forbids that."""
    try:
        server = server_of(url)
    except ValueError as error:
        return str(error)
    if "@" in urlsplit(url).netloc:
        return "the URL carries a user name or password"
    if server.port in OTHER_SERVICES:
        return f"port {server.port} is not of the web"
    return rules.refusal_of_host(server.host)
