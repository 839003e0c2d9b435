"""What one crawl works with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import ExitStack

    from core.settings import CrawlSettings
    from core.topic import Topic
    from discovery.sampling import DiscoverySampling
    from rules.library import RuleLibrary
    from rules.reader import Relevance
    from spider.crawl.link_queue import LinkQueue
    from spider.crawl.memories import KnownSites
    from spider.crawl.seen import RecentlySeen
    from spider.links.judge import LinkJudge
    from spider.links.traps import TrapWatch
    from spider.politeness.backoff import SiteBackoff
    from spider.progress import CrawlProgress
    from spider.safety.addresses import AddressRules
    from store.archive_writer import ArchiveWriter
    from store.ledger import Ledger


@dataclass(frozen=True)
class CrawlContext:
    """Opened by `opening.opened`; `resources` closes what must be closed."""

    topic: Topic
    run_id: int
    limits: CrawlSettings
    depth_limit: int
    sites: frozenset[str]  # those of the seeds: the crawl stays on them
    addresses: AddressRules
    ledger: Ledger
    archive: ArchiveWriter
    library: RuleLibrary
    relevance: Relevance
    discovery: DiscoverySampling
    memories: KnownSites
    judge: LinkJudge
    traps: TrapWatch
    queue: LinkQueue
    backoff: SiteBackoff
    progress: CrawlProgress
    seen: RecentlySeen
    resources: ExitStack
