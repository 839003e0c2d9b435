"""Which pages of a crawl are searched for attributes that no rule knows?

A tree of every page would cost more than the crawl itself. The first pages of a site show what
there is besides what its rule reads; later ones are searched if the rule read a name that no
search has seen, up to a limit. Pages of the topic that the site's rules do not read,
or refuse, are searched too, up to as many as first pages. All other pages give what costs
nothing: the names that a rule read beside those it knows.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from core.names import name_key, site_of
from core.urls import canonical_url
from discovery.proposals import propose, propose_with_evidence
from pages.css_sheets import sheet_text
from pages.looks import no_sheets
from rules.reader import ON_TOPIC_RELEVANCE, well_founded
from rules.record import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.topic import Topic
    from discovery.proposals import Proposal
    from pages.looks import Sheets
    from pages.page import Page
    from rules.page_rows import SiteMemory
    from rules.record import Extraction

_FIRST_PAGES = 5
_MOST_PAGES = 20  # of one site
_UNREAD = frozenset((Status.NO_MATCH, Status.REFUSED))
_MOST_SHEETS = 256  # kept in memory: pages of a site share theirs


@dataclass
class SiteSample:
    """How many pages of a site were searched, those that its rules do not read apart."""

    pages: int = 0
    unread: int = 0
    names: set[str] = field(default_factory=set)

    @property
    def version(self) -> tuple[int, int, int]:
        """Another after every change."""
        return (self.pages, self.unread, len(self.names))


class DiscoverySampling:
    """Keeps count of the pages and names of each site."""

    def __init__(self, topic: Topic, sheets: Sheets = no_sheets) -> None:
        self._topic = topic
        self._sheets = sheets
        self.sites: defaultdict[str, SiteSample] = defaultdict(SiteSample)

    def proposals(
        self,
        page: Page,
        extraction: Extraction,
        relevance: float,
        memory: SiteMemory | None = None,
    ) -> tuple[Proposal, ...]:
        """New names on a page, with the evidence for them if the page was searched.

        `memory` is the site's memory of the rows on its other pages, if there is one.
        """
        if self.is_to_search(page.url, extraction, relevance):
            return self.search(page, extraction, memory)
        return self.names_read(extraction)

    def names_read(self, extraction: Extraction) -> tuple[Proposal, ...]:
        """What costs nothing: the names that a rule read beside those it knows."""
        return propose(extraction, self._topic) if extraction.status is Status.OK else ()

    def is_to_search(self, url: str, extraction: Extraction, relevance: float) -> bool:
        """Whether the page at this address is to be searched; it is counted as if it were."""
        sample = self.sites[site_of(url)]
        return self._should_search(
            sample, extraction, self.names_read(extraction)
        ) or self._is_unread(sample, extraction, relevance)

    def search(
        self, page: Page, extraction: Extraction, memory: SiteMemory | None = None
    ) -> tuple[Proposal, ...]:
        """New names on a page, with the evidence for them."""
        found = propose_with_evidence(
            page, extraction, self._topic, self._sheets, well_founded(memory)
        )
        names = (one.name for one in (*self.names_read(extraction), *found))
        self.sites[site_of(page.url)].names.update(map(name_key, names))
        return found

    def _should_search(
        self, sample: SiteSample, extraction: Extraction, read: tuple[Proposal, ...]
    ) -> bool:
        """A page that was read, one of the first or with a name that is new."""
        if extraction.status is not Status.OK or not extraction.records:
            return False
        new = {name_key(one.name) for one in read} - sample.names
        if sample.pages >= _FIRST_PAGES and (not new or sample.pages >= _MOST_PAGES):
            return False
        sample.pages += 1
        return True

    def _is_unread(self, sample: SiteSample, extraction: Extraction, relevance: float) -> bool:
        """A page of the topic that the site's rules do not read, and one of the first."""
        if extraction.status not in _UNREAD or relevance < ON_TOPIC_RELEVANCE:
            return False
        if sample.unread >= _FIRST_PAGES:
            return False
        sample.unread += 1
        return True


class _SheetCapture(Protocol):
    """A style sheet as it was fetched."""

    @property
    def body(self) -> bytes: ...
    @property
    def content_type(self) -> str: ...


def sheets_from(stored: Callable[[str], _SheetCapture | None]) -> Sheets:
    """Address → text of a style sheet that was fetched.

    `stored` gives the newest capture of an address, None where there is none or it is damaged.
    """
    kept: dict[str, str] = {}

    def text_of(address: str) -> str | None:
        """One that is not stored yet may be later: that is not remembered."""
        if address not in kept:
            url = canonical_url(address)
            capture = stored(url) if url else None
            if capture is None:
                return None
            text = sheet_text(capture.body, capture.content_type)
            if len(kept) >= _MOST_SHEETS:
                return text
            kept[address] = text
        return kept[address]

    return text_of
