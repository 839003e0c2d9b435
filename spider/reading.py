"""Reads responses: records, links to follow, and new names. Nothing is stored here.

Pages are read like stored pages (`rules.reader`), sitemaps give their URLs. The crawl calls
`read_fetched`; the work is done by `ProductReader` in another process (`spider.page_worker`), which
knows of a site what the crawl has told it.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy.http import HtmlResponse, XmlResponse

from core.names import site_of
from core.records import BY_ROWS, BY_RULE, COPY
from core.urls import canonical_url
from discovery.sampling import DiscoverySampling, SiteSample
from pages.encoding import encoding_of, is_garbled, to_text
from pages.page import Page
from rules.library import RuleLibrary
from rules.page_rows import COMMON_PICTURE, SiteMemory, names_of
from rules.reader import ON_TOPIC_RELEVANCE, Relevance, copy_reason, read_records, well_founded
from rules.record import Extraction, Status
from spider.links.features import LinkGroup
from spider.links.page_links import FoundLink, PageLinks, read_links
from spider.links.traps import page_texts
from store.archive import Capture
from store.thumbnails import BadPicture, make_thumbnails

if TYPE_CHECKING:
    from scrapy.http import Response

    from core.records import NotKept, ReadRecord
    from core.topic import Topic
    from discovery.proposals import Proposal
    from rules.model import SiteRules
    from spider.context import ProductContext
    from spider.link_queue import TakenLink
    from spider.page_worker import Ask
    from store.frontier import QueuedLink
    from store.thumbnails import Thumbnails
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
    if the response is not a page. `proposals` are names that no rule knows. What was not asked for
    is None: `names` of the page's rows for the site's memory, and its `texts`. `sample` is there if
    the site's has changed.
    """

    links: PageLinks = PageLinks()
    outcome: str = ""
    records: tuple[ReadRecord, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    relevance: float = 0.0
    garbled: bool = False
    extraction: Extraction = Extraction(Status.NO_RULE)
    copy_of: str = ""
    not_kept: NotKept | None = None
    is_page: bool = False
    is_sitemap: bool = False
    names: dict[str, set[int]] | None = None
    texts: frozenset[int] | None = None
    sample: SiteSample | None = None

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


class PageTask(NamedTuple):
    """What is to be read; `news` is what the reader does not know of the site yet."""

    url: str
    body: bytes
    content_type: str
    site: str
    is_sitemap: bool
    news: dict[str, Any]
    forget: bool  # what was told before
    wants_names: bool
    wants_texts: bool


async def read_fetched(context: ProductContext, answer: FetchResult) -> PageReading:
    """Read a page or a sitemap; images and other files give nothing."""
    response, link = answer.response, answer.link
    is_page = isinstance(response, HtmlResponse)
    if not is_page and not isinstance(response, XmlResponse) and not _is_sitemap(response):
        return PageReading()
    is_first = answer.known is None

    def task(known: dict[str, Any]) -> PageTask:
        return PageTask(
            response.url,
            response.body,
            answer.header("Content-Type"),
            link.site,
            is_sitemap=not is_page,
            forget=not known,
            news=site_news(context, link.site, response.url, known) if is_page else {},
            wants_names=is_first and context.memories.wants_names(link.site),
            wants_texts=is_first and context.traps.wants_texts(link),
        )

    reading: PageReading = await context.readers.read(link.site, task, context.sheets)
    if reading.sample:
        context.samples[link.site] = reading.sample
    return reading


def site_news(
    context: ProductContext, site: str, url: str, known: dict[str, Any]
) -> dict[str, Any]:
    """What has changed of a site since a reader was told of it; `known` is brought up to date.

    Rules are those which the crawl knows, whatever becomes of their files.
    """
    memory = context.memories.rows(site)
    sample = context.samples.get(site)
    version = (
        context.library.rules_for(url),
        (memory, memory.pages, len(memory.common_pictures)) if memory else None,
        sample.version if sample else None,
    )
    before = known.get(site) or ("", "", "")
    known[site] = version
    news: dict[str, Any] = {}
    if version[0] is not before[0]:
        news["rules"] = version[0]
    if version[1] != before[1]:
        news["memory"] = _essential(memory) if memory else None
    if version[2] != before[2]:
        news["sample"] = sample
    return news


def _essential(memory: SiteMemory) -> SiteMemory:
    """The part of the knowledge that matters when a page is read."""
    pictures = Counter(dict.fromkeys(memory.common_pictures, COMMON_PICTURE))
    if well_founded(memory) is None:
        return SiteMemory(0, {}, pictures, memory.common_pictures)
    return SiteMemory(memory.pages, memory.names, pictures, memory.common_pictures)


class PictureTask(NamedTuple):
    """A picture is a task like a page: its decoders have faults, too."""

    body: bytes

    def read(self) -> Thumbnails | str:
        """Its thumbnails, or why it cannot be used."""
        try:
            return make_thumbnails(self.body)
        except BadPicture as bad:
            return str(bad)


class _KnownRules(RuleLibrary):
    """The rules that the crawl sent; nothing is read from files."""

    def __init__(self) -> None:
        super().__init__(Path())

    def rules_for(self, url: str) -> SiteRules | None:
        return self._read.get(site_of(url))

    def know(self, url: str, rules: SiteRules | None) -> None:
        self._read[site_of(url)] = rules

    def forget(self) -> None:
        self._read.clear()


class ProductReader:
    """Reads pages of a topic; it knows of a site what the crawl sent."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        self._relevance = Relevance(topic)
        self._library = _KnownRules()
        self._memories: dict[str, SiteMemory | None] = {}
        self._samples: defaultdict[str, SiteSample] = defaultdict(SiteSample)

    def read(self, task: PageTask | PictureTask, sheets: Ask) -> PageReading | Thumbnails | str:
        """`sheets` returns the text of a style sheet, given its address."""
        return task.read() if isinstance(task, PictureTask) else self.read_page(task, sheets)

    def read_page(self, task: PageTask, sheets: Ask) -> PageReading:
        if task.is_sitemap:
            listed = sitemap_urls(task.body)
            urls = (*listed.pages, *listed.sitemaps)
            links = PageLinks(links=tuple(FoundLink(url, "", "sitemap") for url in urls))
            return PageReading(links, is_sitemap=True)
        self._learn(task)
        page = Page.read(task.body, task.url, task.content_type)
        memory, sample = self._memories.get(task.site), self._samples[task.site]
        reading = read_page(page, self._topic, self._library, self._relevance, memory)
        before = sample.version
        discovery = DiscoverySampling(self._topic, sheets)
        discovery.sites[site_of(page.url)] = sample
        proposals = discovery.proposals(page, reading.extraction, reading.relevance, memory)
        rows = reading.extraction.rows
        wants_names = task.wants_names and rows and reading.has_record
        return reading._replace(
            proposals=proposals,
            extraction=Extraction(reading.extraction.status),
            names=names_of(rows.rows) if rows and wants_names else None,
            texts=page_texts(page) if task.wants_texts else None,
            sample=sample if sample.version != before else None,
        )

    def _learn(self, task: PageTask) -> None:
        if task.forget:
            self._library.forget()
            self._memories.clear()
            self._samples.clear()
        if "rules" in task.news:
            self._library.know(task.url, task.news["rules"])
        if "memory" in task.news:
            self._memories[task.site] = task.news["memory"]
        if "sample" in task.news:
            self._samples[task.site] = task.news["sample"] or SiteSample()


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
        is_page=True,
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
