"""Reads the links and metadata of a page: one pass over its tags, no tree.

`read_links`, at the end, splits the page at its tags. `OpenContainers` knows in which part of the
page a link is, `target` where it leads, and `PageHead` collects title, headings and the tags of the
head.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from core.urls import BaseAddress, address_of, resolved
from pages.css_sheets import media_match
from pages.page import SEAM, attributes, content_text, fold
from pages.tags import TAG, text_inside

if TYPE_CHECKING:
    from collections.abc import Callable

    from pages.page import Page


MOST_LINKS = 2000
MOST_ANCHOR = 200
MOST_TEXT = 500


class FoundLink(NamedTuple):
    """A link on a page.

    `place` is its position: the nearest elements around it, as in "ul.plist>li". `leads_on`: the
    page marks it as its next or previous page.
    """

    url: str
    anchor: str
    place: str
    nofollow: bool = False
    leads_on: bool = False


class PageLinks(NamedTuple):
    """The links of a page, each URL once, and its metadata.

    `refresh` is the target of a meta refresh. `follow` is False if the page says nofollow. `sheets`
    are its style sheets for the screen.
    """

    title: str = ""
    description: str = ""
    headings: tuple[str, ...] = ()
    refresh: str = ""
    follow: bool = True
    links: tuple[FoundLink, ...] = ()
    sheets: tuple[str, ...] = ()


# The place of a link on its page: a short string, the same for all links of a list.


_NAMED = re.compile(rb"""(?:^|\s)(id|class)\s*+=\s*+["']?+\s*+([a-zA-Z][\w-]*+)""", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_LONGEST_NAME = 24
_LONGEST_TAG = 300
# How far up an element is looked for; deeper nesting between is broken markup.
_REACH = 60
# Elements without end tags: the next one of a kind closes the last.
_ENDS_ITS_LIKE = frozenset("li td th tr dt dd p".split())

CONTAINERS = frozenset(
    "div ul ol li table tr td th dl dt dd section nav header footer aside article main form p "
    "h1 h2 h3 h4 h5 h6 menu center fieldset figure body".split()
)


class OpenContainers:
    """The containers that are open at some point of a page.

    Each tag is kept with the name of the innermost named container.
    """

    __slots__ = ("_named", "_tags")

    def __init__(self) -> None:
        self._tags: list[str] = ["page"]
        self._named: list[str] = [""]

    def open(self, tag: str, rest: bytes) -> None:
        tags, named = self._tags, self._named
        if tag == tags[-1] and tag in _ENDS_ITS_LIKE:
            tags.pop()
            named.pop()
        tags.append(tag)
        name = _name(tag, rest[:_LONGEST_TAG]) if len(rest) > 2 else ""
        named.append(name or named[-1])

    def close(self, tag: str) -> None:
        tags = self._tags
        if tags[-1] == tag:
            tags.pop()
            self._named.pop()
        elif tag in (near := tags[: -_REACH - 1 : -1]):
            count = near.index(tag) + 1
            del tags[-count:]
            del self._named[-count:]

    @property
    def here(self) -> str:
        """The innermost named container and the innermost container, as in "ul.plist>li"."""
        tag, named = self._tags[-1], self._named[-1]
        if not named or named.startswith((tag + ".", tag + "#")):
            return named or tag
        return f"{named}>{tag}"


@lru_cache(maxsize=4096)
def _name(tag: str, rest: bytes) -> str:
    """The tag with its class or id, digits replaced; "" if it has neither."""
    names = {kind.lower(): name for kind, name in _NAMED.findall(rest)}
    sign, name = (".", names[b"class"]) if b"class" in names else ("#", names.get(b"id", b""))
    if not name:
        return ""
    return tag + sign + _DIGITS.sub("#", name.decode("ascii", "replace"))[:_LONGEST_NAME].lower()


# The targets of link tags, cached: links of menus are on every page.


# Longer tags hardly repeat; caching them would only cost memory.
_LONGEST_KEPT_TAG = 400


class LinkTarget(NamedTuple):
    url: str
    title: str
    nofollow: bool
    leads_on: bool


def target(rest: bytes, base: BaseAddress, shared: BaseAddress) -> LinkTarget | None:
    """The target of a link's tag; None if it is not a page."""
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


# The metadata of a page: title, headings, description, refresh, style sheets.


_REFRESH = re.compile(r"""[\s\d.]*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)""", re.IGNORECASE)
_MOST_HEADINGS = 8
_MOST_SHEETS = 8
_MOST_PARTS = 40


class PageHead:
    """Collects a page's metadata from its tags."""

    def __init__(self, url: str, encoding: str) -> None:
        self.base = BaseAddress.of(url, encoding)
        self.shared_base = self.base.shared()
        self.hearing = ""
        self.leading_on: list[FoundLink] = []
        self._encoding = encoding
        self._has_base = False
        self._parts: list[bytes] = []
        self._headings: list[str] = []
        self._sheets: list[str] = []
        self._told = PageLinks()

    def start_text(self, tag: str, rest: bytes) -> None:
        """A title or heading begins; collect its text."""
        known = self._told.title if tag == "title" else len(self._headings) >= _MOST_HEADINGS
        if not known:
            self.hearing, self._parts = tag, [text_inside(tag.encode(), rest)]

    def text(self, raw: bytes) -> None:
        if len(self._parts) < _MOST_PARTS:
            self._parts.append(raw[:MOST_TEXT])

    def end_text(self) -> None:
        text = content_text(SEAM.join(self._parts), self._encoding)[:MOST_TEXT]
        if self.hearing == "title":
            self._told = self._told._replace(title=text)
        elif text:
            self._headings.append(text)
        self.hearing = ""

    def base_tag(self, _tag: str, rest: bytes) -> None:
        url = resolved(attributes(rest, self._encoding).get("href", ""), self.base)
        if url and not self._has_base:
            self._has_base = True
            self.base = BaseAddress.of(url, self._encoding)
            self.shared_base = self.base.shared()

    def link_tag(self, _tag: str, rest: bytes) -> None:
        found = attributes(rest, self._encoding)
        rel = found.get("rel", "").lower().split()
        if "stylesheet" in rel:
            self._note_sheet(found, rel)
        leads_on = ("next" in rel or "prev" in rel) and "canonical" not in rel
        url = resolved(found.get("href", ""), self.base) if leads_on else None
        if url is not None:
            self.leading_on.append(FoundLink(url, "", "head", leads_on=True))

    def _note_sheet(self, found: dict[str, str], rel: list[str]) -> None:
        is_ours = "alternate" not in rel and media_match(found.get("media", ""))
        url = address_of(found.get("href", ""), self.base) if is_ours else None
        if url and url not in self._sheets and len(self._sheets) < _MOST_SHEETS:
            self._sheets.append(url)

    def meta_tag(self, _tag: str, rest: bytes) -> None:
        found = attributes(rest, self._encoding)
        content = found.get("content", "")[: 4 * MOST_TEXT]
        name = found.get("name", "").lower() or found.get("http-equiv", "").lower()
        if name == "description":
            self._told = self._told._replace(description=fold(content)[:MOST_TEXT])
        elif name == "robots" and {"nofollow", "none"} & set(re.split(r"[\s,]+", content.lower())):
            self._told = self._told._replace(follow=False)
        elif name == "refresh" and (goal := _REFRESH.match(content)):
            self._told = self._told._replace(refresh=resolved(goal[1], self.base) or "")

    def told(self) -> PageLinks:
        if self.hearing:
            self.end_text()
        return self._told._replace(headings=tuple(self._headings), sheets=tuple(self._sheets))


_MOST_ANCHOR_BYTES = 6 * MOST_ANCHOR
_LONGEST_KEPT_TEXT = 120
_CUT_SHORT = ("…", "..")


def read_links(page: Page, base: str = "") -> PageLinks:
    """The links and metadata of a page; `base` is its URL after redirects."""
    reader = _Reader(base or page.url, page.encoding)
    starts = reader.starts
    pieces = TAG.split(page.body)
    for name, rest, behind in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        if name is not None and (start := starts[name]):
            start(rest)
        if reader.is_listening or b"</" in behind:
            reader.content(behind)
        if reader.is_full:
            break
    return reader.result()


class _Starts(dict[bytes, "Callable[[bytes], None] | None"]):
    """The handler of each start tag, by its name as written; None if there is nothing to do."""

    def __init__(self, handler_of: Callable[[str], Callable[[str, bytes], None] | None]) -> None:
        super().__init__()
        self._handler_of = handler_of

    def __missing__(self, raw: bytes) -> Callable[[bytes], None] | None:
        tag = raw[:20].decode("ascii", "replace").lower()
        handler = self._handler_of(tag)
        start = self[raw] = partial(handler, tag) if handler else None
        return start


class _Reader:
    """The paths of frequent tags are short: calls cost more than anything else here."""

    def __init__(self, url: str, encoding: str) -> None:
        self.is_listening = False
        self.is_full = False
        self.starts = _Starts(self._handler_of)
        self._encoding = encoding
        self._about = PageHead(url, encoding)
        self._places = OpenContainers()
        self._links: dict[str, FoundLink] = {}
        self._open: LinkTarget | None = None
        self._place = ""
        self._picture = ""
        self._parts: list[bytes] = []

    def _handler_of(self, tag: str) -> Callable[[str, bytes], None] | None:
        if tag in _LINKS:
            return self._link
        if tag in _TEXTS:
            return self._text
        if tag in CONTAINERS:
            return self._places.open
        about = self._about
        rare = {
            "img": self._image,
            "base": about.base_tag,
            "link": about.link_tag,
            "meta": about.meta_tag,
        }
        return rare.get(tag)

    def content(self, raw: bytes) -> None:
        """The content behind a start tag: text, and end tags."""
        at = raw.find(b"</")
        if self.is_listening:
            self._hear(raw[:at] if at >= 0 else raw)
            if at >= 0 and not raw.startswith(b"</a>", at):
                self._text_and_ends(raw[at + 2 :])
                return
        if at >= 0:
            for tag in _ended(raw[at:]):
                self._end(tag)

    def _text_and_ends(self, raw: bytes) -> None:
        for part in raw.split(b"</"):
            name, _, text = part.partition(b">")
            tag = name[:20].decode("ascii", "replace").strip().lower()
            if tag in _ENDS_MATTER:
                self._end(tag)
            self._hear(text)

    def _hear(self, raw: bytes) -> None:
        if self._open and raw and len(self._parts) < MOST_ANCHOR:
            self._parts.append(raw)
        if self._about.hearing and raw:
            self._about.text(raw)

    def _end(self, tag: str) -> None:
        if tag == "a":
            if self._open:
                self._end_link()
            return
        if tag == self._about.hearing:
            self._about.end_text()
            self._listen()
        self._places.close(tag)

    def _listen(self) -> None:
        self.is_listening = self._open is not None or self._about.hearing != ""

    def _text(self, tag: str, rest: bytes) -> None:
        if tag != "title":
            self._places.open(tag, rest)
        self._about.start_text(tag, rest)
        self._listen()

    def _link(self, tag: str, rest: bytes) -> None:
        if self._open:
            self._end_link()
        found = target(rest, self._about.base, self._about.shared_base)
        if found is None:
            return
        self._place, self._picture, self._parts = self._places.here, "", []
        self._open = found
        if tag == "a":
            self.is_listening = True
        else:
            self._end_link()

    def _image(self, _tag: str, rest: bytes) -> None:
        if self._open and not self._picture:
            found = attributes(rest, self._encoding)
            self._picture = fold(found.get("alt", "") or found.get("title", ""))

    def _end_link(self) -> None:
        url, title, nofollow, leads_on = self._open or _NOWHERE
        self._open = None
        self.is_listening = self._about.hearing != ""
        parts = self._parts
        raw = parts[0] if len(parts) == 1 else SEAM.join(parts)
        anchor = _anchor(raw, self._encoding)
        if not anchor or anchor.endswith(_CUT_SHORT):
            anchor = title or self._picture or anchor
        # Of several links to one URL the most informative one stays.
        known = self._links.get(url)
        if known is None or len(anchor) > len(known.anchor):
            link = FoundLink(url, anchor[:MOST_ANCHOR], self._place, nofollow, leads_on)
            self._links[url] = link
            self.is_full = len(self._links) >= MOST_LINKS

    def result(self) -> PageLinks:
        if self._open:
            self._end_link()
        leading_on = {link.url for link in self._about.leading_on}
        for link in self._about.leading_on:
            self._links.setdefault(link.url, link)
        links = (
            link._replace(leads_on=True) if link.url in leading_on else link
            for link in self._links.values()
        )
        return self._about.told()._replace(links=tuple(links)[:MOST_LINKS])


_LINKS = frozenset(["a", "area", "frame", "iframe"])
_TEXTS = frozenset(["title", "h1", "h2"])
_ENDS_MATTER = CONTAINERS | {"a", "title"}
_NOWHERE = LinkTarget("", "", nofollow=False, leads_on=False)


def _anchor(raw: bytes, encoding: str) -> str:
    if len(raw) <= _LONGEST_KEPT_TEXT:
        return _kept_text(raw, encoding)
    return content_text(raw[:_MOST_ANCHOR_BYTES], encoding)


def _ends(raw: bytes) -> tuple[str, ...]:
    """The relevant elements that end in a content."""
    names = (part.partition(b">")[0][:20] for part in raw.split(b"</")[1:])
    tags = (name.decode("ascii", "replace").strip().lower() for name in names)
    return tuple(tag for tag in tags if tag in _ENDS_MATTER)


_kept_text = lru_cache(maxsize=8192)(content_text)
_kept_ends = lru_cache(maxsize=8192)(_ends)


def _ended(raw: bytes) -> tuple[str, ...]:
    return _kept_ends(raw) if len(raw) <= _LONGEST_KEPT_TEXT else _ends(raw)
