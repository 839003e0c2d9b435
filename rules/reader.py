"""Reading one page, just fetched or from the archive: its records, and whether the rules fit.

`read_records` does it for every page: apply the site's rules (or read rows if no rule fits), map
names to attributes, drop other kinds of products and copies of other pages, and add embedded data
(JSON-LD, microdata, RDFa) and the product's picture. Links are left to the crawl, new names to
discovery; nothing is stored here.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from core.names import name_key, site_of
from core.records import (
    BY_ROWS,
    BY_RULE,
    COPY,
    HEADLINE,
    MEDIA,
    NO_NAME,
    OFF_TOPIC,
    PICTURE,
    NotKept,
    ReadRecord,
    ReadValue,
    within_limits,
)
from core.schema_org import NAME as NAME_PROPERTY
from core.schema_org import attribute_of
from core.topic import Role
from core.urls import BaseAddress, resolved
from pages.embedded import embedded_products
from pages.encoding import to_text
from pages.media import page_media
from pages.nesting import outline
from pages.page import attributes
from pages.tags import TAG
from rules.extract import extract
from rules.page_facts import page_name
from rules.page_rows import SiteMemory
from rules.pictures import read_picture
from rules.record import (
    Extraction,
    Pair,
    Record,
    Status,
    TopicFit,
    fit_by_rows,
    fit_by_rule,
    wanted,
    with_standard_names,
    without_rivals,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.topic import Topic
    from pages.embedded import EmbeddedProduct
    from pages.page import Page
    from rules.library import RuleLibrary
    from rules.model import SiteRules
    from rules.page_facts import PageFact

ON_TOPIC_RELEVANCE = 0.3  # from here on a page is taken to speak of the topic
_FEW_PAGES = 5


class RecordsRead(NamedTuple):
    """The products on a page, and whether the site's rules could read it.

    `outcome` is ok, no-rule, no-match, refused or off-topic; "read" where the page was read
    without a rule. `canonical` is the address that the page wants to be known by, or "";
    `copy_of` is the same if the page says that it is a copy of the page there. Whether that page
    has the record, only the ledger knows: see `as_copy`.
    """

    outcome: str
    records: tuple[ReadRecord, ...]
    extraction: Extraction
    canonical: str = ""
    copy_of: str = ""
    not_kept: NotKept | None = None

    def as_copy(self) -> RecordsRead:
        """The same page after its canonical address was found to have the record."""
        return self._replace(outcome=COPY, records=(), not_kept=copy_reason(self.copy_of))


def copy_reason(original: str) -> NotKept:
    return NotKept(COPY, f"It says that it is a copy of {original}, which has the record.")


def well_founded(memory: SiteMemory | None) -> SiteMemory | None:
    """The memory, unless it is of a few pages only: those have much in common by chance."""
    return memory if memory and memory.pages >= _FEW_PAGES else None


def read_records(
    page: Page, topic: Topic, library: RuleLibrary, memory: SiteMemory | None = None
) -> RecordsRead:
    """Read a page; `memory` is about the rows of the site's other pages, if known."""
    rules = library.rules_for(page.url)
    read = wanted(extract(page, rules, well_founded(memory)), rules)
    read = without_rivals(with_standard_names(read, topic), topic)
    extraction, misfit = on_topic(read, rules, topic)
    outcome = _outcome(extraction)
    canonical = canonical_address(page)
    not_kept = NotKept(OFF_TOPIC, str(misfit)) if misfit else None
    if outcome == OFF_TOPIC:
        return RecordsRead(outcome, (), extraction, canonical, not_kept=not_kept)
    copy_of = canonical if _is_copy(page.url, canonical) else ""
    embedded = embedded_products(page)
    if extraction.status is Status.READ:
        extraction = _with_title(extraction, page, topic)
    records = (
        *records_of(extraction, rules),
        *(_by_page(product, topic) for product in embedded),
    )
    if records and len(extraction.records) <= 1:  # of several products none is the page's own
        headline = None if _has_name(records, topic) else _headline(page, extraction)
        records += _media(page, rules, embedded, memory, headline)
    if records:
        not_kept = _without_name(records, topic)
    records = within_limits(records)
    return RecordsRead(outcome, records, extraction, canonical, copy_of, not_kept)


class OnTopicRecords(NamedTuple):
    """`misfit` is why there are none, if there were some that share a name with the topic."""

    extraction: Extraction
    misfit: TopicFit | None = None


def on_topic(extraction: Extraction, rules: SiteRules | None, topic: Topic) -> OnTopicRecords:
    """Drop records of other kinds of products, which the same rules may read.

    A page that was read without a rule and is not about the topic counts as not read.
    """
    without_rule = extraction.status is Status.READ
    if not extraction.records or (rules is None and not without_rule):
        return OnTopicRecords(extraction)
    fits = [
        (one, fit_by_rule(one, rules, topic))
        if rules and not without_rule
        else (one, fit_by_rows(one, rules, topic))
        for one in extraction.records
    ]
    records = tuple(one for one, fit in fits if fit.fits)
    if records:
        return OnTopicRecords(replace(extraction, records=records))
    nearest = max((fit for _, fit in fits), key=lambda fit: len(fit.known))
    if without_rule:
        extraction = Extraction(Status.NO_MATCH if rules and rules.layouts else Status.NO_RULE)
    return OnTopicRecords(replace(extraction, records=()), nearest if nearest.known else None)


def _without_name(records: Iterable[ReadRecord], topic: Topic) -> NotKept | None:
    name = topic.attribute_of(Role.NAME)
    if name is None or any(
        value.attribute == name.name for record in records for value in record.values
    ):
        return None
    reason = f"Kept, but no value of {name.name} was read: its product has no title."
    return NotKept(NO_NAME, reason)


def _outcome(extraction: Extraction) -> str:
    off_topic = extraction.status is Status.OK and not extraction.records
    return OFF_TOPIC if off_topic else extraction.status.value


_LONGEST_TAG = 4096  # bytes: more than a tag that names an address has


def canonical_address(page: Page) -> str:
    """The canonical address of a page; "" if it has none, or one on another site.

    Nothing after the last occurrence of the word is parsed.
    """
    at = page.body.lower().rfind(b"canonical")
    if at < 0:
        return ""
    base, has_base = BaseAddress.of(page.url, page.encoding), False
    pieces = TAG.split(page.body[: at + _LONGEST_TAG])
    for name, rest in zip(pieces[1::3], pieces[2::3], strict=True):
        tag = name.lower() if name is not None and len(name) == len(b"link") else b""
        if tag == b"base" and not has_base:
            url = resolved(attributes(rest, page.encoding).get("href", ""), base)
            base, has_base = (BaseAddress.of(url, page.encoding), True) if url else (base, False)
        elif tag == b"link":
            found = attributes(rest, page.encoding)
            is_canonical = "canonical" in found.get("rel", "").lower().split()
            url = resolved(found.get("href", ""), base) if is_canonical else None
            if url and site_of(url) == site_of(page.url):
                return url
    return ""


def _is_copy(url: str, canonical: str) -> bool:
    """Whether the page says that it is a copy of another page.

    Many sites name their home page on every page.
    """
    return bool(canonical) and canonical != url and urlsplit(canonical).path not in {"", "/"}


def _with_title(extraction: Extraction, page: Page, topic: Topic) -> Extraction:
    """Add the page's headline as the product's name."""
    title = _headline(page, extraction)
    if title is None or topic.naming is None:
        return extraction
    pair = Pair(topic.naming.name, "", title.value, by="row", confidence=title.confidence)
    first, *others = extraction.records
    return replace(extraction, records=(Record((pair, *first.pairs)), *others))


def _headline(page: Page, extraction: Extraction) -> PageFact | None:
    return page_name(page, extraction.rows.outline if extraction.rows else outline(page))


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
    """Values that no rule read are marked as unconfirmed, also on pages with rules."""
    if pair.by_rule and not without_rule:
        return ReadValue(pair.attribute, pair.name, pair.value)
    by = "row" if pair.by_rule else pair.by
    sure = round(pair.confidence, 2)
    return ReadValue(pair.attribute, pair.name, pair.value, by, sure, pair.section)


def _by_page(product: EmbeddedProduct, topic: Topic) -> ReadRecord:
    """Embedded data (JSON-LD, microdata, RDFa) is a record of its own."""
    found = ((attribute_of(name, topic), name, value) for name, value in product.pairs)
    values = tuple(
        ReadValue(attribute.name if attribute else None, name, value)
        for attribute, name, value in found
    )
    return ReadRecord(product.source, None, None, values)


def _has_name(records: Iterable[ReadRecord], topic: Topic) -> bool:
    naming = topic.naming.name if topic.naming else ""
    values = (value for record in records for value in record.values)
    return any(naming == value.attribute or value.name == NAME_PROPERTY for value in values)


def _media(
    page: Page,
    rules: SiteRules | None,
    embedded: Iterable[EmbeddedProduct],
    memory: SiteMemory | None,
    headline: PageFact | None,
) -> tuple[ReadRecord, ...]:
    """The picture of the page's product, with links to videos and manuals, if there are any.

    The headline is kept for products without a name.
    """
    media = page_media(page)
    is_common = memory.is_common_picture if memory else lambda _: False
    found = read_picture(page, rules, media, embedded, is_common)
    values = [ReadValue(PICTURE, found.found_in, found.url, "", found.confidence)] if found else []
    values += (ReadValue(link.kind, link.title, link.url) for link in media.links)
    if headline:
        values.append(ReadValue(HEADLINE, "", headline.value, "", headline.confidence))
    return (ReadRecord(MEDIA, None, None, tuple(values)),) if values else ()


def row_memories(learned: Mapping[str, str]) -> dict[str, SiteMemory]:
    """The memory of each site, from the JSON by site that the ledger keeps.

    What cannot be parsed is left out: pages can be read without it.
    """
    memories = {}
    for site, text in learned.items():
        try:
            memories[site] = SiteMemory.from_json(json.loads(text)["rows"])
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue
    return memories


# Text right after a tag, up to a colon or the next tag: it may be the name of an attribute.
_PIECE = re.compile(r">\s*+([^<>:：\s][^<>:：]{0,30})[:：<]")
_AROUND_NAMES = " \t\r\n\u00a0\u3000·•*-【】[]（）()"
_MOST_PIECES = 5000
# As many different attributes as make a page certain to show a product.
_ENOUGH_NAMES = 10


class Relevance:
    """How much a page is about the topic: counts the attributes whose names it shows."""

    def __init__(self, topic: Topic) -> None:
        self._attribute_of: dict[str, str] = {}
        for attribute in topic.attributes:
            for shown in (attribute.name, *attribute.aliases):
                for form in (shown.lower(), name_key(shown)):
                    self._attribute_of.setdefault(form, attribute.name)
        self._names = frozenset(self._attribute_of)

    def of(self, page: Page) -> float:
        """0 for a page that shows none of the names, 1 for one that shows many."""
        text = to_text(page.body, page.encoding)
        pieces = _PIECE.findall(text)[:_MOST_PIECES]
        shown = {piece.strip(_AROUND_NAMES).lower() for piece in pieces}
        found = {self._attribute_of[name] for name in shown & self._names}
        return min(1.0, len(found) / _ENOUGH_NAMES)
