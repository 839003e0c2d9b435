"""What one page says: records, embedded data, unknown names, links. Nothing is stored here."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scrapy.http import HtmlResponse, XmlResponse

from discovery.proposals import Proposal, propose
from index.ledger.records import BY_ROWS, BY_RULE, ReadRecord, ReadValue
from pages.embedded.products import embedded_products
from pages.mojibake import is_garbled
from pages.nesting import outline
from pages.page import Page
from rules.extraction import extract
from rules.on_topic import fits_topic, is_on_topic, wanted
from rules.page_facts import page_facts
from rules.record import Extraction, Pair, Record, Status
from rules.standard_names import with_standard_names
from spider.links.found import FoundLink, PageLinks, canonical_address, read_links
from spider.links.groups import LinkGroup
from spider.links.shape import shape_of
from spider.links.sitemaps import sitemap_urls

if TYPE_CHECKING:
    from scrapy.http import Response

    from pages.embedded.products import EmbeddedProduct
    from rules.library import RuleLibrary
    from rules.memory import SiteMemory as RowMemory
    from rules.model import SiteRules
    from rules.topic import Topic
    from spider.crawl.answer import Answer
    from spider.links.relevance import Relevance

_SITEMAP = re.compile(rb"<(?:urlset|sitemapindex)\b")

OFF_TOPIC = "off-topic"
_FEW_PAGES = 5
_ENOUGH = 0.3  # of a page's relevance, for product data it embeds to be the topic's


class PageReading(NamedTuple):
    """`outcome` is how the site's rules fared: ok, no-rule, no-match, refused or off-topic.

    It is "read" where the page was read without a rule, and "" for what is no page.
    """

    links: PageLinks = PageLinks()
    outcome: str = ""
    records: tuple[ReadRecord, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    relevance: float = 0.0
    garbled: bool = False
    page: Page | None = None
    extraction: Extraction = Extraction(Status.NO_RULE)

    @property
    def has_record(self) -> bool:
        """Does it show a product of the topic? Embedded data alone may be any product's."""
        sure = any(record.source in {BY_RULE, BY_ROWS} for record in self.records)
        return sure or (bool(self.records) and self.relevance >= _ENOUGH)

    def group(self, expected: str) -> str:
        """The group of the link that led here, after what is here.

        Where a product was expected and no rule read one, it stays one if the page speaks of
        the topic: then it is the rule that is wanting.
        """
        if self.has_record:
            return LinkGroup.PRODUCT.value
        is_wrong = expected == LinkGroup.PRODUCT.value and self.relevance < _ENOUGH
        return LinkGroup.OTHER.value if is_wrong else expected


def read_answer(
    answer: Answer,
    topic: Topic,
    library: RuleLibrary,
    relevance: Relevance,
    memory: RowMemory | None = None,
) -> PageReading:
    """A page is read, a sitemap gives its links; pictures and the like say nothing here."""
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
    """By its look, or, where it is packed or a plain list, by its name."""
    if _SITEMAP.search(response.body[:1000]):
        return True
    address = response.url.partition("?")[0].lower()
    return address.endswith(".xml.gz") or "sitemap" in address.rpartition("/")[2]


def read_page(
    page: Page,
    topic: Topic,
    library: RuleLibrary,
    relevance: Relevance,
    memory: RowMemory | None = None,
) -> PageReading:
    """`memory` is what the rows of the site's other pages say, where that is known."""
    links = read_links(page)
    read = _read_records(page, topic, library, links.canonical, memory)
    return PageReading(
        _with_targets(links),
        read.outcome,
        read.records,
        propose(read.extraction, topic) if read.extraction.status is Status.OK else (),
        relevance.of(page),
        is_garbled(page),
        page,
        read.extraction,
    )


def enough(memory: RowMemory | None) -> RowMemory | None:
    """The memory of more than a few pages: those have much in common by chance."""
    return memory if memory and memory.pages >= _FEW_PAGES else None


class RecordsRead(NamedTuple):
    """What a page says of products, and how the site's rules fared."""

    outcome: str
    records: tuple[ReadRecord, ...]
    extraction: Extraction


def read_records(
    page: Page, topic: Topic, library: RuleLibrary, memory: RowMemory | None = None
) -> RecordsRead:
    """The records alone, as `read_page` has them: most of a page's links cost is saved."""
    return _read_records(page, topic, library, canonical_address(page), memory)


def _read_records(
    page: Page, topic: Topic, library: RuleLibrary, canonical: str, memory: RowMemory | None
) -> RecordsRead:
    rules = library.rules_for(page.url)
    read = with_standard_names(wanted(extract(page, rules, enough(memory)), rules), topic)
    extraction = on_topic(read, rules, topic)
    outcome = _outcome(extraction)
    if outcome == OFF_TOPIC or _is_copy(page.url, canonical):
        return RecordsRead(outcome, (), extraction)
    by_page = (_by_page(product, topic) for product in embedded_products(page))
    if extraction.status is Status.READ:
        extraction = _with_title(extraction, page, topic)
    return RecordsRead(outcome, (*records_of(extraction, rules), *by_page), extraction)


def _with_title(extraction: Extraction, page: Page, topic: Topic) -> Extraction:
    """What no rule names still has a headline: a topic's first attribute is its product's name."""
    facts = page_facts(page, outline(page))
    title = next((fact for fact in facts if fact.role == "name"), None)
    if title is None:
        return extraction
    pair = Pair(topic.attributes[0].name, "", title.value, by="row", confidence=title.confidence)
    first, *others = extraction.records
    return replace(extraction, records=(Record((pair, *first.pairs)), *others))


def on_topic(extraction: Extraction, rules: SiteRules | None, topic: Topic) -> Extraction:
    """Without the records of other kinds of products, which the same rules may read.

    A page that was read without a rule and shows nothing of the topic is one that no rule reads.
    """
    if extraction.status is Status.READ:
        fitting = tuple(one for one in extraction.records if fits_topic(one, rules, topic))
        if fitting:
            return replace(extraction, records=fitting)
        return Extraction(Status.NO_MATCH if rules and rules.layouts else Status.NO_RULE)
    if rules is None or not extraction.records:
        return extraction
    records = tuple(one for one in extraction.records if is_on_topic(one, rules, topic))
    return replace(extraction, records=records)


def _with_targets(links: PageLinks) -> PageLinks:
    """The addresses a page wants to be known by or sends readers to are links too."""
    targets = dict.fromkeys(url for url in (links.canonical, links.refresh) if url)
    added = tuple(FoundLink(url, links.title, "head") for url in targets)
    return links._replace(links=(*added, *links.links)) if added else links


def _is_copy(url: str, canonical: str) -> bool:
    """Is the page another page's copy, by its own word?

    Only an address of the same kind is believed: many sites name their home page on every page.
    """
    return bool(canonical) and canonical != url and shape_of(canonical) == shape_of(url)


def _outcome(extraction: Extraction) -> str:
    off_topic = extraction.status is Status.OK and not extraction.records
    return OFF_TOPIC if off_topic else extraction.status.value


def records_of(extraction: Extraction, rules: SiteRules | None) -> list[ReadRecord]:
    """As the ledger keeps them: by the site's rules, or marked as read without one."""
    without_rule = extraction.status is Status.READ
    source = BY_ROWS if without_rule else BY_RULE
    version = None if without_rule else rules.version if rules else 0
    return [
        ReadRecord(
            *(source, extraction.rule, version),
            tuple(_value(pair, without_rule=without_rule) for pair in record.pairs),
        )
        for record in extraction.records
    ]


def _value(pair: Pair, *, without_rule: bool) -> ReadValue:
    """A rule may leave some of a page to its rows: each value tells whether it is confirmed."""
    if pair.by_rule and not without_rule:
        return ReadValue(pair.attribute, pair.name, pair.value)
    by = "row" if pair.by_rule else pair.by
    sure = round(pair.confidence, 2)
    return ReadValue(pair.attribute, pair.name, pair.value, by, sure, pair.section)


def _by_page(product: EmbeddedProduct, topic: Topic) -> ReadRecord:
    """What the page tells machines: a record of its own, beside the rule's."""
    values = tuple(
        ReadValue(topic.standard_name(name), name, value) for name, value in product.pairs
    )
    return ReadRecord(product.source, None, None, values)
