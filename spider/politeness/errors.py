"""Why a page was not asked for: robots.txt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import IgnoreRequest

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from spider.faults import Fault


class RobotsForbidError(SpecSeekError, IgnoreRequest):
    """The site's robots.txt forbids the page."""

    def __init__(self, url: str) -> None:
        super().__init__(f"The site's robots.txt forbids {url}.")


class RobotsUnreachableError(SpecSeekError, IgnoreRequest):
    """What robots.txt forbids cannot be told now, nor asked again before a time.

    `until` is in seconds since the epoch; trying a page earlier gives the same error.
    """

    def __init__(self, origin: str, fault: Fault, until: float) -> None:
        super().__init__(
            f"{origin}/robots.txt could not be read, so nothing was asked: {fault.words}"
        )
        self.kind = fault.kind
        self.until = until
