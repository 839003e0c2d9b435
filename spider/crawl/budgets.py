"""What one run may cost; Scrapy itself watches over the number of pages and the time."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spider.crawl.ending import BYTE_BUDGET

if TYPE_CHECKING:
    from core.settings import CrawlSettings
    from spider.crawl.link_queue import LinkQueue


class Budgets:
    """Every answer costs, also one that leads elsewhere or says that nothing is there."""

    def __init__(self, limits: CrawlSettings, queue: LinkQueue) -> None:
        self._limits = limits
        self._queue = queue
        self._answers: Counter[str] = Counter()
        self._bytes = 0

    def spend(self, site: str, size: int) -> str | None:
        """Why the run must end now; a site that had its pages is left alone for the rest of it."""
        self._answers[site] += 1
        self._bytes += size
        if 0 < self._limits.pages_per_site <= self._answers[site]:
            self._queue.shut(site)
        return BYTE_BUDGET if 0 < self._limits.megabytes * 1_000_000 <= self._bytes else None
