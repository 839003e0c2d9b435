"""Addresses that people write: taken, mended, or refused with a hint."""

import pytest

from settings.addresses import contact_address, network, private_place, proxy_address


@pytest.mark.parametrize("contact", ["", "me@shop.example", "https://shop.example/crawl?a=1"])
def test_contacts(contact: str) -> None:
    assert contact_address(contact) == contact


@pytest.mark.parametrize("contact", ["me", "a@b\r\nCookie: x", "me@shop) (x", "我@商店.example"])
def test_what_no_header_line_may_hold(contact: str) -> None:
    with pytest.raises(ValueError, match="mail address or a web address"):
        contact_address(contact)


@pytest.mark.parametrize("proxy", ["", "http://127.0.0.1:8080", "https://u:p@proxy.example"])
def test_proxies(proxy: str) -> None:
    assert proxy_address(proxy) == proxy


@pytest.mark.parametrize("proxy", ["127.0.0.1:80", "ftp://u:secret@x", "http://x:y", "http://[x"])
def test_no_proxies_and_no_passwords_in_the_message(proxy: str) -> None:
    with pytest.raises(ValueError, match="HTTP proxy") as told:
        proxy_address(proxy)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("FD00::/8", "fd00::/8"),
        ("LocalHost", "localhost"),
        ("www.Shop.example.", "www.shop.example"),
        ("手机.example", "xn--kput3i.example"),
        (5, 5),
    ],
)
def test_private_places_as_they_are_compared(text: object, place: object) -> None:
    assert private_place(text) == place


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("10.1.2.3/8", "did you mean 10.0.0.0/8?"),
        ("shop.example/24", "is no network"),
        ("http://shop.example", "is no network"),
        ("shop.example:80", "is no host name"),
        ("*.example", "is no host name"),
        ("a b", "is no host name"),
        ("", "is no host name"),
        ("x" * 64, "is no host name"),
    ],
)
def test_no_private_places(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match="is no") as told:
        private_place(text)
    assert hint in str(told.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [("127.0.0.1", "127.0.0.1/32"), ("::1", "::1/128"), ("10.0.0.0/8", "10.0.0.0/8"), (5, 5)],
)
def test_networks(text: object, told: object) -> None:
    assert network(text) == told


@pytest.mark.parametrize("text", ["proxy.example", "10.1.2.3/8", ""])
def test_no_networks(text: str) -> None:
    with pytest.raises(ValueError, match="is no IP address or network"):
        network(text)
