"""What a page says of itself: title, headings, description, canonical address, refresh."""

from __future__ import annotations

import re

from pages.css_sheets import concerns_us
from pages.tags import text_inside
from pages.text import SEAM, content_text, fold
from rules.site_names import site_of
from spider.links.attributes import attributes
from spider.links.page_links import MOST_TEXT, FoundLink, PageLinks
from spider.links.targets import Base, address_of, resolved

_REFRESH = re.compile(r"""[\s\d.]*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)""", re.IGNORECASE)
_MOST_HEADINGS = 8
_MOST_SHEETS = 8
_MOST_PARTS = 40


class About:
    """Listens to the tags of a page's head and to its headings."""

    def __init__(self, url: str, encoding: str) -> None:
        self.base = Base.of(url, encoding)
        self.shared_base = self.base.shared()
        self.hearing = ""
        self.leading_on: list[FoundLink] = []
        self._url = url
        self._encoding = encoding
        self._has_base = False
        self._parts: list[bytes] = []
        self._headings: list[str] = []
        self._sheets: list[str] = []
        self._told = PageLinks()

    def start_text(self, tag: str, rest: bytes) -> None:
        """A title or heading begins; what is heard from now on is its text."""
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
            self.base = Base.of(url, self._encoding)
            self.shared_base = self.base.shared()

    def link_tag(self, _tag: str, rest: bytes) -> None:
        found = attributes(rest, self._encoding)
        rel = found.get("rel", "").lower().split()
        if "stylesheet" in rel:
            self._note_sheet(found, rel)
        is_canonical = "canonical" in rel
        if not (is_canonical or "next" in rel or "prev" in rel):
            return
        url = resolved(found.get("href", ""), self.base)
        if url is None:
            return
        if not is_canonical:
            self.leading_on.append(FoundLink(url, "", "head", leads_on=True))
        elif not self._told.canonical and site_of(url) == site_of(self._url):
            self._told = self._told._replace(canonical=url)

    def _note_sheet(self, found: dict[str, str], rel: list[str]) -> None:
        is_ours = "alternate" not in rel and concerns_us(found.get("media", ""))
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
