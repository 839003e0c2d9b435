"""A crawl begins: the last one's loose ends are tied, the queue is filled."""

from __future__ import annotations

import logging
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.names import site_of
from discovery.sampling import DiscoverySampling, sheets_from
from rules.library import RuleLibrary
from rules.reader import Relevance
from spider.crawl.context import CrawlContext
from spider.crawl.link_queue import LinkQueue, Pace
from spider.crawl.memories import KnownSites
from spider.crawl.revisit import Revisit
from spider.crawl.seen import RecentlySeen
from spider.crawl.trap_filter import TrapFilter
from spider.links.judge import LinkJudge
from spider.links.traps import TrapWatch
from spider.politeness.backoff import SiteBackoff
from spider.safety.addresses import AddressRules
from store.archive import CapturePlace, find_at
from store.archive_writer import ArchiveWriter, archive_file_sizes, cut_uncommitted_tails
from store.changes import finish_pending_changes
from store.frontier import is_queue_empty, queue_links_again, release_taken_links, stored_sheet
from store.ledger import Ledger, data_folder_lock, existing_ledger, ledger_url
from store.runs import start_run
from store.visits import committed_ends, drop_captures_beyond

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.settings import BaseSettings
    from sqlalchemy import Connection

    from core.settings import Settings
    from core.topic import Topic
    from pages.looks import Sheets
    from spider.spiders.topic import TopicSpider
    from store.archive import Capture

_log = logging.getLogger(__name__)


def finish_changes(settings: Settings) -> None:
    """Topic and rules are read when what was decided of them has been written."""
    if ledger := existing_ledger(settings):
        with ledger:
            finish_pending_changes(ledger, settings)


def open_crawl(spider: TopicSpider, scrapy_settings: BaseSettings) -> CrawlContext:
    resources = ExitStack()
    try:
        context = _open_crawl(spider, scrapy_settings["SPECSEEK"], scrapy_settings, resources)
        context.queue.load()
    except BaseException:
        resources.close()
        raise
    return context


def _open_crawl(
    spider: TopicSpider, settings: Settings, scrapy_settings: BaseSettings, resources: ExitStack
) -> CrawlContext:
    topic, now = spider.topic, time.time()
    resources.enter_context(data_folder_lock(settings.data))
    library = _checked_library(RuleLibrary(settings.rules / topic.name), topic)
    ledger = Ledger.open(settings.ledger or ledger_url(settings.data))
    resources.callback(ledger.close)
    archive_folder = settings.data / "archive"
    memories = KnownSites(topic.name)
    with ledger.transaction() as conn:
        _mend_archive(conn, archive_folder)
        run_id = start_run(conn, topic.name, now)
        _fill_queue(conn, topic.name, spider.revisit, now)
        memories.load(conn)
    archive = ArchiveWriter(archive_folder, topic.name)
    resources.callback(archive.close)
    judge = LinkJudge(topic, memories)
    traps = TrapWatch(memories, settings.crawl.trap_pages, datetime.fromtimestamp(now, UTC).year)
    trap_filter = TrapFilter(topic.name, run_id, traps, spider.progress)
    backoff = SiteBackoff()
    per_site = scrapy_settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
    return CrawlContext(
        topic=topic,
        run_id=run_id,
        limits=settings.crawl,
        depth_limit=scrapy_settings.getint("DEPTH_LIMIT"),
        sites=frozenset(map(site_of, topic.seeds)),
        addresses=AddressRules(settings.crawl.allow),
        ledger=ledger,
        archive=archive,
        library=library,
        relevance=Relevance(topic),
        discovery=DiscoverySampling(topic, stored_sheets(ledger, archive_folder, topic.name)),
        memories=memories,
        judge=judge,
        traps=traps,
        queue=LinkQueue(ledger, topic.name, judge, trap_filter, Pace(backoff, per_site)),
        backoff=backoff,
        progress=spider.progress,
        seen=RecentlySeen(),
        resources=resources,
    )


def stored_sheets(ledger: Ledger, archive: Path, topic: str) -> Sheets:
    def stored(url: str) -> Capture | None:
        with ledger.reading() as conn:
            place = stored_sheet(conn, topic, url)
        return find_at(archive, CapturePlace(*place)) if place else None

    return sheets_from(stored)


def _checked_library(library: RuleLibrary, topic: Topic) -> RuleLibrary:
    """A mistake in a rule file is told before the crawl, not in the middle of it."""
    for seed in topic.seeds:
        library.rules_for(seed)
    return library


def _mend_archive(conn: Connection, folder: Path) -> None:
    """After a crash or a power cut archive and ledger tell the same again."""
    sizes = archive_file_sizes(folder)
    missing = {file: sizes.get(file, 0) for file in committed_ends(conn)}
    if lost := drop_captures_beyond(conn, missing):
        _log.warning("Archive: %d pages are missing from it; they are fetched again", lost)
    for told in cut_uncommitted_tails(folder, committed_ends(conn)):
        _log.warning("Archive: %s", told)


def _fill_queue(conn: Connection, topic: str, revisit: Revisit, now: float) -> None:
    """Go on where the last crawl stopped; where it had finished, look at its pages again."""
    on_their_way = release_taken_links(conn, topic)
    if on_their_way:
        _log.info("%d requests were on their way when the last crawl ended", on_their_way)
    if revisit is Revisit.NONE:
        return
    everything = revisit is Revisit.ALL and is_queue_empty(conn, topic)
    again = queue_links_again(conn, topic, now, only_due=not everything)
    if again:
        _log.info("%d pages are visited again", again)
