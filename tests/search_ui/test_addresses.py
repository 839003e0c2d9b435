"""Addresses that lead where they say, and nowhere else."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search_ui.addresses import compare_address, product_address, web_link


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/1",
        "https://a.example:8443/手机?id=1#x",
        "HTTP://A.EXAMPLE/",
    ],
)
def test_addresses_of_the_web_are_links(url: str) -> None:
    assert web_link(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        " javascript:alert(1)",
        "JAVASCRIPT://a.example/%0aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "//a.example/1",
        "/search",
        "http://",
        "http://[::1",
        "http://a.example/\u0000",
        "http://a.example/\ud800",
        "http://a.example/" + "x" * 3000,
        "",
    ],
)
def test_nothing_else_is(url: str) -> None:
    assert web_link(url) == ""


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_no_id_leaves_the_path_of_products(ident: str) -> None:
    address = product_address(ident, ".json")
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert address.isascii()
    assert address.count("/") == 2
    kept = unquote(address.removeprefix("/p/").removesuffix(".json"))
    assert kept == ident.encode("utf-8", "replace").decode()


@given(st.lists(st.text(min_size=1), max_size=4))
@settings(max_examples=200, deadline=None)
def test_all_ids_of_a_comparison_come_back(idents: list[str]) -> None:
    query = urlsplit(compare_address(idents, only="differences")).query
    written = [ident.encode("utf-8", "replace").decode() for ident in idents]
    assert parse_qs(query).get("id", []) == written
