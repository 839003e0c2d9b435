"""Reads responses: records, and links to follow. Nothing is stored here.

Pages are read like stored pages (`rules.reader`), sitemaps give their URLs.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from scrapy.http import HtmlResponse, XmlResponse

from core.records import BY_ROWS, BY_RULE, COPY
from core.urls import canonical_url
from pages.encoding import encoding_of, is_garbled, to_text
from pages.page import Page
from rules.reader import ON_TOPIC_RELEVANCE, copy_reason, read_records
from rules.record import Extraction, Status
from spider.links.features import LinkGroup
from spider.links.page_links import FoundLink, PageLinks, read_links
from store.archive import Capture

if TYPE_CHECKING:
    from scrapy.http import Response

    from core.records import NotKept, ReadRecord
    from core.topic import Topic
    from discovery.proposals import Proposal
    from rules.library import RuleLibrary
    from rules.page_rows import SiteMemory
    from rules.reader import Relevance
    from spider.link_queue import TakenLink
    from store.frontier import QueuedLink
    from store.visits import PageState


@dataclass(frozen=True)
class FetchResult:
    taken: TakenLink
    response: Response
    now: float

    @property
    def link(self) -> QueuedLink:
        return self.taken.link

    @property
    def known(self) -> PageState | None:
        return self.taken.known

    @property
    def status(self) -> int:
        return self.response.status

    def header(self, name: str) -> str:
        """The first header of this name; empty if there is none."""
        value = self.response.headers.get(name)
        return _text(value) if value else ""

    def capture(self) -> Capture:
        """The response as the archive stores it."""
        headers = tuple(
            (_text(name), _text(value))
            for name, values in self.response.headers.items()
            for value in values
        )
        return Capture(self.response.url, self.now, self.status, headers, self.response.body)


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


_SITEMAP = re.compile(rb"<(?:urlset|sitemapindex)\b")


class PageReading(NamedTuple):
    """`outcome` is the result of the site's rules: ok, no-rule, no-match, refused or off-topic.

    It is "read" if the page was read without a rule, "copy" if another page has its record, and ""
    if the response is not a page. `proposals` are names that no rule knows, filled in by discovery.
    """

    links: PageLinks = PageLinks()
    outcome: str = ""
    records: tuple[ReadRecord, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    relevance: float = 0.0
    garbled: bool = False
    page: Page | None = None
    extraction: Extraction = Extraction(Status.NO_RULE)
    copy_of: str = ""
    not_kept: NotKept | None = None

    def as_copy(self) -> PageReading:
        """The same page after its canonical address was found to have the record."""
        return self._replace(outcome=COPY, records=(), not_kept=copy_reason(self.copy_of))

    @property
    def has_record(self) -> bool:
        """Whether the page shows a product of the topic; embedded data alone is no proof."""
        sure = any(record.source in {BY_RULE, BY_ROWS} for record in self.records)
        return sure or (bool(self.records) and self.relevance >= ON_TOPIC_RELEVANCE)

    def group(self, expected: str) -> str:
        """The group of the link that led here, corrected by what the page shows.

        If a product was expected and no rule read one, the group stays as long as the page is about
        the topic: then the rule is at fault.
        """
        if self.has_record:
            return LinkGroup.PRODUCT.value
        is_wrong = expected == LinkGroup.PRODUCT.value and self.relevance < ON_TOPIC_RELEVANCE
        return LinkGroup.OTHER.value if is_wrong else expected


def read_fetched(
    answer: FetchResult,
    topic: Topic,
    library: RuleLibrary,
    relevance: Relevance,
    memory: SiteMemory | None = None,
) -> PageReading:
    """Read a page or a sitemap; images and other files give nothing."""
    response = answer.response
    if isinstance(response, HtmlResponse):
        page = Page.read(response.body, response.url, answer.header("Content-Type"))
        return read_page(page, topic, library, relevance, memory)
    if isinstance(response, XmlResponse) or _is_sitemap(response):
        listed = sitemap_urls(response.body)
        links = tuple(FoundLink(url, "", "sitemap") for url in (*listed.pages, *listed.sitemaps))
        return PageReading(PageLinks(links=links))
    return PageReading()


def _is_sitemap(response: Response) -> bool:
    """By its content, or by its name if it is compressed or a plain list."""
    if _SITEMAP.search(response.body[:1000]):
        return True
    address = response.url.partition("?")[0].lower()
    return address.endswith(".xml.gz") or "sitemap" in address.rpartition("/")[2]


def read_page(
    page: Page,
    topic: Topic,
    library: RuleLibrary,
    relevance: Relevance,
    memory: SiteMemory | None = None,
) -> PageReading:
    """`memory` is what the rows of the site's other pages have in common, if known."""
    read = read_records(page, topic, library, memory)
    return PageReading(
        _with_targets(read_links(page), read.canonical),
        read.outcome,
        read.records,
        relevance=relevance.of(page),
        garbled=is_garbled(page),
        page=page,
        extraction=read.extraction,
        copy_of=read.copy_of,
        not_kept=read.not_kept,
    )


def _with_targets(links: PageLinks, canonical: str) -> PageLinks:
    """A page's canonical URL and refresh target are links, too."""
    targets = dict.fromkeys(url for url in (canonical, links.refresh) if url)
    added = tuple(FoundLink(url, links.title, "head") for url in targets)
    return links._replace(links=(*added, *links.links)) if added else links


# The URLs of a sitemap.
#
# Read with a regular expression instead of an XML parser: a sitemap is flat, and XML attacks
# (entity expansion, endless nesting) have no effect.


MOST_URLS = 50_000  # URLs of one sitemap, as in the protocol
MOST_BYTES = 52_428_800

_LOCATION = re.compile(
    r"<(?:[\w.-]++:)?loc\b[^>]*+>\s*+(?:<!\[CDATA\[)?\s*+([^<\s\]]++)", re.IGNORECASE
)
_INDEX = re.compile(r"<(?:[\w.-]++:)?sitemapindex\b", re.IGNORECASE)
_GZIP = b"\x1f\x8b"


class Sitemap(NamedTuple):
    """URLs of pages, and of further sitemaps."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


def sitemap_urls(body: bytes) -> Sitemap:
    """The URLs of an XML sitemap, a sitemap index or a plain list, compressed or not."""
    raw = _unpacked(body) if body.startswith(_GZIP) else body[:MOST_BYTES]
    text = to_text(raw, encoding_of(raw))
    found = [match[1] for match in _LOCATION.finditer(text)] or _lines(text)
    addresses = (canonical_url(unescape(url)) for url in found[:MOST_URLS])
    urls = tuple(dict.fromkeys(url for url in addresses if url))
    return Sitemap(sitemaps=urls) if _INDEX.search(text[:2000]) else Sitemap(pages=urls)


def _lines(text: str) -> list[str]:
    """A plain list has one URL per line, and nothing else."""
    lines = text.lstrip("\ufeff").split()
    return lines if lines and all(line.startswith("http") for line in lines) else []


def _unpacked(body: bytes) -> bytes:
    """As much as can be decompressed, up to the size limit of sitemaps."""
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(body, MOST_BYTES)
    except zlib.error:
        return b""
