"""The Scrapy extension that shows how the crawl goes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from rich.console import Console
from scrapy import Spider, signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import AsyncioLoopingCall, create_looping_call

from spider.display.faces import LogDisplay, ProgressDisplay, TerminalDisplay

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from twisted.internet.task import LoopingCall

    from spider.progress import CrawlProgress


@runtime_checkable
class ShowsProgress(Protocol):
    """A spider whose progress can be shown."""

    progress: CrawlProgress


class CrawlDisplay:
    """Live on a terminal, plain log lines elsewhere; nothing with `--nolog`."""

    def __init__(self, crawler: Crawler) -> None:
        self._settings = crawler.settings
        self._display: ProgressDisplay | None = None
        self._loop: AsyncioLoopingCall | LoopingCall | None = None
        crawler.signals.connect(self.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not crawler.settings.getbool("LOG_ENABLED"):
            raise NotConfigured
        return cls(crawler)

    def spider_opened(self, spider: Spider) -> None:
        if not isinstance(spider, ShowsProgress):
            return
        self._display = _display_for(spider.name, spider.progress, self._settings)
        self._display.start()
        self._loop = create_looping_call(self._display.refresh)
        self._loop.start(self._display.seconds, now=False)

    def spider_closed(self, reason: str) -> None:
        if self._loop is not None and self._loop.running:
            self._loop.stop()
        if self._display is not None:
            self._display.end(reason)


def _display_for(title: str, progress: CrawlProgress, settings: BaseSettings) -> ProgressDisplay:
    console = Console(stderr=True)
    drawable = sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal
    if drawable and not _data_runs_down_the_screen(settings):
        return TerminalDisplay(title, progress, console)
    return LogDisplay(progress)


def _data_runs_down_the_screen(settings: BaseSettings) -> bool:
    """`-o -:jl` without a pipe behind it: drawing would tear the data apart."""
    return sys.stdout.isatty() and any(
        str(uri).startswith(("stdout:", "-")) for uri in settings.getdict("FEEDS")
    )
