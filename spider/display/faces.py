"""The two ways to show a crawl: drawn on a terminal, told line by line in a log."""

from __future__ import annotations

import atexit
import logging
from contextlib import ExitStack
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.live import Live

from spider.display.end_view import EndView
from spider.display.live_view import LiveView
from spider.display.plain_line import plain_line
from spider.display.terminal_log import log_above

if TYPE_CHECKING:
    from spider.progress import CrawlProgress

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
        # Drawn by the crawl's own thread: no other may read what it is changing.
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
        # A second Ctrl-C ends Scrapy at once; the cursor must come back all the same.
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
