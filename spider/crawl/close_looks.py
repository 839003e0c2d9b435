"""Which pages of a crawl are looked at closely for attributes that no rule knows?

A tree of every page would cost more than the crawl itself. The first pages of a site tell what it
shows outside of what its rule reads; later ones are looked at where the rule read a name that no
close look has seen, until enough of them were.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from discovery.close_look import look_closely
from rules.names import name_key
from rules.record import Status
from rules.site_names import site_of

if TYPE_CHECKING:
    from rules.topic import Topic
    from spider.crawl.page_reading import PageReading

_FIRST_PAGES = 5
_MOST_PAGES = 20  # of one site


class CloseLooks:
    """Keeps count of the pages and names of each site."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        self._pages: Counter[str] = Counter()
        self._names: defaultdict[str, set[str]] = defaultdict(set)

    def at(self, reading: PageReading) -> PageReading:
        """The same reading, with what speaks for its proposals where it was looked at closely."""
        if reading.page is None or reading.extraction.status is not Status.OK:
            return reading
        site = site_of(reading.page.url)
        if not reading.extraction.records or not self._is_worth_it(site, reading):
            return reading
        proposals = look_closely(reading.page, reading.extraction, self._topic)
        self._pages[site] += 1
        self._names[site].update(name_key(one.name) for one in (*reading.proposals, *proposals))
        return reading._replace(proposals=proposals)

    def _is_worth_it(self, site: str, reading: PageReading) -> bool:
        if self._pages[site] < _FIRST_PAGES:
            return True
        new = {name_key(one.name) for one in reading.proposals} - self._names[site]
        return bool(new) and self._pages[site] < _MOST_PAGES
