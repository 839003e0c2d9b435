from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.site_names import host_of, site_of


@pytest.mark.parametrize(
    "url",
    [
        "http://shop.example/a",
        "https://www.shop.example",
        "https://WWW.Shop.Example:8080/a?b#c",
        "http://m.shop.example/",
        "http://user:word@detail.phones.shop.example/",
        "//shop.example/a",
        "http://shop.example./",
    ],
)
def test_all_hosts_of_a_site_share_its_name(url: str) -> None:
    assert site_of(url) == "shop.example"


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://product.pconline.com.cn/", "pconline.com.cn"),
        ("http://www.shop.co.uk/", "shop.co.uk"),
        ("http://com.cn/", "com.cn"),
        ("http://localhost:8000/", "localhost"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://192.168.10.1:81/a", "192.168.10.1"),
        ("http://[2001:DB8::1]/", "2001:db8::1"),
        ("http://www.手机.中国/", "手机.中国"),
    ],
)
def test_suffixes_and_addresses_are_known(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize("url", ["", "n95.html", "/a/b", "http://", "http://[", "mailto:a@b.cn"])
def test_what_has_no_host_has_no_site(url: str) -> None:
    assert host_of(url) == ""
    assert site_of(url) == ""


@given(st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    assert site_of(text) == site_of(text).lower()
    assert host_of(f"http://{text}/").endswith(site_of(f"http://{text}/"))
