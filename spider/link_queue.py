"""The queue between ledger and downloader: which link is next, and which are in flight.

Counts of waiting links are in memory, the links themselves in the ledger. The queue asks `Chooser`
for the next bucket (round-robin between sites, the best bucket of a site), takes a few of its links
from the ledger, and skips those that `TrapFilter` holds back.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from spider.faults import FaultKind
from spider.links.judge import LinkBucket
from spider.links.traps import address_shape_of
from store.frontier import (
    LinkState,
    QueuedLink,
    finish_link,
    queue_buckets,
    queue_waits_until,
    set_link_levels,
    take_links,
)
from store.runs import ErrorSeen, register_error
from store.visits import PageState, page_states

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from spider.links.judge import LinkJudge
    from spider.links.traps import TrapVerdict, TrapWatch
    from spider.politeness.throttle import SiteBackoff
    from spider.progress import CrawlProgress
    from store.ledger import Ledger


T = TypeVar("T")

_LONG = 60.0  # seconds; a person, or a timer, can start the crawl again
_HANDFUL = 32  # links of a bucket taken from the ledger at once


@dataclass(frozen=True, slots=True)
class TakenLink:
    """A link in flight, with what earlier visits know about its page."""

    link: QueuedLink
    known: PageState | None

    @property
    def bucket(self) -> LinkBucket:
        return LinkBucket(self.link.site, self.link.shape, self.link.level)


class Pace(NamedTuple):
    """When a site may be requested again, and how many requests may be in flight."""

    backoff: SiteBackoff
    per_site: int


class LinkQueue:
    """Counts of waiting links are in memory, the links themselves in the ledger."""

    def __init__(
        self, ledger: Ledger, topic: str, judge: LinkJudge, trap_filter: TrapFilter, pace: Pace
    ) -> None:
        self._ledger = ledger
        self._topic = topic
        self._judge = judge
        self._chooser = Chooser(judge)
        self._trap_filter = trap_filter
        self._backoff, self._per_site = pace
        self._hands: dict[LinkBucket, deque[TakenLink]] = {}
        self._in_bucket: Counter[LinkBucket] = Counter()
        self._of_site: Counter[str] = Counter()
        self._on_their_way: Counter[str] = Counter()
        self._asleep: list[tuple[float, int, LinkBucket, int]] = []
        self._order = count()  # equal times wake in the order in which they were added
        self._shut: dict[str, str] = {}

    def load(self) -> None:
        """Count the waiting links in the ledger."""
        with self._ledger.reading() as conn:
            for waiting in queue_buckets(conn, self._topic):
                self._more(LinkBucket(waiting.site, waiting.shape, waiting.level), waiting.queued)

    def added(self, new: Iterable[LinkBucket]) -> None:
        for bucket in new:
            self._more(bucket, 1)

    def sleeps(self, bucket: LinkBucket, until: float, links: int = 1) -> None:
        """Links that may not be requested before a given time."""
        heapq.heappush(self._asleep, (until, next(self._order), bucket, links))

    def shut(self, site: str, reason: str) -> None:
        """Close a site for this run; the first reason counts."""
        self._shut.setdefault(site, reason)

    @property
    def reasons_shut(self) -> frozenset[str]:
        """Why sites are closed that still have waiting links."""
        return frozenset(self._shut[site] for site in self.waiting().keys() & self._shut.keys())

    def is_stuck(self, now: float) -> bool:
        """Whether nothing is in flight and all waiting links must wait for long."""
        if any(self._on_their_way.values()) or not self.waits:
            return False
        soon = now + _LONG
        asleep = (
            until > soon for until, _, bucket, _ in self._asleep if bucket.site not in self._shut
        )
        open_sites = self._of_site.keys() - self._shut.keys()
        awake = (self._backoff.ready_at(site) > soon for site in open_sites)
        return all(asleep) and all(awake)

    @property
    def waits(self) -> bool:
        """Whether anything is left to request in this run."""
        sleeping = {bucket.site for _, _, bucket, _ in self._asleep}
        return not (self._of_site.keys() | sleeping) <= self._shut.keys()

    def waiting(self) -> dict[str, tuple[int, float]]:
        """Site → number of waiting links, and until when the site asked for a pause."""
        waiting = self._of_site.copy()
        for _, _, bucket, links in self._asleep:
            waiting[bucket.site] += links
        return {site: (links, self._backoff.ready_at(site)) for site, links in waiting.items()}

    def next(self, now: float) -> TakenLink | None:
        while self._asleep and self._asleep[0][0] <= now:
            _, _, bucket, links = heapq.heappop(self._asleep)
            self._more(bucket, links)
        ready = [site for site in self._of_site if self._is_ready(site, now)]
        while ready and (chosen := self._chooser.choose(ready)):
            if hand := self._hands.get(chosen) or self._take(chosen, now):
                taken = hand.popleft()
                self._fewer(chosen, 1)
                self._on_their_way[chosen.site] += 1
                return taken
        return None

    def arrived(self, taken: TakenLink) -> None:
        self._on_their_way[taken.link.site] -= 1

    def _is_ready(self, site: str, now: float) -> bool:
        return (
            self._on_their_way[site] < self._per_site
            and self._backoff.ready_at(site) <= now
            and site not in self._shut
        )

    def _more(self, bucket: LinkBucket, links: int) -> None:
        self._chooser.add(bucket, links)
        self._in_bucket[bucket] += links
        self._of_site[bucket.site] += links

    def _fewer(self, bucket: LinkBucket, links: int) -> None:
        self._chooser.take(bucket, links)
        _lower(self._in_bucket, bucket, links)
        _lower(self._of_site, bucket.site, links)

    def _move(self, old: LinkBucket, new: LinkBucket) -> None:
        self._chooser.move(old, new)
        _lower(self._in_bucket, old, 1)
        self._in_bucket[new] += 1

    def _take(self, bucket: LinkBucket, now: float) -> deque[TakenLink]:
        with self._ledger.transaction() as conn:
            links = take_links(conn, self._topic, *bucket, limit=_HANDFUL, now=now)
            known = page_states(conn, [link.id for link in links])
            until = None if links else queue_waits_until(conn, self._topic, now)
            # Pages visited before cannot lead deeper; they may have records to update.
            new = [one for one in links if one.id not in known] if bucket.is_of_pages else []
            held = self._trap_filter.held(conn, new, now)
            later = self._can_wait((link for link in links if link.id not in held), bucket)
            set_link_levels(conn, later)
        if held:
            self._fewer(bucket, len(held))
        for level in later.values():
            self._move(bucket, bucket._replace(level=level))
        hand = self._hands[bucket] = deque(
            TakenLink(link, known.get(link.id))
            for link in links
            if link.id not in held | later.keys()
        )
        if not links:  # links that are counted but not ready are waiting
            asleep = self._in_bucket[bucket]
            self._fewer(bucket, asleep)
            if until is not None:
                self.sleeps(bucket, until, asleep)
        return hand

    def _can_wait(self, links: Iterable[QueuedLink], bucket: LinkBucket) -> dict[int, int]:
        """Links that look less promising after what was learned since they were found: id → level.

        Seeds come from a person and sitemaps from the site itself: these are not judged, nor are
        style sheets and pictures.
        """
        if not bucket.is_of_pages:
            return {}
        worth = self._judge.value(bucket)
        found = (link for link in links if link.found_on is not None)
        levels = {link.id: self._judge.level_now(link) for link in found}
        return {
            link_id: level
            for link_id, level in levels.items()
            if self._judge.value(bucket._replace(level=level)) < worth
        }


def _lower(counter: Counter[T], key: T, number: int) -> None:
    counter[key] -= number
    if counter[key] <= 0:
        del counter[key]


# Which bucket comes next: round-robin between sites, then the best bucket of the site.


# Every so many turns a site takes its least recently used bucket, so that none starves.
_EXPLORE_EVERY = 20
# Turns that a site's pages get between two of its style sheets and pictures.
_PAGES_PER_OTHER = 10


class _Site:
    """The queued links of one site: how many are in each bucket."""

    def __init__(self) -> None:
        self.queued: dict[LinkBucket, int] = {}
        self.values: dict[LinkBucket, float] = {}
        self.last_turns: dict[LinkBucket, int] = {}
        self.version = -1
        self.turns = 0
        self.last_turn = -1
        self.pages_first = 0  # turns before the next style sheet or picture

    def best(self) -> LinkBucket:
        return max(self.values, key=self.values.__getitem__)

    def longest_waiting(self) -> LinkBucket:
        pages = (bucket for bucket in self.queued if bucket.is_of_pages)
        return min(pages, key=self.last_turns.__getitem__)

    def has_pages(self) -> bool:
        return any(bucket.is_of_pages for bucket in self.queued)

    def no_pages(self) -> LinkBucket | None:
        """Style sheets or pictures, if it is their turn: now and then, or if no page waits."""
        others = [bucket for bucket in self.queued if not bucket.is_of_pages]
        if not others or (self.turns < self.pages_first and len(others) < len(self.queued)):
            return None
        return min(others, key=self.last_turns.__getitem__)


class Chooser:
    """Counts queued links in memory and chooses the next bucket."""

    def __init__(self, judge: LinkJudge) -> None:
        self._judge = judge
        self._sites: dict[str, _Site] = {}
        self._clock = 0

    def add(self, bucket: LinkBucket, number: int = 1) -> None:
        """Links were queued."""
        site = self._sites.setdefault(bucket.site, _Site())
        if bucket not in site.queued:
            site.queued[bucket] = 0
            site.values[bucket] = self._value(bucket)
            site.last_turns.setdefault(bucket, self._clock)
        site.queued[bucket] += number

    def take(self, bucket: LinkBucket, number: int = 1) -> None:
        """Links left the queue; the site has had its turn."""
        site = self._sites[bucket.site]
        self._clock += 1
        site.last_turn = site.last_turns[bucket] = self._clock
        if bucket.is_of_pages:
            site.turns += 1
        else:
            site.pages_first = site.turns + _PAGES_PER_OTHER
        self._fewer(bucket, number)

    def move(self, old: LinkBucket, new: LinkBucket) -> None:
        """A waiting link got another level."""
        self._fewer(old, 1)
        self.add(new)

    def _fewer(self, bucket: LinkBucket, number: int) -> None:
        site = self._sites[bucket.site]
        site.queued[bucket] -= number
        if site.queued[bucket] <= 0:
            del site.queued[bucket], site.values[bucket]

    def queued(self, site: str) -> int:
        known = self._sites.get(site)
        return sum(known.queued.values()) if known else 0

    def choose(self, ready_sites: Iterable[str]) -> LinkBucket | None:
        """The bucket to take the next link from; None if no ready site has links."""
        with_links = [
            name for name in ready_sites if name in self._sites and self._sites[name].queued
        ]
        if not with_links:
            return None
        # A host of pictures alone comes behind the sites that have pages to read.
        with_pages = [name for name in with_links if self._sites[name].has_pages()]
        name = min(with_pages or with_links, key=self._last_turn)
        return self._pick(name, self._sites[name])

    def _last_turn(self, name: str) -> int:
        return self._sites[name].last_turn

    def _value(self, bucket: LinkBucket) -> float:
        return self._judge.value(bucket) if bucket.is_of_pages else -1.0

    def _pick(self, name: str, site: _Site) -> LinkBucket:
        if others := site.no_pages():
            return others
        if site.turns % _EXPLORE_EVERY == _EXPLORE_EVERY - 1:
            return site.longest_waiting()
        version = self._judge.version(name)
        if version != site.version:
            site.version = version
            site.values = {bucket: self._value(bucket) for bucket in site.queued}
        return site.best()


# Links into crawler traps: kept in the ledger and reported, but not requested.


_MOST_TOLD = 5  # reports per URL pattern: the register is for people


class TrapFilter:
    """Checks links just before they are fetched, when most is known about their kind."""

    def __init__(self, topic: str, run_id: int, traps: TrapWatch, progress: CrawlProgress) -> None:
        self._topic = topic
        self._run_id = run_id
        self._traps = traps
        self._progress = progress
        self._told: Counter[tuple[str, str]] = Counter()

    def held(self, conn: Connection, links: Iterable[QueuedLink], now: float) -> set[int]:
        """The links that are held back from now on."""
        verdicts = [(link, self._traps.verdict(link)) for link in links]
        for link, verdict in verdicts:
            if verdict:
                finish_link(conn, link.id, LinkState.HELD)
                self._tell(conn, link, verdict, now)
        return {link.id for link, verdict in verdicts if verdict}

    def _tell(self, conn: Connection, link: QueuedLink, verdict: TrapVerdict, now: float) -> None:
        kind_of_link = (link.site, address_shape_of(link.shape))
        self._told[kind_of_link] += 1
        if self._told[kind_of_link] > _MOST_TOLD:
            return
        kind, action = FaultKind.TRAP, "held back, with all others like it"
        seen = ErrorSeen(
            self._topic, self._run_id, kind, link.url, link.site, action, verdict.words
        )
        register_error(conn, seen, now)
        self._progress.fault(link.site, kind)
