"""Where does a link's tag lead to? Links of menus come again on every page: they are kept."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urljoin

from pages.text import fold
from spider.links.attributes import attributes
from spider.links.canonical import MOST_CHARACTERS, canonical_url
from spider.links.extensions import is_page
from spider.links.page_links import MOST_ANCHOR

_PLAIN_RELATIVE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.~-]*+(?:[/?][^:\\]*+)?")
_IGNORED_BY_BROWSERS = str.maketrans("", "", "\t\n\r")
_ORIGIN = re.compile(r"(https?:)//[^/?#]+")
# A tag as long as this hardly comes again; kept, it would only take memory.
_WORTH_KEEPING = 400


class BaseAddress(NamedTuple):
    """Where the relative links of a page start.

    `path` is the page's own, which only links that begin with "?" need; the base without it
    is the same for all pages of a folder, and so is what is kept about their links.
    """

    scheme: str
    origin: str
    folder: str
    path: str
    encoding: str

    @classmethod
    def of(cls, url: str, encoding: str) -> BaseAddress:
        origin = _ORIGIN.match(url)
        path = re.split("[?#]", url, maxsplit=1)[0]
        folder = path[: path.rfind("/") + 1] if path.count("/") >= 3 else path + "/"
        if not origin:
            return cls("http:", "", "", path, encoding)
        return cls(origin[1], origin[0], folder, path, encoding)

    def shared(self) -> BaseAddress:
        return self._replace(path="")


class LinkTarget(NamedTuple):
    url: str
    title: str
    nofollow: bool
    leads_on: bool


def target(rest: bytes, base: BaseAddress, shared: BaseAddress) -> LinkTarget | None:
    """Where the tag of a link leads to, None where it is no page."""
    if b"?" not in rest:
        base = shared
    return (_kept if len(rest) <= _WORTH_KEEPING else _target)(rest, base)


def _target(rest: bytes, base: BaseAddress) -> LinkTarget | None:
    found = attributes(rest, base.encoding)
    url = resolved(found.get("href") or found.get("src", ""), base)
    if url is None:
        return None
    rel = found.get("rel", "").lower().split()
    title = fold((found.get("title") or found.get("alt", ""))[: 2 * MOST_ANCHOR])
    return LinkTarget(url, title, "nofollow" in rel, "next" in rel or "prev" in rel)


_kept = lru_cache(maxsize=16384)(_target)


def resolved(href: str, base: BaseAddress) -> str | None:
    """The address a link means, in its one spelling; None where it is no page to open."""
    url = address_of(href, base)
    return url if url and is_page(url) else None


def address_of(href: str, base: BaseAddress) -> str | None:
    """The same, whatever stands there: a page, a picture or a style sheet."""
    href = href.strip().translate(_IGNORED_BY_BROWSERS)
    if not href or href[0] == "#" or len(href) > MOST_CHARACTERS:
        return None
    return canonical_url(_absolute(href, base), base.encoding)


def _absolute(href: str, base: BaseAddress) -> str:
    if href.startswith(("http://", "https://")):
        return href
    if href[0] == "/" and "\\" not in href:
        return (base.scheme if href[1:2] == "/" else base.origin) + href
    if _PLAIN_RELATIVE.fullmatch(href):
        return base.folder + href
    try:
        return urljoin(base.path or base.folder, href.replace("\\", "/"))
    except ValueError:
        return ""
