"""The queue between ledger and downloader: which link is next, and which are in flight.

Counts of waiting links are in memory, the links themselves in the ledger. The queue asks `Chooser`
for the next bucket (round-robin between sites, the best bucket of a site), takes a few of its links
from the ledger, and skips those that `TrapFilter` holds back. Where crawlers share a ledger, it
knows the links of the sites that this crawler holds, and no others (`hold`).
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from spider.faults import FaultKind
from spider.links.judge import LinkBucket
from spider.links.traps import address_shape_of
from store.frontier import LinkState, QueuedLink, finish_link, set_link_levels
from store.runs import ErrorSeen, register_error
from store.shared_frontier import LEASE_SECONDS
from store.visits import PageState, page_states

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import Connection

    from spider.links.judge import LinkJudge
    from spider.links.traps import TrapVerdict, TrapWatch
    from spider.politeness.throttle import SiteBackoff
    from spider.progress import CrawlProgress
    from store.frontier import QueueBucket
    from store.ledger import Ledger
    from store.shared_frontier import Frontier, SiteChanges


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
    """When a site may be requested again, and how many requests may be in flight.

    `delay` is the shortest time between two requests to a host, in seconds.
    """

    backoff: SiteBackoff
    per_site: int
    delay: float = 0.0
    all_sites: int = 16


class QueueLimits(NamedTuple):
    """The most links that may wait: those of one site, and all together."""

    per_site: int = 200_000
    in_all: int = 5_000_000


class SiteMemories(Protocol):
    """What is learned about a site, handed over with it to another crawler."""

    def load_sites(self, conn: Connection, sites: Collection[str]) -> None: ...

    def write_sites(self, conn: Connection, sites: Collection[str], now: float) -> None: ...


_HOLD_SECONDS = 5.0  # seconds between two checks of who holds which site
_IDLE_SECONDS = 1.0  # the same, with nothing to do
# Sites held for each request that may be in flight: while some pause, others can be asked.
_SITES_PER_REQUEST = 4


class LinkQueue:
    """Counts of waiting links are in memory, the links themselves in the ledger."""

    def __init__(  # noqa: PLR0913 - what choosing a link depends on
        self,
        ledger: Ledger,
        frontier: Frontier,
        judge: LinkJudge,
        trap_filter: TrapFilter,
        pace: Pace,
        *,
        memories: SiteMemories | None = None,
        most: QueueLimits = QueueLimits(),  # noqa: B008 - it never changes
    ) -> None:
        self._ledger = ledger
        self._frontier = frontier
        self._judge = judge
        self._chooser = Chooser(judge)
        self._trap_filter = trap_filter
        self._pace = pace
        self._backoff = pace.backoff
        self._memories = memories
        self._hands: dict[LinkBucket, deque[TakenLink]] = {}
        self._in_bucket: Counter[LinkBucket] = Counter()
        self._of_site: Counter[str] = Counter()
        self._in_all = 0
        self._most = most
        self._on_their_way: Counter[str] = Counter()
        self._asleep: list[tuple[float, int, LinkBucket, int]] = []
        self._order = count()  # equal times wake in the order in which they were added
        self._shut: dict[str, str] = {}
        self._held: set[str] = set()
        self._leaving: set[str] = set()
        self._held_at = 0.0
        self._others_wait = False  # for a site that we are about to hand over
        self._may_be_more = False  # somewhere: see `waits`

    def load(self, now: float) -> None:
        """Count the waiting links in the ledger."""
        if self._frontier.is_shared:
            self.hold(now)
        else:
            self._count(self._ledger.read(self._frontier.buckets))

    def added(self, new: Iterable[LinkBucket]) -> None:
        """Links were queued; those of sites that we do not hold are for whoever does."""
        for bucket in new:
            if self._holds(bucket.site):
                self._more(bucket, 1)
            else:
                self._may_be_more = True

    def room(self, site: str) -> int:
        """How many more links of a site may be queued."""
        of_site, in_all = self._most
        return max(0, min(of_site - self._of_site[site], in_all - self._in_all))

    def _holds(self, site: str) -> bool:
        return site in self._held or not self._frontier.is_shared

    def may_request(self, site: str, now: float) -> bool:
        """Whether the site is certainly still ours: a process that was paused may have lost it."""
        return not self._frontier.is_shared or (
            site in self._held and now < self._held_at + LEASE_SECONDS
        )

    @property
    def sites_held(self) -> frozenset[str] | None:
        """None if that is every site."""
        return frozenset(self._held) if self._frontier.is_shared else None

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
        if any(self._on_their_way.values()) or not self._has_links:
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
        """Whether anything is left to request in this run.

        Also while other crawlers work on the same crawl: they may find links for us, or die.
        """
        return self._has_links or self._may_be_more

    @property
    def _has_links(self) -> bool:
        sleeping = {bucket.site for _, _, bucket, _ in self._asleep}
        return not (self._of_site.keys() | sleeping) <= self._shut.keys()

    def waiting(self) -> dict[str, tuple[int, float]]:
        """Site → number of waiting links, and until when the site asked for a pause."""
        waiting = self._of_site.copy()
        for _, _, bucket, links in self._asleep:
            waiting[bucket.site] += links
        return {site: (links, self._backoff.ready_at(site)) for site, links in waiting.items()}

    def next(self, now: float) -> TakenLink | None:
        if not self._frontier.is_shared:
            return self._next(now)
        if self._others_wait or now - self._held_at >= _HOLD_SECONDS:
            self.hold(now)
        taken = self._next(now)
        if taken is None and now - self._held_at >= _IDLE_SECONDS:
            self.hold(now)
            taken = self._next(now)
        return taken

    def _next(self, now: float) -> TakenLink | None:
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
        site = taken.link.site
        self._on_their_way[site] -= 1
        if site in self._leaving and not self._on_their_way[site]:
            self._others_wait = True

    def _is_ready(self, site: str, now: float) -> bool:
        return (
            self._on_their_way[site] < self._pace.per_site
            and self._backoff.ready_at(site) <= now
            and site not in self._shut
            and site not in self._leaving
        )

    def _more(self, bucket: LinkBucket, links: int) -> None:
        self._chooser.add(bucket, links)
        self._in_bucket[bucket] += links
        self._of_site[bucket.site] += links
        self._in_all += links

    def _fewer(self, bucket: LinkBucket, links: int) -> None:
        self._chooser.take(bucket, links)
        _lower(self._in_bucket, bucket, links)
        _lower(self._of_site, bucket.site, links)
        self._in_all = max(0, self._in_all - links)

    def _move(self, old: LinkBucket, new: LinkBucket) -> None:
        self._chooser.move(old, new)
        _lower(self._in_bucket, old, 1)
        self._in_bucket[new] += 1

    def _take(self, bucket: LinkBucket, now: float) -> deque[TakenLink]:
        taken = self._ledger.write(lambda conn: self._take_from(conn, bucket, now))
        more = len(taken.links) - self._in_bucket[bucket]
        if more > 0:  # another crawler found links of our site
            self._more(bucket, more)
        if taken.held:
            self._fewer(bucket, len(taken.held))
        for level in taken.later.values():
            self._move(bucket, bucket._replace(level=level))
        left = taken.held | taken.later.keys()
        hand = self._hands[bucket] = deque(
            TakenLink(link, taken.known.get(link.id)) for link in taken.links if link.id not in left
        )
        if not taken.links:  # links that are counted but not ready are waiting
            asleep = self._in_bucket[bucket]
            self._fewer(bucket, asleep)
            if taken.until is not None:
                self.sleeps(bucket, taken.until, asleep)
        return hand

    def _take_from(self, conn: Connection, bucket: LinkBucket, now: float) -> _Handful:
        links = self._frontier.take(conn, bucket, _HANDFUL, now)
        known = page_states(conn, [link.id for link in links])
        until = None if links else self._frontier.waits_until(conn, now)
        # Pages visited before cannot lead deeper; they may have records to update.
        new = [one for one in links if one.id not in known] if bucket.is_of_pages else []
        held = self._trap_filter.held(conn, new, now)
        later = self._can_wait((link for link in links if link.id not in held), bucket)
        set_link_levels(conn, later)
        return _Handful(links, known, until, held, later)

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

    # Sharing sites with other crawlers.

    def hold(self, now: float) -> None:
        """Show that we are alive, hand over surplus sites, and take free ones."""
        quiet = {site for site in self._held if not self._on_their_way[site]}
        empty = quiet - self.waiting().keys()
        leaving = quiet & self._leaving
        result = self._ledger.write(lambda conn: self._share(conn, empty, leaving, now))
        for site in (*result.left, *result.changes.lost):
            self._forget(site)
        self._held.update(result.changes.gained)
        for site, not_before in result.changes.gained.items():
            self._backoff.wait(site, max(not_before, now + self._pace.delay))
        self._count(result.waiting)
        staying = sorted(self._held - self._leaving, key=self._on_their_way.__getitem__)
        self._leaving.update(staying[: max(0, result.changes.surplus - len(self._leaving))])
        self._held_at, self._others_wait = now, False
        self._may_be_more = result.changes.others_work

    def _share(
        self, conn: Connection, empty: set[str], leaving: set[str], now: float
    ) -> _SharedOut:
        """Other crawlers may have found links of sites that seem empty; these are kept."""
        recounted = self._frontier.buckets(conn, empty - leaving)
        left = (leaving | empty) - {bucket.site for bucket in recounted}
        if self._memories:
            self._memories.write_sites(conn, left, now)
        self._frontier.release(conn, [one.link.id for site in left for one in self._in_hand(site)])
        may_ask, delay = self._backoff.next_holder_may_ask, self._pace.delay
        self._frontier.release_sites(conn, {site: may_ask(site, now, delay) for site in left})
        held = self._held - left
        enough = self._pace.all_sites * _SITES_PER_REQUEST
        changes = self._frontier.hold_sites(conn, held, max(0, enough - len(held)))
        if self._memories:
            self._memories.load_sites(conn, changes.gained)
        recounted += self._frontier.buckets(conn, changes.gained)
        return _SharedOut(left, changes, recounted)

    def _in_hand(self, site: str) -> list[TakenLink]:
        return [one for bucket, hand in self._hands.items() if bucket.site == site for one in hand]

    def _forget(self, site: str) -> None:
        """The site is not ours any more, nor are its links."""
        self._held.discard(site)
        self._leaving.discard(site)
        for bucket in [bucket for bucket in self._in_bucket if bucket.site == site]:
            self._fewer(bucket, self._in_bucket[bucket])
        for bucket in [bucket for bucket in self._hands if bucket.site == site]:
            del self._hands[bucket]
        self._asleep = [one for one in self._asleep if one[2].site != site]
        heapq.heapify(self._asleep)

    def _count(self, waiting: Iterable[QueueBucket]) -> None:
        for one in waiting:
            self._more(LinkBucket(one.site, one.shape, one.level), one.queued)


class _Handful(NamedTuple):
    """Links of a bucket, taken in one transaction."""

    links: list[QueuedLink]
    known: dict[int, PageState]
    until: float | None  # if there are none: when the next may be fetched
    held: set[int]
    later: dict[int, int]


class _SharedOut(NamedTuple):
    """The result of sharing sites with other crawlers."""

    left: set[str]
    changes: SiteChanges
    waiting: list[QueueBucket]


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
