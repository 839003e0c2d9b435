"""Where does a link's tag lead to? Links of menus come again on every page: they are kept."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pages.attributes import attributes
from pages.text import fold
from rules.urls import BaseAddress, resolved
from spider.links.page_links import MOST_ANCHOR

# A tag as long as this hardly comes again; kept, it would only take memory.
_LONGEST_KEPT_TAG = 400


class LinkTarget(NamedTuple):
    url: str
    title: str
    nofollow: bool
    leads_on: bool


def target(rest: bytes, base: BaseAddress, shared: BaseAddress) -> LinkTarget | None:
    """Where the tag of a link leads to, None where it is no page."""
    if b"?" not in rest:
        base = shared
    return (_kept if len(rest) <= _LONGEST_KEPT_TAG else _target)(rest, base)


def _target(rest: bytes, base: BaseAddress) -> LinkTarget | None:
    found = attributes(rest, base.encoding)
    url = resolved(found.get("href") or found.get("src", ""), base)
    if url is None:
        return None
    rel = found.get("rel", "").lower().split()
    title = fold((found.get("title") or found.get("alt", ""))[: 2 * MOST_ANCHOR])
    return LinkTarget(url, title, "nofollow" in rel, "next" in rel or "prev" in rel)


_kept = lru_cache(maxsize=16384)(_target)
