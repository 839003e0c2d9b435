"""The addresses that a sitemap lists.

Read with one expression instead of an XML parser: a sitemap is flat, and what is hostile in XML
(entities that grow, nesting without end) has no meaning here.
"""

from __future__ import annotations

import re
import zlib
from html import unescape
from typing import NamedTuple

from pages.encoding import encoding_of, to_text
from rules.urls import canonical_url

MOST_URLS = 50_000  # of one sitemap, as the protocol has it
MOST_BYTES = 52_428_800

_LOCATION = re.compile(
    r"<(?:[\w.-]++:)?loc\b[^>]*+>\s*+(?:<!\[CDATA\[)?\s*+([^<\s\]]++)", re.IGNORECASE
)
_INDEX = re.compile(r"<(?:[\w.-]++:)?sitemapindex\b", re.IGNORECASE)
_GZIP = b"\x1f\x8b"


class Sitemap(NamedTuple):
    """Addresses of pages, and of further sitemaps."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


def sitemap_urls(body: bytes) -> Sitemap:
    """What an XML sitemap, an index of sitemaps, or a plain list lists; packed or not."""
    raw = _unpacked(body) if body.startswith(_GZIP) else body[:MOST_BYTES]
    text = to_text(raw, encoding_of(raw))
    found = [match[1] for match in _LOCATION.finditer(text)] or _lines(text)
    addresses = (canonical_url(unescape(url)) for url in found[:MOST_URLS])
    urls = tuple(dict.fromkeys(url for url in addresses if url))
    return Sitemap(sitemaps=urls) if _INDEX.search(text[:2000]) else Sitemap(pages=urls)


def _lines(text: str) -> list[str]:
    """A plain list has one address a line, and nothing else."""
    lines = text.lstrip("\ufeff").split()
    return lines if lines and all(line.startswith("http") for line in lines) else []


def _unpacked(body: bytes) -> bytes:
    """As much as can be unpacked, and no more than a sitemap may have."""
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body, MOST_BYTES)
    except zlib.error:
        return b""
