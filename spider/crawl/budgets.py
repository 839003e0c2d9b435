"""What one run may cost; Scrapy itself watches over the number of pages and the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider.crawl.ending import BYTE_BUDGET

if TYPE_CHECKING:
    from spider.crawl.parts import CrawlParts


def over_budget(parts: CrawlParts, site: str) -> str | None:
    """Why the run must end now; a site that had its pages is left alone for the rest of it."""
    limits, progress = parts.limits, parts.progress
    if limits.pages_per_site and progress.site(site).pages >= limits.pages_per_site:
        parts.queue.shut(site)
    over = limits.megabytes and progress.total.bytes >= limits.megabytes * 1_000_000
    return BYTE_BUDGET if over else None
