"""What one crawl works with, and how it is opened.

Opening cleans up after the last crawl (archive and ledger are brought in line, links that were in
flight go back to the queue), then fills the queue. What earlier crawls learned about each site is
loaded from the ledger, and saved there again. On PostgreSQL it joins the crawlers that work on the
same crawl already.
"""

from __future__ import annotations

import json
import logging
import secrets
import socket
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SpecSeekError
from core.files import remove_leftovers, replace_file
from core.names import site_of
from core.settings import folders_written
from discovery.sampling import sheets_from
from rules.library import RuleLibrary
from rules.page_rows import ENOUGH_PAGES
from spider.found_links import picture_link
from spider.link_queue import LinkQueue, Pace, QueueLimits, TrapFilter
from spider.links.judge import TOPIC_WIDE, LinkJudge
from spider.links.site_knowledge import SiteKnowledge
from spider.links.traps import TrapWatch
from spider.politeness.throttle import SiteBackoff
from spider.reading import ProductReader
from spider.reading_pool import ReadingPool
from spider.safety.addresses import AddressRules
from store.archive import CapturePlace, find_at
from store.archive_state import next_mark, settle_archive, write_mark
from store.archive_writer import ArchiveWriter
from store.changes import finish_pending_changes
from store.database import steady_time
from store.frontier import (
    add_links,
    is_queue_empty,
    queue_links_again,
)
from store.ledger import (
    Ledger,
    data_folder_lock,
    existing_ledger,
    ledger_url,
    refuse_during_writing_job,
)
from store.pictures import unfetched_pictures
from store.records import has_records_by_rule
from store.redis_frontier import RedisFrontier, connect
from store.runs import load_site_memories, load_site_memory, save_site_memory
from store.shared_frontier import LedgerFrontier, SharedLedgerFrontier, begin_run
from store.spool import archive_of
from store.style_sheets import stored_sheet
from store.visits import HOUR, next_visit

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping
    from pathlib import Path

    from scrapy.settings import BaseSettings
    from sqlalchemy import Connection

    from core.settings import CrawlSettings, Settings
    from core.topic import Topic
    from discovery.sampling import SiteSample
    from pages.looks import Sheets
    from rules.page_rows import SiteMemory as RowMemory
    from spider.page_worker import Read
    from spider.progress import CrawlProgress
    from spider.reading import FetchResult
    from spider.spiders import TopicSpider
    from store.archive import Capture
    from store.archive_state import ArchiveMark
    from store.frontier import QueuedLink
    from store.shared_frontier import Frontier
    from store.spool import ArchiveFolder, SpooledArchive


@dataclass(frozen=True)
class CrawlContext:
    """What every crawl works with; `resources` closes everything that must be closed."""

    name: str  # of the crawl in the ledger
    topic: Topic
    run_id: int
    limits: CrawlSettings
    depth_limit: int
    sites: Container[str]  # the crawl does not leave them
    addresses: AddressRules
    ledger: Ledger
    frontier: Frontier
    archive: ArchiveWriter
    judge: LinkJudge
    queue: LinkQueue
    backoff: SiteBackoff
    progress: CrawlProgress
    readers: ReadingPool
    resources: ExitStack

    def next_visit(self, answer: FetchResult, *, changed: bool) -> float:
        return next_visit(
            answer.now,
            answer.known,
            changed=changed,
            shortest=self.limits.revisit_hours_least * HOUR,
            longest=self.limits.revisit_hours_most * HOUR,
        )

    def given_up(self, conn: Connection, link: QueuedLink) -> None:
        """Called when a link is given up, in the transaction that records it."""

    def save_learned(self, conn: Connection, now: float) -> None:
        """At the end: what the next crawl should know."""


@dataclass(frozen=True)
class ProductContext(CrawlContext):
    """What a crawl for products works with; made by `open_crawl`."""

    data: Path  # folder of the thumbnails, among others
    library: RuleLibrary
    sheets: Sheets
    samples: dict[str, SiteSample]
    memories: KnownSites
    traps: TrapWatch
    seen: RecentlySeen

    def save_learned(self, conn: Connection, now: float) -> None:
        self.memories.write_sites(conn, self.queue.sites_held, now)


# Whether and when pages of earlier crawls are fetched again.


class Revisit(StrEnum):
    ALL = "all"
    DUE = "due"
    NONE = "none"

    @classmethod
    def named(cls, word: str) -> Revisit:
        try:
            return cls(word)
        except ValueError as error:
            choices = ", ".join(cls)
            raise SpecSeekError(f"revisit={word!r} is unknown; choose one of {choices}") from error


# Opening a crawl: clean up after the last one, then fill the queue.


_log = logging.getLogger(__name__)


def finish_changes(settings: Settings) -> None:
    """Write pending review decisions to topic and rule files before these are read."""
    if ledger := existing_ledger(settings):
        with ledger:
            finish_pending_changes(ledger, settings)


def open_crawl(spider: TopicSpider, scrapy_settings: BaseSettings) -> ProductContext:
    settings: Settings = scrapy_settings["SPECSEEK"]
    topic = spider.topic
    with ExitStack() as resources:
        readers = opened_readers(ProductReader(topic).read, settings, resources)
        resources.enter_context(data_folder_lock(settings.data))
        library = _checked_library(RuleLibrary(settings.rules / topic.name), topic)
        memories = KnownSites(topic.name)
        ledger, frontier, archive, run_id = open_store(settings, topic.name, resources)
        _require_rules_in_use(ledger, library, topic)
        now = steady_time()

        def fill(conn: Connection) -> None:
            if not frontier.others_run(conn):
                _fill_queue(conn, topic.name, spider.revisit, now)
                _queue_pictures(conn, topic.name, now)
            memories.load(conn)

        ledger.write(fill)
        judge, backoff = LinkJudge(topic, memories), SiteBackoff()
        year = datetime.fromtimestamp(now, UTC).year
        traps = TrapWatch(memories, settings.crawl.trap_pages, year)
        trap_filter = TrapFilter(topic.name, run_id, traps, spider.progress)
        pace = pace_of(scrapy_settings, backoff)
        queue = LinkQueue(
            ledger,
            frontier,
            judge,
            trap_filter,
            pace,
            memories=memories,
            most=queue_limits(settings),
        )
        queue.load(now)
        return ProductContext(
            name=topic.name,
            topic=topic,
            run_id=run_id,
            limits=settings.crawl,
            depth_limit=scrapy_settings.getint("DEPTH_LIMIT"),
            sites=frozenset(map(site_of, topic.seeds)),
            addresses=AddressRules(settings.crawl.allow),
            ledger=ledger,
            frontier=frontier,
            archive=archive,
            data=settings.data,
            library=library,
            sheets=stored_sheets(ledger, archive.folder, topic.name),
            samples={},
            memories=memories,
            judge=judge,
            traps=traps,
            queue=queue,
            backoff=backoff,
            progress=spider.progress,
            seen=RecentlySeen(),
            readers=readers,
            resources=resources.pop_all(),
        )


def opened_readers(read: Read, settings: Settings, resources: ExitStack) -> ReadingPool:
    """Started before anything else is opened, so that their processes share no open files."""
    readers = ReadingPool(read, settings.crawl)
    resources.callback(readers.close)
    return readers


class OpenedStore(NamedTuple):
    ledger: Ledger
    frontier: LedgerFrontier
    archive: ArchiveWriter
    run_id: int


# A database server that is restarted, or moved to another host, is waited for.
_PATIENCE = 300.0  # seconds


def open_store(settings: Settings, name: str, resources: ExitStack) -> OpenedStore:
    """Open ledger and archive and bring them in line; a run begins.

    What the last run had taken from the queue is put back. The data folder is locked already.
    """
    url = settings.ledger or ledger_url(settings.data)
    if settings.frontier and not settings.ledger.startswith("postgresql"):
        raise SpecSeekError(
            "the setting frontier is for crawlers that share a ledger on PostgreSQL: set ledger, "
            'too, or frontier = ""'
        )
    remove_leftovers(folders_written(settings))
    ledger = Ledger.open(url, patience=_PATIENCE)
    resources.callback(ledger.close)
    resources.enter_context(ledger.crawl_lock())
    folder = archive_of(settings)
    crawler = crawler_name(settings.data) if ledger.is_shared else ""

    def begin(conn: Connection) -> tuple[int, int, list[str], ArchiveMark]:
        refuse_during_writing_job(conn)
        settled = settle_archive(conn, folder, crawler)
        return *begin_run(conn, name, steady_time(), crawler), settled, next_mark(conn, folder)

    run_id, on_their_way, settled, mark = ledger.write(begin)
    write_mark(ledger, folder, mark)
    resources.callback(_raise_mark, ledger, folder)
    for told in settled:
        _log.warning("Archive: %s", told)
    if on_their_way:
        _log.info("%d requests were in flight when the last crawl ended", on_their_way)
    # With the run's number, for crawlers on other hosts write files of their own.
    archive = ArchiveWriter(folder, f"{name.replace(':', '-')}-{run_id}", part_of=name)
    resources.callback(archive.close)
    archive.move_left_behind()
    frontier = _frontier(settings, ledger, name, run_id, resources)
    return OpenedStore(ledger, frontier, archive, run_id)


def _raise_mark(ledger: Ledger, folder: Path | SpooledArchive) -> None:
    """At the end of a run, so that an older copy of the ledger can be told apart."""
    try:
        mark = ledger.write(lambda conn: next_mark(conn, folder))
        write_mark(ledger, folder, mark)
    except (SpecSeekError, OSError) as error:  # what was fetched is stored all the same
        _log.warning("Archive: its mark stays as it was when the crawl began: %s", error)


def _frontier(
    settings: Settings, ledger: Ledger, name: str, run_id: int, resources: ExitStack
) -> LedgerFrontier:
    if not settings.frontier:
        kind = SharedLedgerFrontier if ledger.is_shared else LedgerFrontier
        return kind(name, run_id)
    redis = connect(settings.frontier)
    resources.callback(redis.close)
    return RedisFrontier(redis, ledger, name, run_id)


def crawler_name(folder: Path) -> str:
    """Host, data folder, and a number that the folder keeps: hosts may have the same name."""
    file = folder / "crawler-id"
    try:
        number = file.read_text("ascii").strip()
    except FileNotFoundError:
        number = secrets.token_hex(4)
        replace_file(file, number.encode())
    return f"{socket.gethostname()}:{folder.resolve()} ({number})"


def queue_limits(settings: Settings) -> QueueLimits:
    return QueueLimits(settings.crawl.queue_per_site, settings.crawl.queue)


def pace_of(scrapy_settings: BaseSettings, backoff: SiteBackoff) -> Pace:
    return Pace(
        backoff,
        per_site=scrapy_settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"),
        delay=scrapy_settings.getfloat("DOWNLOAD_DELAY"),
        all_sites=scrapy_settings.getint("CONCURRENT_REQUESTS"),
    )


def stored_sheets(ledger: Ledger, archive: ArchiveFolder, topic: str) -> Sheets:
    def stored(url: str) -> Capture | None:
        place = ledger.read(lambda conn: stored_sheet(conn, topic, url))
        return find_at(archive, CapturePlace(*place)) if place else None

    return sheets_from(stored)


def _checked_library(library: RuleLibrary, topic: Topic) -> RuleLibrary:
    """Report mistakes in rule files before the crawl, not in the middle of it."""
    for seed in topic.seeds:
        library.rules_for(seed)
    return library


def _require_rules_in_use(ledger: Ledger, library: RuleLibrary, topic: Topic) -> None:
    """Fail if rules were used before and there are none now: perhaps a disk is not mounted."""
    if library.is_empty and ledger.read(lambda conn: has_records_by_rule(conn, topic.name)):
        raise SpecSeekError(
            f"{library.folder} has no rule file, but records of {topic.name} were read by rules; "
            "is a disk not mounted, or the setting `rules` another one? If the rules are gone on "
            f"purpose, first: specseek reread --topic {topic.name} --yes"
        )


def _fill_queue(conn: Connection, topic: str, revisit: Revisit, now: float) -> None:
    """Resume the last crawl; if it had finished, revisit its pages."""
    if revisit is Revisit.NONE:
        return
    everything = revisit is Revisit.ALL and is_queue_empty(conn, topic)
    again = queue_links_again(conn, topic, now, only_due=not everything)
    if again:
        _log.info("%d pages are visited again", again)


def _queue_pictures(conn: Connection, topic: str, now: float) -> None:
    """Pictures that were found by reading stored pages again, without a visit."""
    unfetched = unfetched_pictures(conn, topic)
    links = [picture_link(one.url, one.link_id, one.depth + 1) for one in unfetched]
    add_links(conn, topic, links, now)


# What is learned about each site, kept in the ledger so that the next crawl resumes with it.


_VISITS_BETWEEN_WRITES = 50  # visits between saves; a crash loses that much learning, but no page


class KnownSites(dict[str, SiteKnowledge]):
    """Knowledge by site; saved now and then in a page's transaction, and at the end."""

    def __init__(self, topic: str) -> None:
        super().__init__()
        self._topic = topic
        self._visits: Counter[str] = Counter()

    def load(self, conn: Connection) -> None:
        for site, learned in load_site_memories(conn, self._topic).items():
            self._read(site, learned)

    def load_sites(self, conn: Connection, sites: Collection[str]) -> None:
        """What the crawler that held them before has learned."""
        for site in sites:
            if learned := load_site_memory(conn, self._topic, site):
                self._read(site, learned)

    def _read(self, site: str, learned: str) -> None:
        try:
            self[site] = SiteKnowledge.from_json(json.loads(learned))
        except (ArithmeticError, LookupError, TypeError, ValueError):
            # Written by another version: learn it again, nothing else depends on it.
            _log.info("What was learned about %s cannot be read and is forgotten", site)

    def rows(self, site: str) -> RowMemory | None:
        """What the rows of a site's product pages have in common, if any were read."""
        memory = self.get(site)
        return memory.rows if memory else None

    def wants_names(self, site: str) -> bool:
        """Whether the rows of another product page would be remembered."""
        memory = self.rows(site)
        return memory is None or memory.pages < ENOUGH_PAGES

    def remember(self, site: str, names: Mapping[str, Collection[int]]) -> None:
        """Add the rows of one more product page, up to a limit."""
        memory = self.setdefault(site, SiteKnowledge())
        if memory.rows.pages < ENOUGH_PAGES:
            memory.rows.add_names(names)

    def remember_picture(self, site: str, url: str) -> None:
        """Add the picture of one more product page."""
        self.setdefault(site, SiteKnowledge()).rows.add_picture(url)

    def write_when_due(self, conn: Connection, site: str, now: float) -> None:
        self._visits[site] += 1
        if self._visits[site] % _VISITS_BETWEEN_WRITES == 0 and site in self:
            save_site_memory(conn, self._topic, site, json.dumps(self[site].to_json()), now)

    def write_sites(self, conn: Connection, sites: Collection[str] | None, now: float) -> None:
        """Of these sites, and what holds for the topic as a whole; None for all."""
        for site, memory in self.items():
            if sites is None or site in sites or (sites and site == TOPIC_WIDE):
                save_site_memory(conn, self._topic, site, json.dumps(memory.to_json()), now)


# URLs seen recently: most links of a page are on every page of its site.


_MOST_SEEN = 100_000


class RecentlySeen:
    """A cache in front of the ledger, which knows all URLs."""

    def __init__(self, most: int = _MOST_SEEN) -> None:
        self._most = most
        self._lately: set[str] = set()
        self._before: set[str] = set()

    def __contains__(self, url: str) -> bool:
        return url in self._lately or url in self._before

    def add(self, url: str) -> None:
        """Add a URL; when the newer half is full, the older half is dropped."""
        if len(self._lately) >= self._most // 2:
            self._before, self._lately = self._lately, set()
        self._lately.add(url)
