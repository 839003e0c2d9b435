"""The links of a page: new ones go to the ledger, with the page they were found on.

Style sheets and pictures of product pages are links of their own groups.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeVar
from urllib.parse import urljoin

from core.records import picture_of
from core.urls import site_of_link
from spider.faults import FaultKind
from spider.links.features import LinkGroup
from spider.links.judge import PICTURE_SHAPE, SHEET_SHAPE, LinkBucket, ParentPage
from spider.safety.addresses import refusal_of_url
from store.frontier import (
    PICTURE,
    STYLE_SHEET,
    NewLink,
)
from store.runs import ErrorSeen, register_error
from store.style_sheets import links_of_shape, queue_sheet_again
from store.visits import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from spider.context import CrawlContext, ProductContext
    from spider.link_queue import LinkQueue, TakenLink
    from spider.links.judge import JudgedLink
    from spider.links.page_links import FoundLink
    from spider.reading import PageReading
    from store.frontier import QueuedLink


class _Link(Protocol):
    @property
    def site(self) -> str: ...
    @property
    def level(self) -> int: ...


T = TypeVar("T", bound=_Link)

_MOST_REFUSALS = 20  # of one page, in the error register


class FoundLinks:
    """Written in the page's transaction, which may be retried; then the queue is updated."""

    def __init__(self, context: ProductContext, taken: TakenLink, reading: PageReading) -> None:
        self._context = context
        self._taken = taken
        unseen = [link for link in reading.links.links if link.url not in context.seen]
        ours = [link for link in unseen if site_of_link(link.url) in context.sites]
        self._found = self._judge(reading, ours) if self._may_follow(reading) else []
        self._judged: list[JudgedLink] = []
        self._elsewhere = [
            link.url for link in unseen if site_of_link(link.url) not in context.sites
        ]
        self._refused: list[str] = []
        self._sheets = FoundSheets(context, taken.link, sheets_wanted(reading))
        self._picture = FoundPicture(context, taken.link, picture_wanted(reading))
        self.new: list[JudgedLink] = []

    def _may_follow(self, reading: PageReading) -> bool:
        """Not from pages at the maximum depth, nor from pages that say nofollow."""
        at_the_limit = 0 < self._context.depth_limit <= self._taken.link.depth
        return reading.links.follow and not at_the_limit

    def _judge(self, reading: PageReading, ours: list[FoundLink]) -> list[JudgedLink]:
        link = self._taken.link
        parent = ParentPage(link.url, reading.relevance, reading.has_record, link.depth)
        return self._context.judge.judge(reading.links, parent, ours) if ours else []

    def write(self, conn: Connection, now: float) -> None:
        page = self._taken.link.id
        self._judged = with_room(self._context.queue, self._found)
        links = [
            NewLink(
                link.url,
                link.site,
                link.shape,
                link.group.value,
                link.level,
                link.depth,
                found_on=page,
                anchor=link.anchor,
            )
            for link in self._judged
        ]
        added = self._context.frontier.add(conn, links, now)
        self.new = [link for link in self._judged if link.url in added]
        self._sheets.write(conn, now)
        self._picture.write(conn, now)
        self._register_refused(conn, now)
        if left_out := len(self._found) - len(self._judged):
            register_queue_full(conn, self._context, self._taken.link, left_out, now)

    def tell(self) -> None:
        """Update the queue in memory, after the commit and never before it."""
        context = self._context
        context.queue.added(link.bucket for link in self.new)
        self._sheets.tell()
        self._picture.tell()
        # A link that is not followed from here may still be followed from another page.
        for url in (*(link.url for link in self._judged), *self._elsewhere):
            context.seen.add(url)
        if len(self._judged) < len(self._found):
            context.progress.fault(self._taken.link.site, FaultKind.QUEUE_FULL)
        for _ in self._refused:
            context.progress.fault(self._taken.link.site, FaultKind.FORBIDDEN_ADDRESS)

    def _register_refused(self, conn: Connection, now: float) -> None:
        """Links to forbidden addresses are worth reporting: they tell something about the page."""
        context, link = self._context, self._taken.link
        refusals = ((url, refusal_of_url(url, context.addresses)) for url in self._elsewhere)
        refused = ((url, reason) for url, reason in refusals if reason)
        self._refused = []
        for url, reason in islice(refused, _MOST_REFUSALS):
            kind = FaultKind.FORBIDDEN_ADDRESS
            words = f"{link.url[:200]} links to it, but {reason}."
            seen = ErrorSeen(context.name, context.run_id, kind, url, link.site, "left out", words)
            register_error(conn, seen, now)
            self._refused.append(url)


# Limits of the queue: a sitemap alone may list 50,000 addresses, and an index of sitemaps as many.


def with_room(queue: LinkQueue, links: list[T]) -> list[T]:
    """The best links for which the queue has room, in their original order."""
    room = {site: queue.room(site) for site in {link.site for link in links}}
    if all(len(links) <= left for left in room.values()):
        return links
    kept = set()
    for number, link in sorted(enumerate(links), key=lambda one: -one[1].level):
        if room[link.site]:
            room[link.site] -= 1
            kept.add(number)
    return [link for number, link in enumerate(links) if number in kept]


def register_queue_full(
    conn: Connection, context: CrawlContext, page: QueuedLink, left_out: int, now: float
) -> None:
    """One entry per host, with a count."""
    kind, host = FaultKind.QUEUE_FULL, urljoin(page.url, "/")
    words = f"As many links wait as may; {left_out:,} of {page.url[:200]} were left out."
    action = "to be queued when they are found again"
    seen = ErrorSeen(context.name, context.run_id, kind, host, page.site, action, words)
    register_error(conn, seen, now)


# The style sheets of product pages: discovery needs to know how texts look.
#
# A few per site are fetched, each at most once a day, under the same checks as any link. They are
# not pages: nothing is learned from them, and no report counts them.


MOST_SHEETS_OF_PAGE = 4
MOST_SHEETS_OF_SITE = 8
_SHEET_LEVEL = 0


class FoundSheets:
    """Written in the transaction of the page or style sheet that links to them."""

    def __init__(
        self, context: ProductContext, found_on: QueuedLink, addresses: Iterable[str]
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
        topic = self._context.name
        if queue_sheet_again(conn, topic, link.url, before=now - DAY):
            return True
        has_room = links_of_shape(conn, topic, link.site, SHEET_SHAPE) < MOST_SHEETS_OF_SITE
        return has_room and bool(self._context.frontier.add(conn, [link], now))

    def tell(self) -> None:
        """Update the queue in memory, after the commit."""
        for url in self._unseen:
            self._context.seen.add(url)
        self._context.queue.added(map(bucket_of, self._new))

    def _link(self, url: str) -> NewLink:
        depth, found_on = self._found_on.depth + 1, self._found_on.id
        site = site_of_link(url)
        return NewLink(url, site, SHEET_SHAPE, STYLE_SHEET, _SHEET_LEVEL, depth, found_on=found_on)


def sheets_wanted(reading: PageReading) -> tuple[str, ...]:
    """The style sheets of a page that shows a product, or should show one."""
    shows_product = reading.group(LinkGroup.PRODUCT.value) == LinkGroup.PRODUCT.value
    return reading.links.sheets if shows_product and reading.links.follow else ()


# The picture of a product page: one per page, fetched once, wherever it is. Many sites keep theirs
# on hosts of other names, so that the crawl's sites do not matter; all other checks do.


class FoundPicture:
    """Written in the transaction of the page; `url` is "" if it has no picture."""

    def __init__(self, context: ProductContext, found_on: QueuedLink, url: str) -> None:
        self._context = context
        self._url = url if url not in context.seen else ""
        self._link = picture_link(url, found_on.id, found_on.depth + 1)
        self._is_new = False

    def write(self, conn: Connection, now: float) -> None:
        if self._url:
            self._is_new = bool(self._context.frontier.add(conn, [self._link], now))

    def tell(self) -> None:
        """Update the queue in memory, after the commit."""
        if self._url:
            self._context.seen.add(self._url)
        if self._is_new:
            self._context.queue.added([bucket_of(self._link)])


def picture_wanted(reading: PageReading) -> str:
    return picture_of(reading.records) if reading.links.follow else ""


def picture_link(url: str, found_on: int, depth: int, hops: int = 0) -> NewLink:
    """`found_on` is the link of the page that shows it, or of the picture that redirects to it."""
    return NewLink(url, site_of_link(url), PICTURE_SHAPE, PICTURE, 0, depth, hops, found_on)


def bucket_of(link: NewLink) -> LinkBucket:
    return LinkBucket(link.site, link.shape, link.level)
