"""What a source lists: the links of a list page, board or search, or the entries of a feed.

Which links of a page lead to articles or threads is told by the source's pattern. Without one, the
page's list are the links of the URL shape with most words in their anchors.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import feedparser

from core.sources import SourceKind
from core.urls import canonical_url, shape_of, site_of_link
from spider.links.features import is_page_turn
from spider.links.page_links import MOST_ANCHOR, FoundLink

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.sources import Source


_SHORTEST_TITLE = 5  # characters
_LONGEST_TITLE = 60  # what is longer counts no more: a summary is not a better title
_FEWEST = 2  # links of a list
_NUMBER = re.compile(r"[0-9]+")
_MOST_NUMBERS = 8  # of an address; more are no thread's
_PAGE_PARAMETER = re.compile(r"[?&](?:page|p|pn|pg|start|offset)=[0-9]+")


def listed_links(source: Source, page_url: str, links: Iterable[FoundLink]) -> list[FoundLink]:
    """The links to articles or threads, each address once, in page order."""
    titled = [link for link in links if not is_page_turn(link.anchor) and not link.leads_on]
    chosen = _by_pattern(source, titled) if source.pattern else _by_look(source, page_url, titled)
    found = {link.url: link for link in chosen if link.url != page_url}
    return [link for link in found.values() if not _is_further_page(link, found)]


def _by_pattern(source: Source, links: list[FoundLink]) -> list[FoundLink]:
    pattern = source.address_pattern
    return [link for link in links if pattern and pattern.matches(link.url)]


def _by_look(source: Source, page_url: str, links: list[FoundLink]) -> list[FoundLink]:
    """Of a search all results on other sites; else the list of the page."""
    site = site_of_link(page_url)
    titled = [link for link in links if len(link.anchor) >= _SHORTEST_TITLE]
    if source.kind is SourceKind.SEARCH:
        return [link for link in titled if site_of_link(link.url) != site]
    lists: defaultdict[str, list[FoundLink]] = defaultdict(list)
    for link in titled:
        if site_of_link(link.url) == site:
            lists[shape_of(link.url)].append(link)
    best = max(lists.values(), key=_words, default=[])
    return best if len(best) >= _FEWEST else []


def _words(links: list[FoundLink]) -> int:
    titles = {link.url: len(link.anchor) for link in links if _has_words(link)}
    return sum(min(length, _LONGEST_TITLE) for length in titles.values())


def _has_words(link: FoundLink) -> bool:
    """Not only a date or a number, as beside titles."""
    return any(character.isalpha() for character in link.anchor)


def _is_further_page(link: FoundLink, found: dict[str, FoundLink]) -> bool:
    """Whether it is a later page of another one in the list: boards link to a thread's last page.

    Where the page's number has no name (thread-71-3-1.html), only the date of a last post leads
    there, never a title.
    """
    url = link.url
    firsts = [_PAGE_PARAMETER.sub("", url)]
    if not _has_words(link):
        numbers = list(_NUMBER.finditer(url))[-_MOST_NUMBERS:]
        firsts += [url[: one.start()] + "1" + url[one.end() :] for one in numbers]
    return any(first != url and first in found for first in firsts)


# The addresses that a feed lists: RSS and Atom (read by feedparser), and JSON Feed.


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
