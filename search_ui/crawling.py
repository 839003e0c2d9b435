"""A crawl that was started on the labelling page: `scrapy crawl`, bounded, with a way to stop it.

The process that works beside the server (`background.py`) runs it as a child and waits for its end.
The folder that they share has its lock, its log, and the file that asks it to stop. One crawl at a
time uses a data folder, wherever it was started: Scrapy's process takes the folder's lock itself.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.files import is_locked, lock
from core.settings import as_variables

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings


# Of one crawl; the next one goes on where it ended. Fewer if the settings say so.
MOST_PAGES = 500
MOST_MINUTES = 30.0

_LOCK, _STOP, _LOG = "crawling.lock", "stop-crawl", "crawl-log.txt"
_PAUSE = 0.5  # seconds between two checks whether it should stop
_GOOD_ENDS = {0, 130, -signal.SIGINT}  # done, or stopped, or stopped before it had begun
_MOST_LOG = 4_000  # bytes at its end that may have the reason of a failure


class CrawlFailedError(SpecSeekError):
    """The crawl ended early; the message has the last line of its log."""


def run_crawl(settings: Settings, topic_name: str, folder: Path) -> None:
    """Crawl the topic, and wait for the end; CrawlFailedError if it failed."""
    with lock(folder / _LOCK):
        (folder / _STOP).unlink(missing_ok=True)
        with (folder / _LOG).open("wb") as log:
            crawl = subprocess.Popen(  # noqa: S603 - our own command
                crawl_command(topic_name),
                env=os.environ | crawl_variables(settings),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
            status = _wait(crawl, folder)
    if status not in _GOOD_ENDS:
        raise CrawlFailedError(_last_words(folder / _LOG) or f"the crawl ended with {status}")


def crawl_command(topic_name: str) -> list[str]:
    """Only what is new or due is fetched: people click this button more than once."""
    scrapy = [sys.executable, "-m", "scrapy", "crawl", "topic", "-L", "WARNING"]
    return [*scrapy, "-a", f"topic={topic_name}", "-a", "revisit=due"]


def crawl_variables(settings: Settings) -> dict[str, str]:
    pages, minutes = most_pages(settings), most_minutes(settings)
    crawl = settings.crawl.model_copy(update={"pages": pages, "minutes": minutes})
    bounded = settings.model_copy(update={"crawl": crawl})
    return {"SCRAPY_SETTINGS_MODULE": "specseek.crawl_settings"} | as_variables(bounded)


def most_pages(settings: Settings) -> int:
    return min(settings.crawl.pages or MOST_PAGES, MOST_PAGES)


def most_minutes(settings: Settings) -> float:
    return min(settings.crawl.minutes or MOST_MINUTES, MOST_MINUTES)


def _wait(crawl: subprocess.Popen[bytes], folder: Path) -> int:
    """Until it ends; it is asked once to stop, and then finishes what is on its way."""
    is_asked = False
    while True:
        try:
            return crawl.wait(_PAUSE)
        except subprocess.TimeoutExpired:
            if not is_asked and (folder / _STOP).exists():
                crawl.send_signal(signal.SIGINT)
                is_asked = True


def _last_words(log: Path) -> str:
    lines = log.read_bytes()[-_MOST_LOG:].decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def is_crawling(folder: Path) -> bool:
    """Whether a crawl runs that was started here."""
    return is_locked(folder / _LOCK)


def stop_crawl(folder: Path) -> None:
    if is_crawling(folder):
        (folder / _STOP).touch()


def is_stopping(folder: Path) -> bool:
    return is_crawling(folder) and (folder / _STOP).exists()
