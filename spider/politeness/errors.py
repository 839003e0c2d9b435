"""Why a page was not asked for: robots.txt."""

from __future__ import annotations

from scrapy.exceptions import IgnoreRequest

from rules.errors import SpecSeekError


class RobotsForbidError(SpecSeekError, IgnoreRequest):
    """The site's robots.txt forbids the page."""


class RobotsUnreachableError(SpecSeekError, IgnoreRequest):
    """Whether the page is forbidden cannot be told now; the cause is what went wrong."""
