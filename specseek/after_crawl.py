"""Proposes repairs at the end of a crawl, for sites whose pages can no longer be read as before."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy import Spider, signals

from core.errors import SpecSeekError
from review.context import ReviewContext
from review.repairs import propose_repairs
from spider.crawl import EXIT_STATUS
from spider.spiders import TopicSpider
from store.ledger import Ledger, ledger_url

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from core.settings import Settings
    from review.repairs import RepairFinding

_log = logging.getLogger(__name__)


class RepairAfterCrawl:
    """A Scrapy extension. Takes one query if all sites are fine, some seconds per site if not."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler.settings["SPECSEEK"])
        crawler.signals.connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def spider_closed(self, spider: Spider, reason: str) -> None:
        """The crawl has closed its ledger; nothing is done if it was stopped by hand."""
        if not isinstance(spider, TopicSpider) or EXIT_STATUS.get(reason) != 0:
            return
        try:
            with Ledger.open(self._settings.ledger or ledger_url(self._settings.data)) as ledger:
                for finding in propose_repairs(
                    ReviewContext(self._settings, spider.topic.name, ledger)
                ):
                    _log.warning("%s. %s", finding.loss, _outcome(finding))
        except SpecSeekError as problem:
            _log.error("The repair check failed: %s", problem)


def _outcome(finding: RepairFinding) -> str:
    if finding.repair is None:
        return f"ALARM: {finding.alarm}"
    sure = finding.repair.predicted.f1
    number = finding.change
    return f"A repair waits, F1 about {sure:.2f}: specseek rules confirm {number} (or drop)"
