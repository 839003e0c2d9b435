"""Addresses of products, and of the pages they were read from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

# Spaces and what cannot be seen: browsers drop some of it, and so read another address than we.
_NO_ADDRESS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LONGEST = 2_000


def product_address(ident: str, kind: str = "") -> str:
    """Of the page of a product, or, with `.json` or `.csv`, of its data.

    >>> product_address("xiaomi:14pro"), product_address("三星:a/b", ".json")
    ('/p/xiaomi:14pro', '/p/%E4%B8%89%E6%98%9F:a%2Fb.json')
    """
    return f"/p/{quote(ident, safe=':~', errors='replace')}{kind}"


def compare_address(idents: Iterable[str], kind: str = "", **more: str) -> str:
    """Of the page that compares these products.

    >>> compare_address(["nokia:n95", "nokia:n96"], only="differences")
    '/compare?id=nokia%3An95&id=nokia%3An96&only=differences'
    """
    asked = [*(("id", ident) for ident in idents), *more.items()]
    query = urlencode(asked, errors="replace")
    return f"/compare{kind}?{query}" if query else f"/compare{kind}"


def web_link(url: str) -> str:
    """The address of a web page; "" for anything else, which then is no link.

    >>> web_link("https://shop.example/1"), web_link("javascript:alert(1)")
    ('https://shop.example/1', '')
    """
    if len(url) > _LONGEST or _NO_ADDRESS.search(url):
        return ""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in {"http", "https"} and parts.hostname
    except ValueError:
        return ""
    return url if fine else ""
