"""Which bucket comes next? Fair between sites, and the best of the site whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider.links.bucket import LinkBucket
    from spider.links.judge import LinkJudge

# Every so many turns a site tries what it knows least, so that nothing waits for ever.
_EXPLORE_EVERY = 20
# Style sheets are no pages: between two of a site its pages have so many turns.
_PAGES_PER_SHEET = 10


class _Site:
    """The queued links of one site: how many in each bucket, and what the buckets are worth."""

    def __init__(self) -> None:
        self.queued: dict[LinkBucket, int] = {}
        self.values: dict[LinkBucket, float] = {}
        self.last_turns: dict[LinkBucket, int] = {}
        self.version = -1
        self.turns = 0
        self.last_turn = -1
        self.pages_first = 0  # turns before the next style sheet

    def best(self) -> LinkBucket:
        return max(self.values, key=self.values.__getitem__)

    def longest_waiting(self) -> LinkBucket:
        pages = (bucket for bucket in self.queued if not bucket.is_of_sheets)
        return min(pages, key=self.last_turns.__getitem__)

    def sheets(self) -> LinkBucket | None:
        """Style sheets whose turn it is: now and then, or where nothing else waits."""
        found = next((bucket for bucket in self.queued if bucket.is_of_sheets), None)
        return found if self.turns >= self.pages_first or len(self.queued) == 1 else None


class Chooser:
    """Counts what is queued, in memory; the ledger holds the links themselves."""

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
        """Links left the queue: the site has had its turn."""
        site = self._sites[bucket.site]
        self._clock += 1
        site.last_turn = site.last_turns[bucket] = self._clock
        if bucket.is_of_sheets:
            site.pages_first = site.turns + _PAGES_PER_SHEET
        else:
            site.turns += 1
        self._fewer(bucket, number)

    def move(self, old: LinkBucket, new: LinkBucket) -> None:
        """A link got another level while it waited."""
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
        """The bucket to take the next link from; None where no ready site has any."""
        with_links = [
            name for name in ready_sites if name in self._sites and self._sites[name].queued
        ]
        if not with_links:
            return None
        name = min(with_links, key=self._last_turn)
        return self._pick(name, self._sites[name])

    def _last_turn(self, name: str) -> int:
        return self._sites[name].last_turn

    def _value(self, bucket: LinkBucket) -> float:
        return -1.0 if bucket.is_of_sheets else self._judge.value(bucket)

    def _pick(self, name: str, site: _Site) -> LinkBucket:
        if sheets := site.sheets():
            return sheets
        if site.turns % _EXPLORE_EVERY == _EXPLORE_EVERY - 1:
            return site.longest_waiting()
        version = self._judge.version(name)
        if version != site.version:
            site.version = version
            site.values = {bucket: self._value(bucket) for bucket in site.queued}
        return site.best()
