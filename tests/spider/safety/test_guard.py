from __future__ import annotations

from typing import Any

import pytest
from scrapy import Request
from scrapy.utils.test import get_crawler

from spider.safety.errors import ForbiddenAddressError
from spider.safety.guard import AddressGuard, ProxyGuard

PROXY = "http://127.0.0.1:8080"


@pytest.fixture(autouse=True)
def _no_proxies_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def address_guard(**settings: Any) -> AddressGuard:
    return AddressGuard.from_crawler(get_crawler(settings_dict=settings))


def proxy_guard(**settings: Any) -> ProxyGuard:
    return ProxyGuard.from_crawler(get_crawler(settings_dict=settings))


@pytest.mark.parametrize(
    "url",
    [
        *("http://127.1/", "http://[::1]:8000/", "http://169.254.169.254/latest/"),
        *("http://localhost/", "ftp://shop.example/", "http://me@shop.example/"),
    ],
)
def test_a_forbidden_request_is_refused_with_the_reason(url: str) -> None:
    with pytest.raises(ForbiddenAddressError, match="was not contacted: ") as caught:
        address_guard().process_request(Request(url))
    assert caught.value.target == url


def test_public_and_listed_hosts_pass() -> None:
    address_guard().process_request(Request("http://shop.example/"))
    address_guard(CRAWL_ALLOW="127.0.0.1,intranet").process_request(Request("http://intranet/"))


def test_the_chosen_proxy_needs_no_list_and_no_other_inner_one_passes() -> None:
    guard = proxy_guard(CRAWL_PROXY=PROXY)
    guard.process_request(Request("http://shop.example/", meta={"proxy": PROXY}))
    for other in ("http://127.0.0.1:8081", "http://localhost:8080", "http://[::1]:8080", "x://y"):
        with pytest.raises(ForbiddenAddressError, match="its proxy"):
            guard.process_request(Request("http://shop.example/", meta={"proxy": other}))


def test_the_proxy_of_the_environment_is_a_chosen_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "127.0.0.1:3128")
    request = Request("http://shop.example/", meta={"proxy": "http://127.0.0.1:3128"})
    proxy_guard().process_request(request)


def test_a_page_may_not_lead_to_the_proxy_itself() -> None:
    guard = proxy_guard(CRAWL_PROXY="http://proxy.example:8080")
    with pytest.raises(ForbiddenAddressError, match="own proxy"):
        guard.process_request(Request("http://proxy.example:8080/"))
    guard.process_request(Request("http://proxy.example/"))
