"""Crawler traps: recognised by their URLs, or by what their pages give, and avoided.

A visit is barren if it gave no record, no new link to another part of the site or to a kind of page
that gave records, and no text that other pages of its kind did not have. Long lists and large
catalogues always give one of the three. That of a sitemap or an index of sitemaps is barren if it
gave no new link, or none but to such files and to kinds of pages that are barren so far. After
enough barren visits in a row the links of that kind are held back: kept, reported in the error
register, not fetched.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from pages.tags import TAG
from spider.links.features import split_shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pages.page import Page
    from spider.links.judge import KnownLink, LinkBucket
    from spider.links.site_knowledge import SiteKnowledge


_MOST_SEGMENTS = 16
_MOST_PARAMETERS = 14
_MOST_OF_ONE_NAME = 3
_MOST_OF_ONE_SEGMENT = 4
_FIRST_YEAR = 1970
_YEARS_AHEAD = 2

_ROUNDS = (2, 3, 4)  # folders that repeat: /a/b/a/b
_NAMED = re.compile(r"[A-Za-z%]")
# Dates only: `/brand/3932/1` is a number and a page.
_DATE_IN_PATH = re.compile(r"/((?:19|2[01])\d{2})[/-](?:0[1-9]|1[0-2])(?:[/-]|$)")
_DATE_IN_QUERY = re.compile(r"(?:^|&)(?:y|year|date|day|month|time)=(\d{4})(?:$|[-&/.]|\d{2,4}\b)")
_DATE_SHAPE = re.compile(r"#[-/]#[-/]#|(?:year|month|day|date)=#")


def why_endless(url: str, this_year: int) -> str:
    """Why URLs like this look endless; "" if they do not.

    >>> why_endless("http://shop.example/a/b/a/b/", 2020)
    'the folders of the address begin again'
    >>> why_endless("http://shop.example/calendar/2031/05/", 2020)
    'the address is a date in the year 2031'
    >>> why_endless("http://shop.example/brands/3932/1", 2020)
    ''
    """
    address, _, query = url.partition("?")
    path = address[address.find("/", 8) :]
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > _MOST_SEGMENTS:
        return f"the address has {len(segments)} folders"
    if _goes_round(path) or _most_repeated(segments) >= _MOST_OF_ONE_SEGMENT:
        return "the folders of the address begin again"
    names = [pair.partition("=")[0] for pair in query.split("&")] if query else []
    if len(names) > _MOST_PARAMETERS:
        return f"the address has {len(names)} parameters"
    if _most_repeated(names) >= _MOST_OF_ONE_NAME and not any(
        name.endswith("[]") for name in names
    ):
        return "the address says the same parameter again and again"
    year = _DATE_IN_PATH.search(path) or _DATE_IN_QUERY.search(query)
    if year and not _FIRST_YEAR <= int(year[1]) <= this_year + _YEARS_AHEAD:
        return f"the address is a date in the year {int(year[1])}"
    return ""


def _goes_round(path: str) -> bool:
    """Whether two to four folders with names come twice in a row; the last one may go on."""
    folders = path.split("/")[1:]
    named = [bool(_NAMED.search(folder)) for folder in folders]
    return any(
        all(named[start : start + length])
        and folders[start : start + length - 1] == folders[start + length : start + 2 * length - 1]
        and folders[start + 2 * length - 1].startswith(folders[start + length - 1])
        for length in _ROUNDS
        for start in range(len(folders) - 2 * length + 1)
    )


def is_suspect(address_shape: str) -> bool:
    """Whether URLs of this shape count days, or combine many parameters."""
    return bool(_DATE_SHAPE.search(address_shape)) or address_shape.count("&") >= 3


def _most_repeated(words: list[str]) -> int:
    """The count of the most frequent word."""
    told = [word for word in words if not word.isdigit()]
    return max(Counter(told).values(), default=0)


# Whether a page has texts that others of its kind do not have.


_PIECE = 48
_MOST_PIECES = 2000
_MOST_KNOWN = 6000
_DIGITS = b"0123456789"


class Novelty:
    """Remembers the texts of pages, without numbers: dates and counts are nothing new."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def of(self, texts: frozenset[int]) -> int:
        """The number of texts of a page that were on no page before it."""
        new = texts - self._known
        if len(self._known) < _MOST_KNOWN:
            self._known |= new
        return len(new)


def page_texts(page: Page) -> frozenset[int]:
    """The first texts of a page, hashed: the same in every process."""
    found = set()
    for behind_tag in TAG.split(page.body, _MOST_PIECES)[: 3 * _MOST_PIECES : 3]:
        text = behind_tag.partition(b"<")[0].strip()[:_PIECE].translate(None, _DIGITS)
        if text:
            found.add(crc32(text))
    return frozenset(found)


# Counting barren visits, as the top of this module describes.


# A kind that counts days, or combines many parameters, gets a third of the visits.
_SUSPECT = 3
# Texts are compared only after this many otherwise barren visits: on most pages never.
_VISITS_BEFORE_TEXTS = 10
_FEW_NEW_TEXTS = 2


class TrapVerdict(NamedTuple):
    """Why links are held back; `address` is their shape, "" for a single URL."""

    address: str
    words: str


@dataclass
class _Kind:
    """Pages whose URLs have one shape."""

    barren: int = 0
    gave_records: bool = False
    is_sitemap: bool = False
    novelty: Novelty = field(default_factory=Novelty)


class TrapWatch:
    """Notes the results of visits; what it holds back is kept in the knowledge of the site."""

    def __init__(self, memories: dict[str, SiteKnowledge], patience: int, this_year: int) -> None:
        self._memories = memories
        self._patience = patience
        self._this_year = this_year
        self._kinds: defaultdict[tuple[str, str], _Kind] = defaultdict(_Kind)

    def verdict(self, link: KnownLink) -> TrapVerdict | None:
        """Why a link should not be fetched; None for nearly all."""
        address = address_shape_of(link.shape)
        memory = self._memories.get(link.site)
        if memory and address in memory.held:
            return TrapVerdict(address, memory.held[address])
        why = why_endless(link.url, self._this_year)
        return TrapVerdict("", f"Addresses like this have no end: {why}.") if why else None

    def wants_texts(self, link: KnownLink) -> bool:
        """Whether the texts of the page matter when its visit is noted."""
        address = address_shape_of(link.shape)
        kind = self._kinds[link.site, address]
        return kind.barren >= self._barren_before_texts(address)

    def _barren_before_texts(self, address: str) -> int:
        return min(_VISITS_BEFORE_TEXTS, self._patience_with(address) // 2)

    def _patience_with(self, address: str) -> int:
        return self._patience // _SUSPECT if is_suspect(address) else self._patience

    def note(
        self,
        link: KnownLink,
        texts: frozenset[int] | None,
        *,
        record: bool,
        new_links: Iterable[LinkBucket],
    ) -> TrapVerdict | None:
        """Note a visit; returns a verdict if links of its kind are held back from now on.

        `texts` are those of its page, where they are wanted.
        """
        address = address_shape_of(link.shape)
        kind = self._kinds[link.site, address]
        kind.gave_records |= record
        if record or self._leads_elsewhere(address, link.site, new_links):
            kind.barren = 0
            return None
        kind.barren += 1
        if texts is not None and kind.barren > self._barren_before_texts(address):
            if kind.novelty.of(texts) > _FEW_NEW_TEXTS:
                kind.barren = 0
            elif kind.barren >= self._patience_with(address):
                return self._hold(link.site, address, kind.barren)
        return None

    def note_sitemap(self, link: KnownLink, new_links: Iterable[LinkBucket]) -> TrapVerdict | None:
        """The same for a sitemap, or for an index of sitemaps."""
        address = address_shape_of(link.shape)
        kind = self._kinds[link.site, address]
        kind.is_sitemap = True
        others = {address_shape_of(new.shape) for new in new_links if new.site == link.site}
        if any(self._is_promising(link.site, other) for other in others - {address}):
            kind.barren = 0
            return None
        kind.barren += 1
        if kind.barren >= self._patience_with(address):
            return self._hold(link.site, address, kind.barren)
        return None

    def _is_promising(self, site: str, address: str) -> bool:
        memory, kind = self._memories.get(site), self._kinds.get((site, address))
        if memory and address in memory.held:
            return False
        return kind is None or not (
            kind.is_sitemap or kind.barren > self._barren_before_texts(address)
        )

    def _leads_elsewhere(self, address: str, site: str, new_links: Iterable[LinkBucket]) -> bool:
        """Two kinds that only link to each other, like days and months, are one trap."""
        part = _part_of(address)
        others = {address_shape_of(new.shape) for new in new_links if new.site == site} - {address}
        return any(
            _part_of(other) != part
            or ((known := self._kinds.get((site, other))) is not None and known.gave_records)
            for other in others
        )

    def _hold(self, site: str, address: str, visits: int) -> TrapVerdict:
        words = (
            f"The last {visits} pages with addresses like {address} gave no record, no new link "
            "to elsewhere and no new text; the others like it are held back."
        )
        self._memories[site].hold(address, words)
        return TrapVerdict(address, words)


def address_shape_of(shape: str) -> str:
    """The shape of the URL alone, without the position of the link."""
    return split_shape(shape)[0]


def _part_of(address: str) -> str:
    """The part of a site that a URL belongs to: its first folder, or its script."""
    path = address.partition("?")[0]
    host, slash, rest = path.partition("/")
    return host + slash + rest.partition("/")[0]
