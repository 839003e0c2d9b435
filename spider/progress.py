"""Progress of a crawl, in memory: the crawl updates it, the display reads it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_RATE_SECONDS = 10  # seconds; over less a rate jumps about, over more it lags behind


class Rate:
    """Events per second, over the last whole seconds."""

    def __init__(self) -> None:
        self._by_second: deque[tuple[int, int]] = deque(maxlen=_RATE_SECONDS + 1)
        self._first: int | None = None

    def count(self, now: float) -> None:
        second = int(now)
        if self._first is None:
            self._first = second
        if self._by_second and self._by_second[-1][0] == second:
            second, events = self._by_second.pop()
            self._by_second.append((second, events + 1))
        else:
            self._by_second.append((second, 1))

    def per_second(self, now: float) -> float:
        """The current second is left out: it is not over and would lower the rate."""
        current = int(now)
        first = current if self._first is None else self._first
        recent = range(max(first, current - _RATE_SECONDS), current)
        events = sum(events for second, events in self._by_second if second in recent)
        return events / max(1, len(recent))


@dataclass
class SiteProgress:
    """What came from one site in this run, and its state."""

    pages: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    errors: int = 0
    bytes: int = 0
    pictures: int = 0
    not_kept: int = 0
    waiting: int = 0
    backed_off_until: float = 0.0
    rate: Rate = field(default_factory=Rate, compare=False)

    @property
    def records(self) -> int:
        return self.new + self.changed


@dataclass
class Faults:
    """Faults of one kind: how many, and where the last one was."""

    count: int = 0
    last_at: float = 0.0
    last_site: str = ""


@dataclass
class CrawlProgress:
    """Counts of one run; times are as `time.time` gives them."""

    clock: Callable[[], float] = time.time
    started_at: float = field(init=False)
    sites: dict[str, SiteProgress] = field(init=False, default_factory=dict)
    total: SiteProgress = field(init=False, default_factory=SiteProgress)
    queued: Mapping[tuple[str, str], int] = field(init=False, default_factory=dict)
    faults: dict[str, Faults] = field(init=False, default_factory=dict)
    reason: str = field(init=False, default="")  # why the run ended, if Scrapy does not know

    def __post_init__(self) -> None:
        self.started_at = self.clock()

    def page(
        self,
        site: str,
        size: int,
        *,
        new: int = 0,
        changed: int = 0,
        unchanged_page: bool = False,
    ) -> None:
        """Count a page: its bytes, its new or changed records, or that it is unchanged."""
        now = self.clock()
        for counts in (self.site(site), self.total):
            counts.pages += 1
            counts.bytes += size
            counts.new += new
            counts.changed += changed
            counts.unchanged += unchanged_page
            counts.rate.count(now)

    def not_kept(self, site: str) -> None:
        """Count a page that was read and is not kept; the ledger has the reason."""
        for counts in (self.site(site), self.total):
            counts.not_kept += 1

    def picture(self, site: str, size: int) -> None:
        """Count a picture that was kept, and the bytes it came in."""
        for counts in (self.site(site), self.total):
            counts.pictures += 1
            counts.bytes += size

    def fault(self, site: str, kind: str) -> None:
        """Count a fault; the error register has the details."""
        for counts in (self.site(site), self.total):
            counts.errors += 1
        faults = self.faults.setdefault(kind, Faults())
        faults.count += 1
        faults.last_at, faults.last_site = self.clock(), site

    def queue(self, counts: Mapping[tuple[str, str], int]) -> None:
        """How many links there are by (group, state), as the ledger counts them."""
        self.queued = dict(counts)

    def waiting(self, site: str, links: int, until: float = 0.0) -> None:
        """How many links of a site wait, and until when the site asked for a pause."""
        one = self.site(site)
        self.total.waiting += links - one.waiting
        one.waiting, one.backed_off_until = links, until

    def site(self, name: str) -> SiteProgress:
        return self.sites.setdefault(name, SiteProgress())

    @property
    def bytes(self) -> int:
        return self.total.bytes

    @property
    def elapsed(self) -> float:
        return max(0.0, self.clock() - self.started_at)

    def links(self, *states: str) -> int:
        """The number of links in these states, of all groups."""
        return sum(count for (_group, state), count in self.queued.items() if state in states)
