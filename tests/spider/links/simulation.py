"""Crawl any web in-process, with our choice of links or breadth-first, and count the harvest."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.names import site_of
from pages.page import Page
from rules.reader import Relevance
from spider.link_queue import Chooser
from spider.links.judge import JudgedLink, LinkJudge, ParentPage, VisitOutcome
from spider.links.page_links import FoundLink, PageLinks, read_links

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Topic
    from spider.links.judge import LinkBucket
    from spider.links.site_knowledge import SiteKnowledge


class Answer(NamedTuple):
    """What a web answers: a page, or where else to look; None for what is not there."""

    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    moved_to: str = ""


class Web(Protocol):
    @property
    def seeds(self) -> Iterable[str]: ...
    def answer(self, url: str) -> Answer | None: ...
    def is_product(self, url: str) -> bool: ...


@dataclass
class Harvest:
    """Which page was fetched when, and how many products had been found by then."""

    fetched: list[str] = field(default_factory=list)
    products: list[int] = field(default_factory=list)

    def note(self, url: str, *, is_product: bool) -> None:
        before = self.products[-1] if self.products else 0
        self.fetched.append(url)
        self.products.append(before + is_product)

    def after(self, pages: int) -> int:
        """Products found among the first so many pages."""
        return self.products[min(pages, len(self.products)) - 1]


def breadth_first(web: Web, most: int = 10**9) -> Harvest:
    """First come, first fetched: what Scrapy's users get with its queues set to FIFO."""
    harvest = Harvest()
    seen = set(web.seeds)
    queue = deque(web.seeds)
    sites = set(map(site_of, web.seeds))
    while queue and len(harvest.fetched) < most:
        url = queue.popleft()
        answer = web.answer(url)
        harvest.note(url, is_product=answer is not None and web.is_product(url))
        for link in _links_of(url, answer).links:
            if link.url not in seen and site_of(link.url) in sites:
                seen.add(link.url)
                queue.append(link.url)
    return harvest


def _links_of(url: str, answer: Answer | None) -> PageLinks:
    if answer is None:
        return PageLinks()
    if answer.moved_to:
        return PageLinks(links=(FoundLink(answer.moved_to, "", "moved"),))
    return read_links(Page.read(answer.body, url, answer.content_type))


class Focused:
    """The crawl as the scheduler runs it, with the ledger's queue in memory.

    What a page gives is told only after `in_flight` more were chosen: pages are on their way.
    """

    def __init__(
        self,
        web: Web,
        topic: Topic,
        memories: dict[str, SiteKnowledge] | None = None,
        *,
        has_rules: bool = True,
        in_flight: int = 8,
    ) -> None:
        self.web = web
        self.judge = LinkJudge(topic, memories)
        self.chooser = Chooser(self.judge)
        self.harvest = Harvest()
        self._relevance = Relevance(topic)
        self._has_rules = has_rules
        self._in_flight = in_flight
        self._seen: set[str] = set()
        self.moved = 0
        self._queues: dict[LinkBucket, deque[JudgedLink]] = defaultdict(deque)
        self._on_their_way: deque[JudgedLink] = deque()
        seeds = PageLinks(links=tuple(FoundLink(url, "", "seed") for url in web.seeds))
        self._sites = sorted(set(map(site_of, web.seeds)))
        self._queue(self.judge.judge(seeds, ParentPage("", 0.0, record=False, depth=0)))

    def run(self, most: int = 10**9) -> Harvest:
        while len(self.harvest.fetched) < most:
            bucket = self.chooser.choose(self._sites)
            if bucket is None and not self._on_their_way:
                break
            if bucket is not None:
                self._send(bucket)
            if bucket is None or len(self._on_their_way) > self._in_flight:
                self._arrive(self._on_their_way.popleft())
        return self.harvest

    def _send(self, bucket: LinkBucket) -> None:
        """Look at the link again: what was learned since may tell that it can wait."""
        link = self._queues[bucket].popleft()
        now = link._replace(level=self.judge.level_now(link))
        if self.judge.value(now.bucket) < self.judge.value(bucket):
            self._queues[now.bucket].append(now)
            self.chooser.move(bucket, now.bucket)
            self.moved += 1
        else:
            self.chooser.take(bucket)
            self._on_their_way.append(link)

    def _arrive(self, link: JudgedLink) -> None:
        answer = self.web.answer(link.url)
        record = answer is not None and self.web.is_product(link.url)
        self.harvest.note(link.url, is_product=record)
        found = _links_of(link.url, answer)
        relevance = 0.0
        if answer and answer.body:
            relevance = self._relevance.of(Page.read(answer.body, "", answer.content_type))
        new = self._unseen(found, ParentPage(link.url, relevance, record, link.depth))
        digest = sha256(answer.body).hexdigest() if answer and answer.body else ""
        buckets = [one.bucket for one in new]
        outcome = VisitOutcome(
            record and self._has_rules, relevance, self._has_rules, buckets, digest
        )
        self._queue(new)
        self.judge.learn(link, outcome)

    def _unseen(self, found: PageLinks, parent: ParentPage) -> list[JudgedLink]:
        unseen = [link for link in found.links if link.url not in self._seen]
        ours = [link for link in unseen if site_of(link.url) in self._sites]
        return [
            link for link in self.judge.judge(found, parent, ours) if link.url not in self._seen
        ]

    def _queue(self, links: Iterable[JudgedLink]) -> None:
        for link in links:
            self._seen.add(link.url)
            self._queues[link.bucket].append(link)
            self.chooser.add(link.bucket)
