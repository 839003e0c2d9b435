"""The addresses that a feed lists: RSS and Atom (read by feedparser), and JSON Feed."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import feedparser

from core.urls import canonical_url
from spider.links.page_links import MOST_ANCHOR, FoundLink

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_ENTRIES = 2000
# feedparser takes seconds for a megabyte of hostile markup; real feeds are far smaller.
_MOST_BYTES = 1_000_000


def feed_links(body: bytes, url: str, content_type: str = "") -> list[FoundLink]:
    """The entries' addresses with their titles, in the order of the feed; empty if it is none."""
    body = body[:_MOST_BYTES]
    is_json = "json" in content_type.lower() or body.lstrip()[:1] == b"{"
    entries = _json_entries(body) if is_json else _xml_entries(body, url, content_type)
    found: dict[str, FoundLink] = {}
    for address, title in entries:
        link = canonical_url(_absolute(address, url))
        if link and link not in found:
            found[link] = FoundLink(link, " ".join(title.split())[:MOST_ANCHOR], "feed")
        if len(found) >= MOST_ENTRIES:
            break
    return list(found.values())


def _xml_entries(body: bytes, url: str, content_type: str) -> Iterator[tuple[str, str]]:
    """A stream and not the bytes themselves: feedparser would take those for a file's name."""
    headers = {"content-location": url}
    if content_type:
        headers["content-type"] = content_type
    parsed = feedparser.parse(
        BytesIO(body), response_headers=headers, sanitize_html=False, resolve_relative_uris=False
    )
    for entry in parsed.entries:
        address = entry.get("link") or entry.get("id")
        if isinstance(address, str):
            yield address, str(entry.get("title", ""))


def _json_entries(body: bytes) -> Iterator[tuple[str, str]]:
    try:
        feed = json.loads(body)
    except (ValueError, RecursionError):
        return
    for item in _items(feed):
        address = item.get("url") or item.get("external_url") or item.get("id")
        if isinstance(address, str):
            yield address, str(item.get("title") or "")


def _items(feed: object) -> Iterable[dict[str, Any]]:
    items = feed.get("items") if isinstance(feed, dict) else None
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _absolute(address: str, base: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return ""
