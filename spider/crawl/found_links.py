"""The links of a page: those that nobody has met go to the ledger, with the page they are on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.errors import ErrorSeen, register
from index.ledger.frontier import NewLink, add_links
from spider.faults import FaultKind
from spider.links.judge import Parent
from spider.links.sites import site_of_link
from spider.safety.targets import refusal_of_url

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.crawl.link_queue import TakenLink
    from spider.crawl.page_reading import PageReading
    from spider.crawl.parts import CrawlParts
    from spider.links.found import FoundLink
    from spider.links.judge import JudgedLink

_MOST_REFUSALS = 20  # of one page, told in the error register


class FoundLinks:
    """Written in the page's transaction; the queue is told once that is committed."""

    def __init__(self, parts: CrawlParts, taken: TakenLink, reading: PageReading) -> None:
        self._parts = parts
        self._taken = taken
        self._unseen = [link for link in reading.links.links if link.url not in parts.seen]
        ours = [link for link in self._unseen if site_of_link(link.url) in parts.sites]
        self._judged = self._judge(reading, ours)
        self.new: list[JudgedLink] = []

    def _judge(self, reading: PageReading, ours: list[FoundLink]) -> list[JudgedLink]:
        depth = self._taken.link.depth
        if not ours or 0 < self._parts.depth_limit <= depth:
            return []
        parent = Parent(self._taken.link.url, reading.relevance, reading.has_record, depth)
        return self._parts.judge.judge(reading.links, parent, ours)

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
        added = add_links(conn, self._parts.topic.name, links, now)
        self.new = [link for link in self._judged if link.url in added]
        self._register_refused(conn, now)

    def tell(self) -> None:
        """After the commit: memory follows the ledger, never the other way round."""
        self._parts.queue.added(link.bucket for link in self.new)
        for link in self._unseen:
            self._parts.seen.add(link.url)

    def _register_refused(self, conn: Connection, now: float) -> None:
        """Links to addresses that may not be contacted tell something about the page."""
        parts = self._parts
        elsewhere = (link for link in self._unseen if site_of_link(link.url) not in parts.sites)
        refused = [
            (link.url, reason)
            for link in elsewhere
            if (reason := refusal_of_url(link.url, parts.addresses))
        ]
        for url, reason in refused[:_MOST_REFUSALS]:
            kind, site = FaultKind.FORBIDDEN_ADDRESS, self._taken.link.site
            words = f"{self._taken.link.url[:200]} links to it, but {reason}."
            seen = ErrorSeen(parts.topic.name, parts.run_id, kind, url, site, "left out", words)
            register(conn, seen, now)
            parts.progress.fault(site, kind)
