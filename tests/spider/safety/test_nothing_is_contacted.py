"""Real crawls against a canary: a listener on loopback that must never be connected to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.spider.raw_server import RawServer, page, serving
from tests.spider.small_crawl import crawl

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator


@pytest.fixture
def canary() -> Iterator[RawServer]:
    with serving(lambda connection, _: connection.sendall(page("contacted"))) as server:
        yield server


def test_no_disguise_of_loopback_is_contacted(canary: RawServer) -> None:
    hosts = "127.0.0.1 127.1 2130706433 0x7f.1 0177.0.0.1 １２７。０.0.1 0 localhost LOCALHOST."
    hosts += " [::1] [::ffff:127.0.0.1] [::ffff:7f00:1]"
    urls = [f"http://{host}:{canary.port}/" for host in hosts.split()]
    crawled = crawl(*urls)
    assert [crawled.kind(url) for url in urls] == ["forbidden-address"] * len(urls)
    assert canary.connections == 0


def test_no_name_that_resolves_to_loopback_is_contacted(canary: RawServer) -> None:
    names = {
        "evil.example": ["127.0.0.1"],
        "evil6.example": ["::1"],
        "mapped.example": ["::ffff:127.0.0.1"],
        "metadata.example": ["169.254.169.254"],
        "several.example": ["10.0.0.1", "127.0.0.1"],
        "xn--kput3i.example": ["127.0.0.1"],
    }
    urls = [f"http://{name}:{canary.port}/" for name in (*names, "手机.example")]
    crawled = crawl(*urls, names=names)
    assert [crawled.kind(url) for url in urls] == ["forbidden-address"] * len(urls)
    words = crawled.results[urls[0]]["words"]
    assert f"http://evil.example:{canary.port}/" in words
    assert "127.0.0.1 is a loopback address" in words
    assert canary.connections == 0


def test_the_same_holds_without_robots_txt_and_over_tls(canary: RawServer) -> None:
    urls = [f"{scheme}://evil.example:{canary.port}/" for scheme in ("http", "https")]
    crawled = crawl(*urls, names={"evil.example": ["127.0.0.1"]}, ROBOTSTXT_OBEY=False)
    assert [crawled.kind(url) for url in urls] == ["forbidden-address"] * 2
    assert canary.connections == 0


def test_a_name_that_nobody_knows_is_another_matter() -> None:
    assert crawl("http://nowhere.example/").kind("http://nowhere.example/") == "dns"


def test_listed_names_and_addresses_are_contacted(canary: RawServer) -> None:
    url = f"http://shop.example:{canary.port}/"
    names = {"shop.example": ["10.255.255.1", "127.0.0.1"]}
    by_address = crawl(url, names=names, CRAWL_ALLOW=["127.0.0.0/8"])
    assert by_address.results[url]["text"] == "contacted"
    by_name = crawl(url, names={"shop.example": ["127.0.0.1"]}, CRAWL_ALLOW=["shop.example"])
    assert by_name.results[url]["text"] == "contacted"


def test_a_redirect_of_robots_txt_into_the_machine_is_not_followed(canary: RawServer) -> None:
    def answer(connection: socket.socket, _: str) -> None:
        connection.sendall(page("", "302 Found", Location=f"http://127.0.0.1:{canary.port}/"))

    with serving(answer) as server:
        url = f"http://shop.example:{server.port}/"
        names = {"shop.example": ["127.0.0.1"]}
        crawled = crawl(url, names=names, CRAWL_ALLOW=["shop.example"])
    assert crawled.kind(url) == "forbidden-address"
    assert canary.connections == 0


def test_only_the_chosen_proxy_is_contacted_and_only_as_a_proxy(canary: RawServer) -> None:
    with serving(lambda connection, _: connection.sendall(page("by proxy"))) as proxy:
        public = "http://shop.example/"
        inner = [f"http://127.0.0.1:{port}/" for port in (proxy.port, canary.port)]
        inner += ["http://printer.local/", "http://169.254.169.254/"]
        crawled = crawl(public, *inner, CRAWL_PROXY=f"http://127.0.0.1:{proxy.port}")
        assert crawled.results[public]["text"] == "by proxy"
        assert [crawled.kind(url) for url in inner] == ["forbidden-address"] * len(inner)
        asked = [head.partition("\r\n")[0] for head in proxy.heads]
    assert sorted(asked) == [
        "GET http://shop.example/ HTTP/1.1",
        "GET http://shop.example/robots.txt HTTP/1.1",
    ]
    assert canary.connections == 0


def test_a_proxy_may_be_chosen_by_a_name_with_addresses_of_both_kinds() -> None:
    def answer(connection: socket.socket, target: str) -> None:
        by_tunnel = target == "shop.example:443"
        connection.sendall(page("", "403 No tunnels") if by_tunnel else page("by proxy"))

    with serving(answer) as proxy:
        plain, secure = "http://shop.example/", "https://shop.example/"
        crawled = crawl(
            plain,
            secure,
            names={"proxy.lan": ["::1", "127.0.0.1"]},
            CRAWL_PROXY=f"http://proxy.lan:{proxy.port}",
            ROBOTSTXT_OBEY=False,
            CONCURRENT_REQUESTS=1,
        )
        assert crawled.results[plain]["text"] == "by proxy"
        assert crawled.kind(secure) == "connection"
        assert "CONNECT shop.example:443 HTTP/1.1" in "".join(proxy.heads)


def test_with_a_proxy_chosen_no_name_leads_past_it_into_the_machine() -> None:
    """Neither to the proxy's own port, nor around it where the environment says so."""
    with serving(lambda connection, _: connection.sendall(page("by proxy"))) as proxy:
        url = f"http://evil.example:{proxy.port}/"
        environ = {"http_proxy": f"http://127.0.0.1:{proxy.port}", "no_proxy": "evil.example"}
        crawled = crawl(url, names={"evil.example": ["127.0.0.1"]}, environ=environ)
        assert crawled.kind(url) == "forbidden-address"
        assert proxy.connections == 0


def test_without_the_resolver_nothing_is_fetched(canary: RawServer) -> None:
    url = f"http://shop.example:{canary.port}/"
    crawled = crawl(
        url,
        names={"shop.example": ["127.0.0.1"]},
        TWISTED_DNS_RESOLVER="scrapy.resolver.CachingHostnameResolver",
    )
    assert crawled.kind(url) == "internal"
    assert "TWISTED_DNS_RESOLVER" in crawled.results[url]["words"]
    assert canary.connections == 0
