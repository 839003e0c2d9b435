"""A page from the web, through the spider's own checks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.settings import variable_of
from pages.page import Page

if TYPE_CHECKING:
    from core.settings import CrawlSettings

# Less than a web server's patience with one of its processes, whatever the settings allow.
_LONGEST_WAIT = 25.0


class NotFetchedError(SpecSeekError):
    """The page did not come; the words say why."""


def fetch_page(url: str, crawl: CrawlSettings) -> Page:
    """The page, where its last redirect led; raises NotFetchedError."""
    try:
        process = subprocess.run(
            [sys.executable, "-m", "spider.one_page"],
            input=url.encode("utf-8", "replace"),
            env=os.environ | _as_variables(crawl),
            capture_output=True,
            timeout=_LONGEST_WAIT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise NotFetchedError(
            f"{url} did not come within {_LONGEST_WAIT:.0f} seconds; upload the page instead"
        ) from error
    head, _, body = process.stdout.partition(b"\n")
    try:
        answer = json.loads(head)
    except ValueError as error:
        raise NotFetchedError(
            f"fetching {url} failed: {_last_line(process.stderr)}; upload the page instead"
        ) from error
    if "fault" in answer:
        raise NotFetchedError(f"{url}: {answer['fault']}")
    return Page.read(body, answer["url"], answer["content_type"])


def _as_variables(crawl: CrawlSettings) -> dict[str, str]:
    """Settings as the process will look for its own."""
    return {
        variable_of(("crawl", name)): ",".join(value) if isinstance(value, tuple) else str(value)
        for name, value in crawl.model_dump().items()
    }


def _last_line(words: bytes) -> str:
    return (words.decode("utf-8", "replace").strip().splitlines() or ["no reason was given"])[-1]
