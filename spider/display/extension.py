"""The Scrapy extension that shows progress: live on a terminal, or as lines of a log."""

from __future__ import annotations

import atexit
import logging
import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from rich.console import Console
from rich.live import Live
from scrapy import Spider, signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import AsyncioLoopingCall, create_looping_call
from scrapy.utils.log import get_scrapy_root_handler

from core.logs import log_as_json
from spider.display.views import OPEN_STATES, EndView, LiveView
from spider.display.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        if self._settings.getbool("LOG_AS_JSON"):
            log_as_json(logging.root)  # not before: Scrapy replaces its handler while it starts
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
    if drawable and not _must_be_plain(settings):
        return TerminalDisplay(title, progress, console)
    return LogDisplay(progress)


def _must_be_plain(settings: BaseSettings) -> bool:
    """Whether drawing would garble the log, or records on the same terminal (`-o -:jl`)."""
    if settings.getbool("LOG_AS_JSON"):
        return True
    feeds = map(str, settings.getdict("FEEDS"))
    return sys.stdout.isatty() and any(uri.startswith(("stdout:", "-")) for uri in feeds)


# The two displays: a live view on a terminal, lines in a log.


logger = logging.getLogger(__name__)

_WIDTH_OF_A_LOG = 100  # columns; a log has no width of its own


class ProgressDisplay(Protocol):
    seconds: float  # between two refreshes

    def start(self) -> None: ...

    def refresh(self) -> None: ...

    def end(self, reason: str) -> None: ...


class TerminalDisplay:
    seconds = 0.5

    def __init__(self, title: str, progress: CrawlProgress, console: Console) -> None:
        self._progress = progress
        self._console = console
        # Drawn by the crawl's own thread: others must not read while it writes.
        self._live = Live(
            LiveView(title, progress),
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,  # feeds may go there
        )
        self._open = ExitStack()

    def start(self) -> None:
        self._open.enter_context(log_above(self._console))
        self._open.enter_context(self._live)
        # A second Ctrl-C ends Scrapy at once; the cursor must still be restored.
        atexit.register(self._open.close)

    def refresh(self) -> None:
        self._live.refresh()

    def end(self, reason: str) -> None:
        self._open.close()
        atexit.unregister(self._open.close)
        self._console.print(EndView(self._progress, reason))


class LogDisplay:
    seconds = 10.0

    def __init__(self, progress: CrawlProgress) -> None:
        self._progress = progress

    def start(self) -> None:
        pass  # the first line comes with the first refresh

    def refresh(self) -> None:
        logger.info(plain_line(self._progress))

    def end(self, reason: str) -> None:
        console = Console(width=_WIDTH_OF_A_LOG, color_system=None, force_terminal=False)
        with console.capture() as captured:
            console.print(EndView(self._progress, reason))
        table = "\n".join(line.rstrip() for line in captured.get().splitlines())
        logger.info("The crawl has ended\n%s", table)


# The progress in one line of a log.


def plain_line(progress: CrawlProgress) -> str:
    total, now = progress.total, progress.clock()
    return (
        f"pages {total.pages} ({total.rate.per_second(now):.1f}/s), "
        f"records {total.records}, unchanged {total.unchanged}, "
        f"queue {progress.links(*OPEN_STATES)}, errors {total.errors}"
    )


# Log lines above the live view.


_LONGEST_LINE = 2000


class _AboveTheLiveView(logging.Handler):
    """Prints log lines above the live view, through the same console."""

    def __init__(self, console: Console) -> None:
        super().__init__(logging.WARNING)
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        try:
            style = "red" if record.levelno >= logging.ERROR else "yellow"
            for line in self.format(record).splitlines():
                self._console.print(shown(line, style, _LONGEST_LINE))
        except Exception:  # noqa: BLE001 - a handler must not raise; logging tells of it its own way
            self.handleError(record)


@contextmanager
def log_above(console: Console) -> Iterator[None]:
    """Send warnings and errors through the console instead of to standard error.

    A log file that the user asked for is not affected.
    """
    usual = get_scrapy_root_handler()
    if type(usual) is not logging.StreamHandler:
        yield
        return
    above = _AboveTheLiveView(console)
    above.setLevel(max(usual.level, above.level))
    above.setFormatter(usual.formatter)
    logging.root.removeHandler(usual)
    logging.root.addHandler(above)
    try:
        yield
    finally:
        logging.root.removeHandler(above)
        logging.root.addHandler(usual)
