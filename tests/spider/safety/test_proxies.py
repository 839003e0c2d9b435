from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from spider.safety.proxies import CrawlProxy, chosen_proxies, proxy_server
from spider.safety.targets import Server


@pytest.fixture(autouse=True)
def _no_proxies_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


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
