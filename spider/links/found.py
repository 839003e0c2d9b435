"""Read the links of a page and what it says of itself: one pass over its tags, no tree."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from pages.attributes import attributes
from pages.tags import TAG
from pages.text import SEAM, content_text, fold
from spider.links.about import PageHead
from spider.links.page_links import MOST_ANCHOR, MOST_LINKS, FoundLink, PageLinks
from spider.links.places import CONTAINERS, OpenContainers
from spider.links.targets import LinkTarget, target

if TYPE_CHECKING:
    from collections.abc import Callable

    from pages.page import Page

__all__ = ["FoundLink", "PageLinks", "read_links"]

_MOST_ANCHOR_BYTES = 6 * MOST_ANCHOR
_LONGEST_KEPT_TEXT = 120
_CUT_SHORT = ("…", "..")


def read_links(page: Page, base: str = "") -> PageLinks:
    """All a page tells about where it leads to; `base` is its address after redirects."""
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
    """What to do at a start tag, by its name as written; None where there is nothing to do."""

    def __init__(self, handler_of: Callable[[str], Callable[[str, bytes], None] | None]) -> None:
        super().__init__()
        self._handler_of = handler_of

    def __missing__(self, raw: bytes) -> Callable[[bytes], None] | None:
        tag = raw[:20].decode("ascii", "replace").lower()
        handler = self._handler_of(tag)
        start = self[raw] = partial(handler, tag) if handler else None
        return start


class _Reader:
    """Calls cost more than all else here: the ways most tags go are short."""

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
        """What stands behind a start tag: text, and the end tags of elements before."""
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
        # Of several links to one address the most telling stays.
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
    """The elements that end in a content, of those that matter."""
    names = (part.partition(b">")[0][:20] for part in raw.split(b"</")[1:])
    tags = (name.decode("ascii", "replace").strip().lower() for name in names)
    return tuple(tag for tag in tags if tag in _ENDS_MATTER)


_kept_text = lru_cache(maxsize=8192)(content_text)
_kept_ends = lru_cache(maxsize=8192)(_ends)


def _ended(raw: bytes) -> tuple[str, ...]:
    return _kept_ends(raw) if len(raw) <= _LONGEST_KEPT_TEXT else _ends(raw)
