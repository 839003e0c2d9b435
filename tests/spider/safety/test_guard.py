from __future__ import annotations

import gzip
import zlib
from typing import Any

import brotli
import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from spider.faults import BadEncodingError, BodyTooLargeError, ForbiddenAddressError
from spider.safety.addresses import Server
from spider.safety.guard import (
    AddressGuard,
    CrawlProxy,
    ProxyGuard,
    SafeCompression,
    chosen_proxies,
    proxy_server,
)

PROXY = "http://127.0.0.1:8080"


@pytest.fixture(autouse=True)
def _no_proxies_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
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


def test_every_request_goes_through_the_chosen_proxy() -> None:
    crawler = get_crawler(settings_dict={"CRAWL_PROXY": "http://127.0.0.1:8080"})
    request = Request("http://shop.example/")
    CrawlProxy.from_crawler(crawler).process_request(request)
    assert request.meta["proxy"] == "http://127.0.0.1:8080"


def test_proxies_are_chosen_by_setting_or_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen_proxies(Settings()) == frozenset()
    monkeypatch.setenv("https_proxy", "http://me:secret@proxy.lan:3128")
    chosen = chosen_proxies(Settings({"CRAWL_PROXY": "http://127.0.0.1:8080"}))
    assert chosen == {Server("127.0.0.1", 8080), Server("proxy.lan", 3128)}


def test_an_address_that_is_no_proxy_chooses_none() -> None:
    assert proxy_server("/var/run/docker.sock") is None
    assert proxy_server("socks5://127.0.0.1:1080") is None


REQUEST = Request("http://shop.example/")
MOST = 100_000


@pytest.fixture
def compression() -> SafeCompression:
    return SafeCompression.from_crawler(get_crawler(settings_dict={"DOWNLOAD_MAXSIZE": MOST}))


def response(body: bytes, encoding: str) -> Response:
    return Response(REQUEST.url, body=body, headers={"Content-Encoding": encoding})


def test_packed_pages_are_unpacked(compression: SafeCompression) -> None:
    packed = gzip.compress(brotli.compress("小米手机".encode()))
    unpacked = compression.process_response(REQUEST, response(packed, "br, gzip"))
    assert isinstance(unpacked, Response)
    assert unpacked.body.decode() == "小米手机"


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress)],
)
def test_bombs_are_too_large(compression: SafeCompression, encoding: str, pack: object) -> None:
    assert callable(pack)
    with pytest.raises(BodyTooLargeError):
        compression.process_response(REQUEST, response(pack(bytes(MOST + 1)), encoding))


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("body", [b"<html>not packed at all</html>", b"\x1f\x8b\x08", b"\x28"])
def test_what_is_not_packed_as_said_is_told(
    compression: SafeCompression, encoding: str, body: bytes
) -> None:
    try:
        unpacked = compression.process_response(REQUEST, response(body, encoding))
    except BadEncodingError:
        return
    assert isinstance(unpacked, Response)
    assert unpacked.body == b""  # a stream that is cut off at its start


def test_a_thousand_layers_are_not_undone(compression: SafeCompression) -> None:
    with pytest.raises(BadEncodingError, match="1000 times"):
        compression.process_response(REQUEST, response(b"", ",".join(["gzip"] * 1000)))
