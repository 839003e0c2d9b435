"""Which pages of a crawl are looked at closely for attributes that no rule knows?

A tree of every page would cost more than the crawl itself. The first pages of a site tell what it
shows outside of what its rule reads; later ones are looked at where the rule read a name that no
close look has seen, until enough of them were. Pages of the topic that the site's rules do not
read, or refuse, are looked at by the topic's words, as many as first pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from discovery.proposals import look_closely
from pages.looks import no_sheets
from rules.names import name_key
from rules.record import Status
from rules.site_names import site_of
from spider.crawl.page_reading import enough

if TYPE_CHECKING:
    from pages.looks import Sheets
    from rules.memory import SiteMemory
    from rules.topic import Topic
    from spider.crawl.page_reading import PageReading

_FIRST_PAGES = 5
_MOST_PAGES = 20  # of one site
_OF_THE_TOPIC = 0.3  # of relevance
_UNREAD = frozenset((Status.NO_MATCH, Status.REFUSED))


class CloseLooks:
    """Keeps count of the pages and names of each site."""

    def __init__(self, topic: Topic, sheets: Sheets = no_sheets) -> None:
        self._topic = topic
        self._sheets = sheets
        self._pages: Counter[str] = Counter()
        self._unread: Counter[str] = Counter()
        self._names: defaultdict[str, set[str]] = defaultdict(set)

    def at(self, reading: PageReading, memory: SiteMemory | None = None) -> PageReading:
        """The same reading, with what speaks for its proposals where it was looked at closely.

        `memory` is what the rows of the site's other pages say, where that is known.
        """
        if reading.page is None:
            return reading
        site = site_of(reading.page.url)
        if not (self._is_worth_it(site, reading) or self._is_riddle(site, reading)):
            return reading
        looked_at = (reading.page, reading.extraction, self._topic, self._sheets)
        proposals = look_closely(*looked_at, enough(memory))
        self._names[site].update(name_key(one.name) for one in (*reading.proposals, *proposals))
        return reading._replace(proposals=proposals)

    def _is_worth_it(self, site: str, reading: PageReading) -> bool:
        """A page that was read, one of the first or with a name that is new."""
        if reading.extraction.status is not Status.OK or not reading.extraction.records:
            return False
        new = {name_key(one.name) for one in reading.proposals} - self._names[site]
        looked_at = self._pages[site]
        if looked_at >= _FIRST_PAGES and (not new or looked_at >= _MOST_PAGES):
            return False
        self._pages[site] += 1
        return True

    def _is_riddle(self, site: str, reading: PageReading) -> bool:
        """A page of the topic that the site's rules do not read, and one of the first."""
        if reading.extraction.status not in _UNREAD or reading.relevance < _OF_THE_TOPIC:
            return False
        self._unread[site] += 1
        return self._unread[site] <= _FIRST_PAGES
