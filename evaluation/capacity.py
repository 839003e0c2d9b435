"""What would a crawl of a billion pages need? The crawl's own choosing, on a simulated web.

Simulated, event by event: crawlers that hold sites, choose by `spider.link_queue.Chooser`, wait for
each host's pause, for answers of a host's own speed, and for their one processor. The web has all
its hosts and pages; of a crawl of months a stretch is simulated at some of its moments. Solved
exactly: how many pages politeness lets anyone fetch by a time. The rest is arithmetic with costs
that `python -m evaluation costs` measures.
"""

from __future__ import annotations

import heapq
import time
import tracemalloc
from collections import Counter
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from core.topic import shipped_topic
from spider.link_queue import Chooser
from spider.links.judge import LinkBucket, LinkJudge

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Tell = Callable[[str], None]

_DAY = 86_400.0
_FETCHES_PER_CRAWLER = 100
_SHARES = (0.5, 0.9, 0.99, 1.0)
_SHAPES = (("/list/#", 2), ("/item/#", 3), ("/about", 1))  # and levels: the buckets of a site


@dataclass(frozen=True)
class Assumptions:
    """Of the web, of how it is crawled, and of a machine; times are in seconds."""

    hosts: int = 1_000_000
    pages: int = 1_000_000_000
    tail: float = 1.1
    """Pages per host are Pareto distributed: ten times as many have 10**-tail as many hosts."""
    largest: int = 10_000_000
    delay: float = 0.5
    latency: float = 0.4
    """The median of hosts; two thirds of them are within a factor of 2, and so are answers."""
    spread: float = 0.7
    timeouts: float = 0.005
    timeout: float = 30.0
    concurrency: int = 16
    per_site: int = 4
    sites_per_request: int = 4
    page_cost: float = 0.04
    """Processor time of a crawler for a page: fetched, read and stored, see `costs`."""
    cores: int = 8
    """Of a machine; a crawler has one of them to itself."""


# The web.


def host_sizes(web: Assumptions) -> NDArray[np.float64]:
    """Pages of each host, the largest first: quantiles of the distribution, nothing is drawn."""
    ranks = (np.arange(web.hosts) + 0.5) / web.hosts
    sizes = ranks ** (-1 / web.tail)
    low, high = 0.0, float(web.largest)
    for _ in range(100):  # the factor that gives as many pages as wanted, with the largest cut off
        middle = (low + high) / 2
        total = np.clip(sizes * middle, 1, web.largest).sum()
        low, high = (middle, high) if total < web.pages else (low, middle)
    found: NDArray[np.float64] = np.clip(np.round(sizes * high), 1, web.largest)
    return found


def latencies(web: Assumptions) -> NDArray[np.float64]:
    """The median latency of each host, in no relation to its size."""
    drawn: NDArray[np.float64] = web.latency * np.exp(
        np.random.default_rng(1).normal(0, web.spread, web.hosts)
    )
    return drawn


# What politeness allows, exactly.


def polite_days(sizes: NDArray[np.float64], pauses: NDArray[np.float64]) -> dict[float, float]:
    """Share of all pages → days after which it can be there, however many crawlers there are.

    A host gives a page after each of its pauses until it has no more.
    """
    total, found = sizes.sum(), {}
    for share in _SHARES:
        low, high = 0.0, float((sizes * pauses).max())
        for _ in range(60):
            middle = (low + high) / 2
            done = np.minimum(sizes, middle / pauses).sum()
            low, high = (middle, high) if done < share * total - 0.5 else (low, middle)
        found[share] = high / _DAY
    return found


# Crawlers, event by event.


class Stretch(NamedTuple):
    """What a number of crawlers did at a moment of the crawl."""

    crawlers: int
    done_before: float
    hosts_left: int
    pages_per_second: float
    processor_share: float
    """How much of their time the crawlers' processors were busy."""


class SimulatedCrawl:
    """Crawlers share the hosts that have pages left, each holding some of them until empty."""

    def __init__(
        self,
        web: Assumptions,
        crawlers: int,
        left: NDArray[np.float64],
        speed: NDArray[np.float64],
    ) -> None:
        self._web = web
        self._rng = np.random.default_rng(2)
        self._left, self._speed = left, speed
        self._free = list(self._rng.permutation(np.flatnonzero(left)))
        self._next_at: dict[str, float] = {}  # of a host: its earliest next request
        self._events: list[tuple[float, int, _Crawler, str, bool]] = []
        self._order = count()
        self.fetched: Counter[str] = Counter()
        self.crawlers = [_Crawler(web) for _ in range(crawlers)]

    def run(self, pages: int) -> tuple[float, float]:
        """Until so many pages came, or all: seconds after the first tenth, and pages in them."""
        for crawler in self.crawlers:
            self._hold(crawler)
            self._go_on(crawler, 0.0)
        came, before, began, now = 0, 0, 0.0, 0.0
        while self._events and came < pages:
            now, _, crawler, site, is_read = heapq.heappop(self._events)
            if not is_read:  # it has come, and waits for the processor
                crawler.busy_until = max(now, crawler.busy_until) + self._web.page_cost
                self._add_event(crawler.busy_until, crawler, site, is_read=True)
                continue
            came += 1
            if came == pages // 10:
                before, began = came, now
            self.fetched[site] += 1
            crawler.on_their_way[site] -= 1
            crawler.in_flight -= 1
            if not crawler.waiting[site] and not crawler.on_their_way[site]:
                self._leave(crawler, site)
            self._go_on(crawler, now)
        return now - began, came - before

    def _go_on(self, crawler: _Crawler, now: float) -> None:
        """As many requests as may be in flight, each from the site that the chooser takes."""
        while crawler.in_flight < self._web.concurrency:
            ready = [
                site
                for site, waiting in crawler.waiting.items()
                if waiting and crawler.on_their_way[site] < self._web.per_site
            ]
            bucket = crawler.chooser.choose(ready)
            if bucket is None:
                return
            crawler.chooser.take(bucket)
            crawler.waiting[bucket.site] -= 1
            crawler.on_their_way[bucket.site] += 1
            crawler.in_flight += 1
            self._request(crawler, bucket.site, now)

    def _request(self, crawler: _Crawler, site: str, now: float) -> None:
        """The downloader keeps a host's pause; AutoThrottle makes it as long as an answer takes."""
        web, speed = self._web, float(self._speed[int(site)])
        latency = speed * float(np.exp(self._rng.normal(0, web.spread)))
        if self._rng.random() < web.timeouts:
            latency = web.timeout
        sent = max(now, self._next_at.get(site, 0.0))
        self._next_at[site] = sent + max(web.delay, speed)
        self._add_event(sent + latency, crawler, site, is_read=False)

    def _add_event(self, at: float, crawler: _Crawler, site: str, *, is_read: bool) -> None:
        heapq.heappush(self._events, (at, next(self._order), crawler, site, is_read))

    def _leave(self, crawler: _Crawler, site: str) -> None:
        """An empty site; take another one in its stead."""
        del crawler.waiting[site], crawler.on_their_way[site], self._next_at[site]
        self._hold(crawler)

    def _hold(self, crawler: _Crawler) -> None:
        """Take sites that nobody holds, as many as a crawler may have."""
        enough = self._web.concurrency * self._web.sites_per_request
        while len(crawler.waiting) < enough and self._free:
            number = self._free.pop()
            crawler.add(str(number), int(self._left[number]))


class _Crawler:
    """One process with the crawl's own chooser."""

    def __init__(self, web: Assumptions) -> None:
        self.chooser = Chooser(LinkJudge(shipped_topic("phones")))
        self.waiting: dict[str, int] = {}
        self.on_their_way: Counter[str] = Counter()
        self.in_flight = 0
        self.busy_until = 0.0
        self._web = web

    def add(self, site: str, pages: int) -> None:
        self.waiting[site] = pages
        add_site(self.chooser, site, pages)


def add_site(chooser: Chooser, site: str, pages: int) -> None:
    """Its links in a few buckets: most pages are products."""
    counts = (pages // 5, pages - pages // 5 - pages // 10, pages // 10)
    for (shape, level), links in zip(_SHAPES, counts, strict=True):
        if links:
            chooser.add(LinkBucket(site, shape, level), links)


def left_after(
    sizes: NDArray[np.float64], pauses: NDArray[np.float64], share: float
) -> NDArray[np.float64]:
    """Pages left of each host when a share of all was fetched, every host at its own pace.

    That is the worst case for what comes behind: a few large hosts are left, each of which can be
    asked by one crawler only.
    """
    low, high = 0.0, float((sizes * pauses).max())
    for _ in range(60):
        middle = (low + high) / 2
        done = np.minimum(sizes, middle / pauses).sum()
        low, high = (middle, high) if done < share * sizes.sum() else (low, middle)
    rest: NDArray[np.float64] = np.maximum(0, np.floor(sizes - high / pauses))
    return rest


# What choosing costs, and what it keeps in memory.


class Choosing(NamedTuple):
    """With so many sites in one process: microseconds per link, bytes per site."""

    sites: int
    microseconds: float
    bytes_per_site: float


def measure_choosing(sites: int) -> Choosing:
    tracemalloc.start()
    chooser = Chooser(LinkJudge(shipped_topic("phones")))
    before = tracemalloc.get_traced_memory()[0]
    names = [f"site-{number}.example" for number in range(sites)]
    for name in names:
        add_site(chooser, name, 1000)
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    turns = max(5, min(500, 200_000 // sites))
    began = time.process_time()
    for _ in range(turns):
        if bucket := chooser.choose(names):
            chooser.take(bucket)
    return Choosing(sites, 1e6 * (time.process_time() - began) / turns, used / sites)


# The report.


class Limited(NamedTuple):
    """With so many pages per host at most: days that politeness needs, and the share of pages."""

    pages_per_host: int
    days: float
    share: float


@dataclass(frozen=True)
class CapacityReport:
    assumptions: Assumptions
    polite_days: dict[float, float]
    largest_hosts: dict[str, float]
    stretches: tuple[Stretch, ...]
    choosing: tuple[Choosing, ...]
    simulated: int
    limited: tuple[Limited, ...]
    machines: tuple[int, ...] = (1, 10, 100)

    def days(self, machines: int, share: float = 1.0) -> float:
        """At least, for a share of all pages: crawlers at their own pace, or politeness."""
        rate = machines * self.assumptions.cores * self.pages_per_second
        return max(share * self.assumptions.pages / rate / _DAY, self.polite_days[share])

    @property
    def pages_per_second(self) -> float:
        """Of one crawler, at the beginning, with as many beside it as were simulated at most."""
        first = [one for one in self.stretches if not one.done_before]
        return first[-1].pages_per_second / first[-1].crawlers

    def table(self) -> RenderableType:
        crawl = Table(
            "crawlers", "of pages done", "hosts left", "pages/s", "each", "busy", box=SIMPLE_HEAD
        )
        for one in self.stretches:
            crawl.add_row(
                *(f"{one.crawlers:,}", f"{one.done_before:.0%}", f"{one.hosts_left:,}"),
                *(f"{one.pages_per_second:,.1f}", f"{one.pages_per_second / one.crawlers:.2f}"),
                f"{one.processor_share:.0%}",
            )
        limited = Table("pages per host, at most", "days at least", "of all pages", box=SIMPLE_HEAD)
        for limit in self.limited:
            most = f"{limit.pages_per_host:,}"
            limited.add_row(most, f"{limit.days:,.1f}", f"{limit.share:.0%}")
        choosing = Table("sites in one process", "µs per choice", "bytes per site", box=SIMPLE_HEAD)
        for it in self.choosing:
            choosing.add_row(
                f"{it.sites:,}", f"{it.microseconds:,.0f}", f"{it.bytes_per_site:,.0f}"
            )
        shares = [f"{share:.0%} after days" for share in _SHARES]
        machines = Table("machines", "crawlers", "pages/s", *shares, box=SIMPLE_HEAD)
        for many in (*self.machines, None):
            crawlers = (many or 0) * self.assumptions.cores
            rate = f"{crawlers * self.pages_per_second:,.0f}"
            head = (str(many), str(crawlers), rate) if many else ("any number", "", "")
            days = [self.days(many, it) if many else self.polite_days[it] for it in _SHARES]
            machines.add_row(*head, *(f"{it:,.2f}" for it in days))
        hosts = ", ".join(
            f"{share} of them have {part:.0%}" for share, part in self.largest_hosts.items()
        )
        title = Text(f"{self.assumptions}\nOf the pages, the largest hosts: {hosts}")
        return Group(title, machines, limited, crawl, choosing)

    def as_json(self) -> Mapping[str, Any]:
        return {
            "assumptions": asdict(self.assumptions),
            "largest_hosts": self.largest_hosts,
            "polite_days": {str(share): days for share, days in self.polite_days.items()},
            "simulated": self.simulated,
            "stretches": [one._asdict() for one in self.stretches],
            "choosing": [one._asdict() for one in self.choosing],
            "limited": [one._asdict() for one in self.limited],
            "days": {
                str(many): {str(share): self.days(many, share) for share in _SHARES}
                for many in self.machines
            },
        }


def measure_capacity(
    web: Assumptions, crawlers: Sequence[int], simulated: int, tell: Tell
) -> CapacityReport:
    """`simulated` is the number of fetches for each stretch, at least some for each crawler."""
    sizes, speed = host_sizes(web), latencies(web)
    pauses = np.maximum(web.delay, speed)
    stretches = []
    for many in crawlers:
        for share in (0.0, 0.5, 0.9, 0.99):
            tell(f"{many} crawlers, {share:.0%} of the pages done")
            left = left_after(sizes, pauses, share) if share else sizes
            crawl = SimulatedCrawl(web, many, left, speed)
            seconds, came = crawl.run(max(simulated, _FETCHES_PER_CRAWLER * many))
            rate = came / seconds if seconds else 0.0
            busy = rate * web.page_cost / many
            hosts = int(np.count_nonzero(left))
            stretches.append(Stretch(many, share, hosts, rate, busy))
    tell("Choosing")
    largest = {
        f"{share:.2%}": float(sizes[: max(1, int(web.hosts * share))].sum() / sizes.sum())
        for share in (0.0001, 0.01, 0.1)
    }
    many_sites = [sites for sites in (64, 1_000, 10_000, 100_000) if sites <= web.hosts]
    return CapacityReport(
        replace(web, pages=int(sizes.sum())),
        polite_days(sizes, pauses),
        largest,
        tuple(stretches),
        tuple(map(measure_choosing, many_sites)),
        simulated,
        tuple(_limited(sizes, pauses, most) for most in (1_000_000, 100_000, 10_000)),
    )


def _limited(sizes: NDArray[np.float64], pauses: NDArray[np.float64], most: int) -> Limited:
    kept = np.minimum(sizes, most)
    return Limited(most, polite_days(kept, pauses)[1.0], float(kept.sum() / sizes.sum()))
