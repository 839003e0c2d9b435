"""The style sheets of product pages: discovery wants to know how texts look.

A few of each site are fetched, each at most once a day, under the same checks as any link. They
are no pages: nothing is learned from them, and no report counts them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.urls import site_of_link
from spider.links.bucket import SHEET_SHAPE, LinkBucket
from spider.links.groups import LinkGroup
from store.frontier import STYLE_SHEET, NewLink, add_links, links_of_shape, queue_sheet_again
from store.visits import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from spider.crawl.context import CrawlContext
    from spider.crawl.page_reading import PageReading
    from store.frontier import QueuedLink

MOST_SHEETS_OF_PAGE = 4
MOST_SHEETS_OF_SITE = 8
_SHEET_LEVEL = 0


class FoundSheets:
    """Written in the transaction of the page, or the sheet, that links to them."""

    def __init__(
        self, context: CrawlContext, found_on: QueuedLink, addresses: Iterable[str]
    ) -> None:
        self._context = context
        self._found_on = found_on
        wanted = dict.fromkeys(url for url in addresses if site_of_link(url) in context.sites)
        self._unseen = [
            url for url in list(wanted)[:MOST_SHEETS_OF_PAGE] if url not in context.seen
        ]
        self._new: list[NewLink] = []

    def write(self, conn: Connection, now: float) -> None:
        links = map(self._link, self._unseen)
        self._new = [link for link in links if self._is_queued(conn, link, now)]

    def _is_queued(self, conn: Connection, link: NewLink, now: float) -> bool:
        topic = self._context.topic.name
        if queue_sheet_again(conn, topic, link.url, before=now - DAY):
            return True
        has_room = links_of_shape(conn, topic, link.site, SHEET_SHAPE) < MOST_SHEETS_OF_SITE
        return has_room and bool(add_links(conn, topic, [link], now))

    def tell(self) -> None:
        """After the commit."""
        for url in self._unseen:
            self._context.seen.add(url)
        self._context.queue.added(
            LinkBucket(link.site, link.shape, link.level) for link in self._new
        )

    def _link(self, url: str) -> NewLink:
        depth, found_on = self._found_on.depth + 1, self._found_on.id
        site = site_of_link(url)
        return NewLink(url, site, SHEET_SHAPE, STYLE_SHEET, _SHEET_LEVEL, depth, found_on=found_on)


def sheets_wanted(reading: PageReading) -> tuple[str, ...]:
    """Those of a page that shows a product, or should."""
    shows_product = reading.group(LinkGroup.PRODUCT.value) == LinkGroup.PRODUCT.value
    return reading.links.sheets if shows_product and reading.links.follow else ()
