"""What showing pages may cost."""

from __future__ import annotations

from typing import NamedTuple

MOST_PAGES = 4  # in the browser at the same time: each may keep a processor busy
MOST_REQUESTS = 200
MOST_AT_ONCE = 6  # to all hosts together; browsers send as many to one
SIZES_FETCHED = 4  # by scripts, in sizes of the largest page
SHARE_TO_SETTLE = 1 / 3  # of a page's time; the rest is for reading it on a busy machine


class PageLimits(NamedTuple):
    """The crawl's own, which hold for a page in the browser too."""

    seconds: float
    most_bytes: int
    most_redirects: int

    @property
    def seconds_to_settle(self) -> float:
        return self.seconds * SHARE_TO_SETTLE

    @property
    def most_bytes_fetched(self) -> int:
        return self.most_bytes * SIZES_FETCHED
