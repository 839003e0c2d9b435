"""The links of a page: those that nobody has met go to the ledger, with the page they are on."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from rules.urls import site_of_link
from spider.crawl.found_sheets import FoundSheets, sheets_wanted
from spider.faults import FaultKind
from spider.links.judge import ParentPage
from spider.safety.targets import refusal_of_url
from store.frontier import NewLink, add_links
from store.runs import ErrorSeen, register_error

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.crawl.context import CrawlContext
    from spider.crawl.link_queue import TakenLink
    from spider.crawl.page_reading import PageReading
    from spider.links.found import FoundLink
    from spider.links.judge import JudgedLink

_MOST_REFUSALS = 20  # of one page, told in the error register


class FoundLinks:
    """Written in the page's transaction; the queue is told once that is committed."""

    def __init__(self, context: CrawlContext, taken: TakenLink, reading: PageReading) -> None:
        self._context = context
        self._taken = taken
        unseen = [link for link in reading.links.links if link.url not in context.seen]
        ours = [link for link in unseen if site_of_link(link.url) in context.sites]
        self._judged = self._judge(reading, ours) if self._may_follow(reading) else []
        self._elsewhere = [
            link.url for link in unseen if site_of_link(link.url) not in context.sites
        ]
        self._refused: list[str] = []
        self._sheets = FoundSheets(context, taken.link, sheets_wanted(reading))
        self.new: list[JudgedLink] = []

    def _may_follow(self, reading: PageReading) -> bool:
        """Some pages are as far from a seed as we go, some ask robots not to follow their links."""
        at_the_limit = 0 < self._context.depth_limit <= self._taken.link.depth
        return reading.links.follow and not at_the_limit

    def _judge(self, reading: PageReading, ours: list[FoundLink]) -> list[JudgedLink]:
        link = self._taken.link
        parent = ParentPage(link.url, reading.relevance, reading.has_record, link.depth)
        return self._context.judge.judge(reading.links, parent, ours) if ours else []

    def write(self, conn: Connection, now: float) -> None:
        page = self._taken.link.id
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
        added = add_links(conn, self._context.topic.name, links, now)
        self.new = [link for link in self._judged if link.url in added]
        self._sheets.write(conn, now)
        self._register_refused(conn, now)

    def tell(self) -> None:
        """After the commit: memory follows the ledger, never the other way round."""
        context = self._context
        context.queue.added(link.bucket for link in self.new)
        self._sheets.tell()
        # A link that was not followed from here may be followed from another page.
        for url in (*(link.url for link in self._judged), *self._elsewhere):
            context.seen.add(url)
        for _ in self._refused:
            context.progress.fault(self._taken.link.site, FaultKind.FORBIDDEN_ADDRESS)

    def _register_refused(self, conn: Connection, now: float) -> None:
        """Links to addresses that may not be contacted tell something about the page."""
        context, link = self._context, self._taken.link
        refusals = ((url, refusal_of_url(url, context.addresses)) for url in self._elsewhere)
        refused = ((url, reason) for url, reason in refusals if reason)
        for url, reason in islice(refused, _MOST_REFUSALS):
            kind = FaultKind.FORBIDDEN_ADDRESS
            words = f"{link.url[:200]} links to it, but {reason}."
            seen = ErrorSeen(
                context.topic.name, context.run_id, kind, url, link.site, "left out", words
            )
            register_error(conn, seen, now)
            self._refused.append(url)
