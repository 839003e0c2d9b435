from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spider.safety.addresses import AddressRules
from spider.safety.targets import Server, refusal_of_url, server_of

RULES_OF_URLS = AddressRules()


@pytest.mark.parametrize(
    "url",
    [
        "http://www.pcpop.example/",
        "https://shop.example:8443/phones?q=小米#top",
        "HTTP://手机.example/",
        "http://[2606:4700:4700::1111]/",
    ],
)
def test_web_addresses_may_be_asked_for(url: str) -> None:
    assert refusal_of_url(url, RULES_OF_URLS) is None


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://shop.example/", "ftp is not of the web"),
        ("file:///etc/passwd", "file is not of the web"),
        ("data:text/html,hello", "data is not of the web"),
        ("//shop.example/", "a URL without a scheme is not of the web"),
        ("http:///page", "the host is missing"),
        ("http://user:secret@shop.example/", "user name or password"),
        ("http://shop.example@127.0.0.1/", "user name or password"),
        ("http://shop.example:22/", "port 22 is not of the web"),
        ("https://shop.example:25/", "port 25 is not of the web"),
        ("http://shop.example:0/", "port 0 is not of the web"),
        ("http://shop.example:99999/", "Port out of range"),
        ("http://127.0.0.1:8000/", "a loopback address"),
        ("http://[::1/", "Invalid IPv6 URL"),
    ],
)
def test_other_urls_may_not_and_the_reason_is_told(url: str, reason: str) -> None:
    assert reason in str(refusal_of_url(url, RULES_OF_URLS))


def test_the_port_follows_from_the_scheme() -> None:
    assert server_of("http://Shop.example/") == Server("shop.example", 80)
    assert server_of("https://shop.example./") == Server("shop.example", 443)
    assert server_of("https://shop.example:8443/") == Server("shop.example", 8443)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80).map("http://{}".format))
def test_no_url_breaks_it(url: str) -> None:
    refusal_of_url(url, RULES_OF_URLS)
