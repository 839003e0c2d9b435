from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from twisted.internet.address import IPv4Address, IPv6Address

from spider.safety.addresses import AddressRules, Server
from spider.safety.resolver import ResolutionReceiver, SafeResolver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.resolver import CachingHostnameResolver
    from twisted.internet.interfaces import IAddress, IHostResolution

PROXY = Server("proxy.lan", 3128)


class KnowsAll:
    """In the place of the machine's resolver: every name has the same addresses."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses

    def resolveHostName(  # noqa: N802 - Twisted's name
        self, receiver: ResolutionReceiver, _: str, port: int, *_more: object
    ) -> None:
        receiver.resolutionBegan(cast("IHostResolution", self))
        for address in self.addresses:
            kind = IPv6Address if ":" in address else IPv4Address
            receiver.addressResolved(cast("IAddress", kind("TCP", address, port)))
        receiver.resolutionComplete()


class Heard:
    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.complete = False

    def resolutionBegan(self, _resolution: IHostResolution) -> None:  # noqa: N802
        self.addresses.clear()

    def addressResolved(self, address: IAddress) -> None:  # noqa: N802
        self.addresses.append(cast("IPv4Address", address).host)

    def resolutionComplete(self) -> None:  # noqa: N802
        self.complete = True


def resolver(*addresses: str, allowed: Sequence[str] = ()) -> SafeResolver:
    inner = cast("CachingHostnameResolver", KnowsAll(*addresses))
    return SafeResolver(inner, AddressRules(allowed), frozenset({PROXY}))


def heard(by: SafeResolver, name: str, port: int = 80, kinds: object = None) -> list[str]:
    ear = Heard()
    by.resolveHostName(ear, name, port, cast("Sequence[type[IAddress]] | None", kinds))
    assert ear.complete
    return ear.addresses


def test_only_public_addresses_come_out() -> None:
    mixed = resolver("127.0.0.1", "1.1.1.1", "fe80::1%eth0", "2606:4700::1111", "10.0.0.1")
    assert heard(mixed, "shop.example") == ["1.1.1.1", "2606:4700::1111"]
    assert mixed.refusal_of("shop.example") is None


def test_where_nothing_comes_out_the_reason_is_kept_until_something_does() -> None:
    by = resolver("127.0.0.1")
    assert heard(by, "手机.example") == []
    assert by.refusal_of("xn--kput3i.example") == "127.0.0.1 is a loopback address"
    assert by.refusal_of("shop.example") is None
    by._inner = cast("CachingHostnameResolver", KnowsAll("1.1.1.1"))  # noqa: SLF001 - the name moved
    assert heard(by, "手机.example") == ["1.1.1.1"]
    assert by.refusal_of("手机.example") is None


def test_a_name_without_addresses_is_not_refused_but_unknown() -> None:
    by = resolver()
    assert heard(by, "nowhere.example") == []
    assert by.refusal_of("nowhere.example") is None


def test_a_listed_name_may_be_anywhere() -> None:
    assert heard(resolver("10.0.0.1", allowed=["intranet"]), "intranet") == ["10.0.0.1"]


@pytest.mark.parametrize("port", [PROXY.port, 0])
def test_the_chosen_proxy_may_be_anywhere(port: int) -> None:
    assert heard(resolver("127.0.0.1"), PROXY.host, port) == ["127.0.0.1"]


def test_another_port_of_the_proxys_host_may_not() -> None:
    assert heard(resolver("127.0.0.1"), PROXY.host, 8080) == []
    assert heard(resolver("127.0.0.1"), "evil.example", PROXY.port) == []


def test_only_the_kind_asked_for_comes_out() -> None:
    both = resolver("::1", "127.0.0.1")
    assert heard(both, PROXY.host, 0, [IPv4Address]) == ["127.0.0.1"]
