"""The pictures on a page, and its links to videos and manuals, in one pass over its tags.

`page_media` finds them all; which picture shows the product is for `pages.main_picture` to say.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from core.urls import BaseAddress, address_of
from pages.page import attributes, content_text, fold
from pages.tags import TAG

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pages.page import Page

MOST_PICTURES = 300
_MOST_META = 20
_MOST_LINKS = 5
_LONGEST_TEXT = 300
_LONGEST_TITLE = 120
_MOST_TEXTS = 20  # of one link
_SHORTEST_NAME = 6  # bytes: 三星, or "LG G3" with one more
_WITHIN = 3  # tags: headlines often have their text in elements inside


class PagePicture(NamedTuple):
    """An `img`; `order` is its number among the page's elements, width and height are 0 if untold.

    `words` are its id and classes, `link` is where a link around it leads to.
    """

    url: str
    order: int
    width: int = 0
    height: int = 0
    alt: str = ""
    words: str = ""
    link: str = ""
    hidden: bool = False


class MediaLink(NamedTuple):
    """A video or a manual; the title may be empty."""

    kind: Literal["video", "manual"]
    url: str
    title: str


class PageMedia(NamedTuple):
    """`told` are the pictures that meta tags name, as pairs of the tag's name and address.

    `headline` is what the page's headline says, or its title if there is none; `heading` is the
    number of the headline's tag, or -1.
    """

    pictures: tuple[PagePicture, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    links: tuple[MediaLink, ...] = ()
    title: str = ""
    headline: str = ""
    heading: int = -1


def page_media(page: Page) -> PageMedia:
    """Addresses are absolute, and http or https."""
    scan = _Scan(page)
    pieces = TAG.split(page.body)
    tags = zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True)
    order = 0  # as in `pages.outline`: the n-th start tag is element n
    for name, rest, behind in tags:
        if name is not None:
            order += 1
            scan.tag(order, name.lower(), rest, behind)
        if scan.link is not None:
            scan.in_link(behind)
    return PageMedia(
        tuple(scan.pictures),
        tuple(scan.told),
        tuple(dict.fromkeys(scan.links))[:_MOST_LINKS],
        scan.title,
        scan.headline or scan.beginning or scan.title,
        scan.heading,
    )


# What scripts put into `src` once the picture comes into view.
_LATE = tuple(
    "data-src data-original data-lazy-src data-lazy data-lazyload data-lazy-img data-url data-img "
    "data-image data-zoom-image data-large lazy-src original _src file src2".split()
)
_SETS = ("data-srcset", "srcset", "data-lazy-srcset")
_META = ("og:image", "og:image:secure_url", "og:image:url", "twitter:image", "image")
# Players in frames, and what their addresses look like.
_PLAYER = re.compile(
    r"https?://(?:www\.youtube(?:-nocookie)?\.com/embed/|player\.vimeo\.com/video/"
    r"|player\.bilibili\.com/|player\.youku\.com/embed/|v\.qq\.com/|www\.dailymotion\.com/embed/)"
)
_VIDEO_FILE = re.compile(r"(?i)\.(?:mp4|webm|m4v|mov)(?:$|\?)")
_PDF = re.compile(r"(?i)\.pdf(?:$|\?)")
_MANUAL = re.compile(
    r"(?i)manual|guide|data-?\s?sheet|spec|brochure|instruction|handbuch|anleitung|datenblatt"
    r"|notice|mode d.emploi|说明书|手册|指南|规格书|彩页"
)
_HIDDEN = re.compile(r"(?i)display\s*+:\s*+none|visibility\s*+:\s*+hidden")
_PIXELS = re.compile(r"\s*+([0-9]{1,5})(?:\.[0-9]*+)?\s*+(?:px)?\s*+")
_OFFERED = re.compile(r"\s*+([0-9]{1,5}(?:\.[0-9]{1,3})?)[wx]")
_STYLE_SIZE = {
    side: re.compile(rf"(?i)(?:^|[;\s]){side}\s*+:\s*+([0-9]{{1,5}})(?:\.[0-9]*+)?px")
    for side in ("width", "height")
}


_READ = frozenset([b"meta", b"link", b"base", b"iframe", b"video", b"source"])
_OF_HEAD = {b"meta": b"image", b"link": b"image_src"}  # there are many: what these must mention


class _Scan:
    """What was found up to some tag."""

    def __init__(self, page: Page) -> None:
        self._encoding = page.encoding
        self._base = BaseAddress.of(page.url, page.encoding)
        self._has_base = False
        self._source_of_title = b""
        self._within = -1
        self.title = self.headline = self.beginning = ""
        self.pictures: list[PagePicture] = []
        self.told: list[tuple[str, str]] = []
        self.links: list[MediaLink] = []
        self.heading = -1
        self.link: bytes | None = None  # the tag of an open link; there are many, so read late
        self._read_link: dict[str, str] | None = None  # once, whatever the link holds
        self._anchor: list[str] | None = None  # the texts of a link to a PDF

    def tag(self, order: int, name: bytes, rest: bytes, behind: bytes) -> None:
        """`behind` is the source between this tag and the next start tag."""
        if name == b"title" and not self.title:
            self.title = self._text(behind)
            self._source_of_title = behind.partition(b"<")[0].lstrip()
        elif name == b"a":
            self.link, self._read_link = rest, None
            self._anchor = [] if b".pdf" in rest.lower() else None
        elif name == b"img":
            if len(self.pictures) < MOST_PICTURES:
                self._picture(order, attributes(rest, self._encoding))
        elif name in _READ and (name not in _OF_HEAD or _OF_HEAD[name] in rest.lower()):
            self._said(name, attributes(rest, self._encoding))
        if not self.headline:
            self._look_for_headline(order, name, behind)

    def _look_for_headline(self, order: int, name: bytes, behind: bytes) -> None:
        """The first `h1` with a text; one without holds the site's logo.

        Pages without any repeat the beginning of their title somewhere.
        """
        if name == b"h1":
            self.heading = self._within = order
            self.headline = self._text(behind)
        elif 0 <= self._within >= order - _WITHIN:
            self.headline = self._text(behind)
        elif self.heading < 0 and name != b"title":
            text = behind.partition(b"<")[0].strip()
            if len(text) >= _SHORTEST_NAME and self._source_of_title.startswith(text):
                self.heading, self.beginning = order, self._text(text)

    def _said(self, name: bytes, said: Mapping[str, str]) -> None:
        match name:
            case b"meta" | b"link":
                self._meta(said)
            case b"base":
                url = "" if self._has_base else self._address(said.get("href", ""))
                if url:
                    self._base, self._has_base = BaseAddress.of(url, self._encoding), True
            case _:
                self._video(said)

    def _address(self, written: str) -> str:
        return address_of(written, self._base) or ""

    def _text(self, behind: bytes) -> str:
        return content_text(behind, self._encoding)[:_LONGEST_TEXT]

    def _picture(self, order: int, said: Mapping[str, str]) -> None:
        url = next((url for one in _addresses(said) if (url := self._address(one))), "")
        if url:
            style = said.get("style", "")
            self.pictures.append(
                PagePicture(
                    url,
                    order,
                    _side(said, style, "width"),
                    _side(said, style, "height"),
                    fold(said.get("alt") or said.get("title", ""))[:_LONGEST_TEXT],
                    f"{said.get('id', '')} {said.get('class', '')}"[:_LONGEST_TEXT],
                    self._linked().get("href", ""),
                    bool(_HIDDEN.search(style)),
                )
            )

    def _linked(self) -> dict[str, str]:
        """What the open link says, its address absolute; empty if there is none."""
        if self.link is None:
            return {}
        if self._read_link is None:
            said = attributes(self.link, self._encoding)
            self._read_link = said | {"href": self._address(said.get("href", ""))}
        return self._read_link

    def in_link(self, behind: bytes) -> None:
        """The source behind a tag inside a link: its text, perhaps its end."""
        if self._anchor is not None and len(self._anchor) < _MOST_TEXTS:
            self._anchor.append(content_text(behind.partition(b"</")[0], self._encoding))
        if b"</a" in behind or b"</A" in behind:
            if self._anchor is not None:
                self._manual(fold(" ".join(self._anchor)), self._linked())
            self.link, self._anchor = None, None

    def _manual(self, text: str, said: Mapping[str, str]) -> None:
        url, title = said["href"], text or fold(said.get("title", ""))
        if _PDF.search(url) and _MANUAL.search(f"{title} {url}"):
            self._add("manual", url, title)

    def _video(self, said: Mapping[str, str]) -> None:
        url = self._address(said.get("src") or said.get("data-src", ""))
        if url and (_PLAYER.match(url) or _VIDEO_FILE.search(url)):
            self._add("video", url, fold(said.get("title", "")))

    def _add(self, kind: Literal["video", "manual"], url: str, title: str) -> None:
        if len(self.links) < MOST_PICTURES:
            self.links.append(MediaLink(kind, url, title[:_LONGEST_TITLE]))

    def _meta(self, said: Mapping[str, str]) -> None:
        name = said.get("property") or said.get("name") or said.get("itemprop") or ""
        if "image_src" in said.get("rel", ""):
            name, written = "image_src", said.get("href", "")
        else:
            written = said.get("content", "") if name in _META else ""
        url = self._address(written)
        if url and len(self.told) < _MOST_META:
            self.told.append((name, url))


def _addresses(said: Mapping[str, str]) -> Iterator[str]:
    """Where a picture may be, best first: what `src` holds may be there for the wait only."""
    yield from (said[name] for name in _LATE if _is_address(said.get(name, "")))
    for name in _SETS:
        if written := said.get(name):
            yield from _largest(written)
    yield from (written for written in (said.get("src", ""),) if _is_address(written))


def _is_address(written: str) -> bool:
    """Scripts keep other things in such attributes as well: settings, "false"."""
    return "." in written and not written.startswith(("data:", "{", "["))


def _largest(written: str) -> list[str]:
    """Of a `srcset` the address with the largest width or density."""
    offers = []
    for offer in islice(re.split(r",\s+|,$", written[:4000]), 30):
        address, _, size = offer.strip().partition(" ")
        number = _OFFERED.match(size)
        offers.append((float(number[1]) if number else 1.0, address))
    best = max(offers, default=(0.0, ""))[1]
    return [best] if _is_address(best) else []


def _side(said: Mapping[str, str], style: str, side: str) -> int:
    told = _PIXELS.fullmatch(said.get(side, "")) or _STYLE_SIZE[side].search(style)
    return int(told[1]) if told else 0
