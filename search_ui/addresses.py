"""Addresses of searches, products and comparisons, and of the web pages they were read from."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus, urlencode, urlsplit

from flask import has_request_context, request

from index.search.address import FACET, choice_name, parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from core.topic import Topic
    from index.search.model import SearchQuery


SEARCH = "/search"


def path_here(path: str) -> str:
    """The path of a page of this topic: below `/t/NAME` where several topics are served."""
    return request.script_root + path if has_request_context() else path


def search_address(asked: SearchQuery, topic: Topic, path: str = SEARCH) -> str:
    return address(path, parameters_of(asked, topic))


class FacetAddresses:
    """Addresses of a search with one more choice or facet; the common part is built once."""

    def __init__(self, asked: SearchQuery, topic: Topic) -> None:
        self._asked = replace(asked, page=1)
        self._topic = topic

    def leading_to(self, attribute: str) -> Callable[[str], str]:
        """A function from a key that is not chosen yet to its address."""
        mark = "\0"  # occurs in no key and no other part of an address
        already = self._asked.chosen.get(attribute, ())
        chosen = {**self._asked.chosen, attribute: (mark,)}
        whole = search_address(replace(self._asked, chosen=chosen), self._topic)
        before, _, after = whole.partition(_quoted(mark))
        if not already:
            return lambda key: f"{before}{_quoted(key)}{after}"
        one_more = f"&{_quoted(choice_name(attribute))}="

        def address_with(key: str) -> str:
            return before + one_more.join(map(_quoted, sorted((*already, key)))) + after

        return address_with

    def showing(self) -> Callable[[Iterable[str]], str]:
        """A function from additional facets to the address that shows them."""
        before = parameters_of(replace(self._asked, facets=()), self._topic)
        return lambda facets: address(SEARCH, (*before, *((FACET, name) for name in facets)))


def address(path: str, parameters: Iterable[tuple[str, str]]) -> str:
    query = "&".join([f"{_quoted(name)}={_quoted(value)}" for name, value in parameters])
    path = path_here(path)
    return f"{path}?{query}" if query else path


# A page has hundreds of addresses made of the same few names and values.
@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return quote_plus(text[:1000], errors="replace")


# Addresses of products, and of the pages they were read from.


# Spaces and invisible characters: browsers drop some, and would read another address.
_NO_ADDRESS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LONGEST = 2_000


def product_address(ident: str, kind: str = "") -> str:
    """The address of a product's page or, with `.json` or `.csv`, of its data.

    >>> product_address("xiaomi:14pro"), product_address("三星:a/b", ".json")
    ('/p/xiaomi:14pro', '/p/%E4%B8%89%E6%98%9F:a%2Fb.json')
    """
    return path_here(f"/p/{quote(ident, safe=':~', errors='replace')}{kind}")


def compare_address(idents: Iterable[str], kind: str = "", **more: str) -> str:
    """The address of the page that compares these products.

    >>> compare_address(["nokia:n95", "nokia:n96"], only="differences")
    '/compare?id=nokia%3An95&id=nokia%3An96&only=differences'
    """
    asked = [*(("id", ident) for ident in idents), *more.items()]
    query = urlencode(asked, errors="replace")
    path = path_here(f"/compare{kind}")
    return f"{path}?{query}" if query else path


def web_link(url: str) -> str:
    """The URL if it is a web address, else "": anything else must not become a link.

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
