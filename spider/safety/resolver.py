"""Name resolution that drops addresses that may not be contacted.

It wraps the one of Scrapy's two resolvers that knows IPv6. The other's time-out for look-ups is not
needed: DOWNLOAD_TIMEOUT covers the whole download.

Twisted connects to exactly the addresses returned here without a second look-up, so a name cannot
resolve to one address for the check and another for the connection. Literal addresses in URLs are
checked here as well, however they are written.
"""

# ruff: noqa: N802, N803 - Twisted's names, which it calls by keyword

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, cast

from scrapy.resolver import CachingHostnameResolver
from scrapy.utils.datatypes import LocalCache
from twisted.internet.address import IPv4Address, IPv6Address

from spider.safety.addresses import AddressRules, BadHostError, plain_host
from spider.safety.guard import chosen_proxies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy.crawler import Crawler
    from twisted.internet.base import ReactorBase
    from twisted.internet.interfaces import (
        IAddress,
        IHostnameResolver,
        IHostResolution,
        IResolutionReceiver,
    )

    from spider.safety.addresses import Server

MOST_REMEMBERED = 1_000
UNKNOWN_PORT = 0  # asked with where a proxy's name is looked up for a tunnel through it


class ResolutionReceiver(Protocol):
    """Twisted's IResolutionReceiver, as a type."""

    def resolutionBegan(self, resolutionInProgress: IHostResolution, /) -> None: ...
    def addressResolved(self, address: IAddress, /) -> None: ...
    def resolutionComplete(self) -> None: ...


class SafeResolver:
    """For setting TWISTED_DNS_RESOLVER."""

    def __init__(
        self, inner: CachingHostnameResolver, rules: AddressRules, proxies: frozenset[Server]
    ) -> None:
        self._inner = inner
        self._rules = rules
        self._proxies = proxies
        self._refusals: LocalCache[str, str] = LocalCache(MOST_REMEMBERED)

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        return cls(
            CachingHostnameResolver.from_crawler(crawler, reactor),
            AddressRules(crawler.settings.getlist("CRAWL_ALLOW")),
            chosen_proxies(crawler.settings),
        )

    def install_on_reactor(self) -> None:
        self._inner.reactor.installNameResolver(cast("IHostnameResolver", self))

    def refusal_of(self, host: str) -> str | None:
        """Why no address of a host was left at its last look-up; None if some were."""
        return self._refusals.get(_key(host))

    def resolveHostName(
        self,
        resolutionReceiver: ResolutionReceiver,
        hostName: str,
        portNumber: int = UNKNOWN_PORT,
        addressTypes: Sequence[type[IAddress]] | None = None,
        transportSemantics: str = "TCP",
    ) -> IHostResolution:
        anywhere = self._may_be_anywhere(hostName, portNumber)
        sieve = _AddressFilter(
            resolutionReceiver,
            # The inner cache ignores the requested address types.
            tuple(addressTypes or (IPv4Address, IPv6Address)),
            (lambda _: None) if anywhere else self._rules.refusal_of_address,
            lambda refusal: self._remember(hostName, refusal),
        )
        return self._inner.resolveHostName(
            cast("IResolutionReceiver", sieve),
            hostName,
            portNumber,
            addressTypes,
            transportSemantics,
        )

    def _may_be_anywhere(self, host: str, port: int) -> bool:
        is_proxy = any(
            _key(host) == proxy.host and port in {proxy.port, UNKNOWN_PORT}
            for proxy in self._proxies
        )
        return is_proxy or self._rules.allows_name(host)

    def _remember(self, host: str, refusal: str | None) -> None:
        if refusal:
            self._refusals[_key(host)] = refusal
        else:
            self._refusals.pop(_key(host), None)


def _key(host: str) -> str:
    try:
        return plain_host(host)
    except BadHostError:
        return host


class _AddressFilter:
    """Passes on the addresses that may be contacted, and reports if none are left."""

    def __init__(
        self,
        receiver: ResolutionReceiver,
        wanted: tuple[type[object], ...],
        refusal_of_address: Callable[[str], str | None],
        finished: Callable[[str | None], None],
    ) -> None:
        self._receiver = receiver
        self._wanted = wanted
        self._refusal_of_address = refusal_of_address
        self._finished = finished
        self._refusal: str | None = None
        self._anything_left = False

    def resolutionBegan(self, resolutionInProgress: IHostResolution) -> None:
        self._receiver.resolutionBegan(resolutionInProgress)

    def addressResolved(self, address: IAddress) -> None:
        if not isinstance(address, self._wanted):
            return
        refusal = self._refusal_of_address(cast("IPv4Address | IPv6Address", address).host)
        if refusal:
            self._refusal = refusal
            return
        self._anything_left = True
        self._receiver.addressResolved(address)

    def resolutionComplete(self) -> None:
        self._finished(None if self._anything_left else self._refusal)
        self._receiver.resolutionComplete()
