"""What a crawl of a channel works with, and how it is opened.

Queue, archive, politeness and safety are those of every crawl. What differs: it begins at the
sources that are on, articles are fetched once for good, and each source and thread is visited again
on a schedule of its own. In the ledger the shape of a link is the name of its source.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.sources import SourceKind, crawl_name, load_sources, sources_file
from core.urls import canonical_url, site_of_link
from spider.context import CrawlContext, Revisit, open_store, opened_readers, pace_of, queue_limits
from spider.link_queue import LinkQueue, TrapFilter
from spider.links.features import LinkGroup
from spider.links.judge import JudgedLink, LinkJudge
from spider.links.traps import TrapWatch
from spider.page_worker import read_task
from spider.politeness.throttle import SiteBackoff
from spider.safety.addresses import AddressRules
from store.database import steady_time
from store.frontier import (
    NewLink,
    add_links,
    queue_failed_again,
    queue_links_again,
    set_link_kind,
    switch_sources,
)
from store.ledger import data_folder_lock
from store.records import current_values
from store.seen_filter import SeenFilter
from store.visits import DAY, HOUR, NEVER, forget_validators, next_visit, plan_visits_within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy.settings import BaseSettings
    from sqlalchemy import Connection

    from core.settings import Settings
    from core.sources import Channel, Source
    from core.topic import Topic
    from spider.collecting.spiders import ChannelSpider
    from spider.links.judge import KnownLink, LinkBucket, VisitOutcome
    from spider.reading import FetchResult
    from store.frontier import QueuedLink


SOURCE_LEVEL, PAGE_LEVEL = 9, 6
# How long a source waits until it is read again, where its file does not say.
FIRST_WAIT, SHORTEST_WAIT, LONGEST_WAIT = HOUR, HOUR / 4, 7 * DAY
_MOST_QUERIES = 500  # names of products that one search is asked for


@dataclass(frozen=True)
class ChannelContext(CrawlContext):
    sources: Mapping[str, Source]  # those that are on, by name
    seen: SeenFilter

    def next_visit(self, answer: FetchResult, *, changed: bool) -> float:
        link = answer.link
        source = self.sources.get(link.shape)
        if link.group == LinkGroup.ARTICLE:
            return NEVER
        if link.group == LinkGroup.THREAD or source is None:
            return super().next_visit(answer, changed=changed)
        if source.every is not None:
            return answer.now + source.every * HOUR
        return next_visit(
            answer.now,
            answer.known,
            changed=changed,
            shortest=SHORTEST_WAIT,
            longest=LONGEST_WAIT,
            first=FIRST_WAIT,
        )

    def given_up(self, conn: Connection, link: QueuedLink) -> None:
        """Only its source can offer it again, so the source is read next time even if unchanged."""
        if link.found_on is not None:
            forget_validators(conn, link.found_on)


class EverySite:
    """Feeds and searches may lead to any site; lists are limited by their patterns."""

    def __contains__(self, site: object) -> bool:
        return True


class SourceOrder(LinkJudge):
    """Sources come first; nothing is learned about links, for a person chose the sources."""

    def value(self, bucket: LinkBucket) -> float:
        return bucket.level / SOURCE_LEVEL

    def version(self, site: str) -> int:
        del site
        return 0

    def level_now(self, link: KnownLink) -> int:
        return link.level

    def learn(self, visited: KnownLink, outcome: VisitOutcome) -> None:
        pass

    def moved(self, link: KnownLink, url: str, depth: int, group: LinkGroup) -> JudgedLink:
        """The target of a redirect belongs to the same source."""
        site = site_of_link(url)
        return JudgedLink(url, site, link.shape, group, link.level, depth, link.anchor)


# Opening.


def open_channel(spider: ChannelSpider, scrapy_settings: BaseSettings) -> ChannelContext:
    settings: Settings = scrapy_settings["SPECSEEK"]
    topic = spider.topic
    sources = _sources(settings, topic.name, spider.channel)
    name = crawl_name(topic.name, spider.channel)
    with ExitStack() as resources:
        readers = opened_readers(read_task, settings, resources)
        resources.enter_context(data_folder_lock(settings.data))
        ledger, frontier, archive, run_id = open_store(settings, name, resources)
        now = steady_time()

        def fill(conn: Connection) -> SeenFilter:
            if not frontier.others_run(conn):
                _fill_queue(conn, name, topic, sources, now)
                if spider.revisit is not Revisit.NONE:
                    until = now if spider.revisit is Revisit.DUE else NEVER - 1
                    queue_links_again(conn, name, until, only_due=True)
                switch_sources(conn, name, [source.name for source in sources])
            return SeenFilter.of(conn, name)

        seen = ledger.write(fill)
        judge, backoff = SourceOrder(topic), SiteBackoff()
        traps = TrapWatch({}, settings.crawl.trap_pages, datetime.fromtimestamp(now, UTC).year)
        trap_filter = TrapFilter(name, run_id, traps, spider.progress)
        pace = pace_of(scrapy_settings, backoff)
        queue = LinkQueue(ledger, frontier, judge, trap_filter, pace, most=queue_limits(settings))
        queue.load(now)
        return ChannelContext(
            name=name,
            topic=topic,
            run_id=run_id,
            limits=settings.crawl,
            depth_limit=scrapy_settings.getint("DEPTH_LIMIT"),
            sites=EverySite(),
            addresses=AddressRules(settings.crawl.allow),
            ledger=ledger,
            frontier=frontier,
            archive=archive,
            judge=judge,
            queue=queue,
            backoff=backoff,
            progress=spider.progress,
            readers=readers,
            resources=resources.pop_all(),
            sources={source.name: source for source in sources},
            seen=seen,
        )


def _sources(settings: Settings, topic: str, channel: Channel) -> tuple[Source, ...]:
    sources = load_sources(settings.sources, topic).of(channel)
    if not sources:
        raise SpecSeekError(
            f"{sources_file(settings.sources, topic)} has no {channel} source that is on, so there "
            "is nowhere to begin; write one as docs/channels.md tells"
        )
    return sources


def _fill_queue(
    conn: Connection, name: str, topic: Topic, sources: Sequence[Source], now: float
) -> None:
    """Queue the addresses of sources; those that are known get their source's present name."""
    products: tuple[str, ...] = ()
    if topic.naming and any(
        source.kind is SourceKind.SEARCH and not source.queries for source in sources
    ):
        products = tuple(current_values(conn, topic.name, topic.naming.name, _MOST_QUERIES))
    for source in sources:
        written = source.start_addresses(products)
        urls = [url for url in map(canonical_url, written) if url]
        links = [
            NewLink(url, site_of_link(url), source.name, LinkGroup.SOURCE, SOURCE_LEVEL, depth=0)
            for url in urls
        ]
        added = add_links(conn, name, links, now)
        for url in urls:
            if url not in added:
                set_link_kind(conn, name, url, source.name, LinkGroup.SOURCE)
        queue_failed_again(conn, name, urls)
        if source.every is not None:
            wait = source.every * HOUR
            plan_visits_within(conn, name, source.name, LinkGroup.SOURCE, wait)
