"""Which hosts and addresses the spider may contact."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from spider.safety.hosts import BadHostError, literal_address, plain_host
from spider.safety.networks import word_for

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Address, IPv6Address

# Names that lead into a machine or a house network, whoever answers for them.
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
        """Why a host, as a URL names it, may not be contacted; None if it may.

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
        """Whether the allow-list names this host: then wherever it resolves to is allowed."""
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
