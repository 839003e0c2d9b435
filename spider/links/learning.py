"""What links are worth, learned while crawling.

A link's level (0 to 9) is what a small linear model expects of it (`FeatureWeights`). What links of
one bucket (site, shape, level) really gave is counted as well (`VisitStatistics`), and `LinkValues`
computes from both what the next visit of a bucket is worth: a list is worth what its products are.
"""

from __future__ import annotations

from bisect import bisect_right
from math import exp, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


# Level n is from the n-th bound to the next.
_BOUNDS = (0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.4, 0.6, 0.8)
_VALUES = (0.005, 0.015, 0.03, 0.06, 0.11, 0.2, 0.32, 0.5, 0.7, 0.9)

MOST_LEVEL = len(_BOUNDS)


def level_of(promise: float) -> int:
    """The level for the expected worth of a visit, 0 to 1.

    >>> [level_of(promise) for promise in (0.0, 0.05, 0.3, 1.0)]
    [0, 3, 6, 9]
    """
    return bisect_right(_BOUNDS, promise)


def value_of(level: int) -> float:
    """The worth of links of a level as long as nothing else is known."""
    return _VALUES[max(0, min(level, MOST_LEVEL))]


# The worth of a visit.
#
# A record is worth 1. Any other page is worth what its new links promise, discounted: so an
# off-topic page that leads to a list that leads to products gets its share, and links like the one
# to it are followed sooner. A page with neither is worth nothing.


# Below 1, so that the worth of pages that only link to each other decays.
DISCOUNT = 0.5
# From here on a page of a site without rules counts as a product page.
RELEVANT = 0.5


def page_worth(*, record: bool, relevance: float, has_rules: bool) -> float:
    """The worth of a page by itself; without rules, many known names count as a record."""
    if record:
        return 1.0
    return relevance if not has_rules and relevance >= RELEVANT else 0.0


def certainty(links: int) -> float:
    """How sure it is that some of so many links lead on.

    >>> [round(certainty(links), 2) for links in (0, 1, 10)]
    [0.0, 0.71, 0.96]
    """
    return links / (links + 0.4)


def promise(led_to: Iterable[tuple[float, float]]) -> float:
    """The worth of a page for its links: pairs of value and certainty.

    The best link counts; more of its kind make it surer, but not worth more.

    >>> round(promise([(0.9, 0.5)]), 2), round(promise([(0.9, 0.5), (0.8, 0.9)]), 2), promise([])
    (0.23, 0.45, 0.0)
    """
    pairs = list(led_to)
    best = max((value for value, _ in pairs), default=0.0)
    return DISCOUNT * min(best, sum(value * certain for value, certain in pairs))


# A small model that learns during the crawl how much each feature of a link tells.
#
# Logistic regression over features, one step per visit, with smaller steps for frequent features
# (AdaGrad). A site's own weights are added to the weights of the whole topic, so that
# a new site starts with what the others taught.


_STEP = 0.35
_MOST_FEATURES = 4000
_FLAT = 30.0


class FeatureWeights:
    """Weight and sum of squared gradients of every feature."""

    def __init__(self, start: dict[str, float] | None = None) -> None:
        self._known: dict[str, list[float]] = {
            name: [weight, 1.0] for name, weight in (start or {}).items()
        }

    def total(self, names: Iterable[str]) -> float:
        known = self._known
        return sum(known[name][0] for name in names if name in known)

    def step(self, names: Iterable[str], error: float) -> None:
        """Move the weights of these features towards the observed result."""
        for name in names:
            entry = self._known.get(name)
            if entry is None:
                if len(self._known) >= _MOST_FEATURES:
                    self._forget()
                entry = self._known[name] = [0.0, 1.0]
            entry[1] += error * error
            entry[0] += _STEP * error / sqrt(entry[1])

    def _forget(self) -> None:
        """Make room: drop the half with the smallest weights."""
        ranked = sorted(self._known, key=lambda name: -abs(self._known[name][0]))
        self._known = {name: self._known[name] for name in ranked[: _MOST_FEATURES // 2]}

    def to_json(self) -> dict[str, list[float]]:
        return {name: [round(part, 4) for part in entry] for name, entry in self._known.items()}

    @classmethod
    def from_json(cls, stored: dict[str, list[float]]) -> FeatureWeights:
        weights = cls()
        weights._known = {name: [float(a), float(b)] for name, (a, b) in stored.items()}
        return weights


def chance(score: float) -> float:
    """A score as a number between 0 and 1."""
    return 1.0 / (1.0 + exp(-max(-_FLAT, min(_FLAT, score))))


# Statistics of the visits to one kind of link.


_MEMORY = 25  # older visits fade: a list that was read to its end is worth nothing
_MOST_LEADS = 8
# How many visits a guess counts as; and the most that visits count against it.
_GUESS_COUNTS = 4.0
_VISITS_COUNT = 16
# The odds of a guess are corrected by this factor at most; its own visits tell the rest.
_MOST_CORRECTED = 4.0


class BucketKey(NamedTuple):
    """A bucket within its site."""

    shape: str
    level: int


class VisitStatistics:
    """Visits, how often they gave a record, and how likely new links of which kind.

    What was expected of them is kept as well, to see how much better or worse they were.
    """

    __slots__ = ("_correction", "expected", "leads", "records", "visits", "worth")

    def __init__(
        self,
        visits: int = 0,
        records: float = 0.0,
        expected: float = 0.0,
        leads: dict[BucketKey, float] | None = None,
    ) -> None:
        self.visits = visits
        self.records = records
        self.expected = expected
        self.leads = leads if leads is not None else {}
        self.worth = records
        self._correction = 1.0

    def add(self, worth: float, expected: float, new_links: Mapping[BucketKey, int]) -> None:
        self.visits += 1
        share = 1.0 / min(self.visits, _MEMORY)
        self.records += share * (worth - self.records)
        self.expected += share * (expected - self.expected)
        leads = self.leads
        for key in leads:
            leads[key] *= 1.0 - share
        for key, number in new_links.items():
            leads[key] = leads.get(key, 0.0) + share * certainty(number)
        if len(leads) > _MOST_LEADS:
            kept = sorted(leads, key=leads.__getitem__, reverse=True)[:_MOST_LEADS]
            self.leads = {key: leads[key] for key in kept}

    def work_out(self, value: Callable[[BucketKey], float]) -> None:
        """The expected worth of the next visit, given the worth of links of each kind."""
        self.worth = self.records
        if self.leads:
            led_to = promise((value(key), sure) for key, sure in self.leads.items())
            self.worth += (1.0 - self.records) * led_to
        ratio = _odds(self.mixed_with(self.expected)) / _odds(self.expected)
        self._correction = max(1.0 / _MOST_CORRECTED, min(_MOST_CORRECTED, ratio))

    def mixed_with(self, guess: float) -> float:
        """The observed worth, mixed with a guess that counts as a few visits."""
        visits = min(self.visits, _VISITS_COUNT)
        return (visits * self.worth + _GUESS_COUNTS * guess) / (visits + _GUESS_COUNTS)

    def corrected(self, guess: float) -> float:
        """A guess, raised or lowered as similar guesses turned out too low or too high."""
        odds = self._correction * guess / (1.001 - guess)
        return odds / (1.0 + odds)

    def to_json(self, names: Mapping[str, int]) -> list[Any]:
        """Compact: shapes are numbered by `names`; those without a number are left out."""
        leads = [
            [names[key.shape], key.level, round(sure, 3)]
            for key, sure in self.leads.items()
            if key.shape in names
        ]
        return [self.visits, round(self.records, 4), round(self.expected, 4), leads]

    @classmethod
    def from_json(cls, stored: Sequence[Any], names: Sequence[str]) -> Self:
        visits, records, expected, leads = stored
        known = {BucketKey(names[at], level): sure for at, level, sure in leads}
        return cls(visits, records, expected, known)


def _odds(chance: float) -> float:
    chance = max(0.001, min(0.999, chance))
    return chance / (1.0 - chance)


# The worth of each bucket's links, from the visits so far.
#
# Every bucket keeps statistics of its visits. If it has few, its level counts, corrected by how
# much better or worse than their levels links of its shape turned out; if these are few as well,
# links of its coarse shape. Values depend on each other along the links (a list is worth what its
# products are), so they are recomputed every few visits.


# Recomputing gets slower with more buckets, while fewer visits change much.
_FIRST_VISITS = 40
_EARLY_VISITS = 400
_EARLY, _LATE = 8, 24
# In each round worth flows back by one link: from products to lists, hubs and beyond.
_STEPS_BACK = 5

# Nodes of whole shapes are stored like buckets, under levels that no link has.
_SHAPE, _COARSE = -1, -2


class LinkValues:
    """Nodes of levels, coarse shapes, shapes and buckets; each counts where the next is new."""

    def __init__(self, coarse_of: Callable[[str], str]) -> None:
        self.version = 0
        self._coarse_of = coarse_of
        self._visits = 0
        self._nodes: dict[BucketKey, VisitStatistics] = {}
        self._values: dict[BucketKey, float] = {}
        self._paths: dict[BucketKey, tuple[BucketKey, BucketKey, BucketKey, BucketKey]] = {}

    def learn(self, key: BucketKey, worth: float, new_links: Mapping[BucketKey, int]) -> None:
        """Learn from a visit: what the page was worth, and what it led to."""
        self._visits += 1
        for name, expected in zip(self._path(key), self._guesses(key), strict=True):
            node = self._nodes.get(name)
            if node is None:
                node = self._nodes[name] = VisitStatistics()
            node.add(worth, expected, new_links)
        between = _EARLY if self._visits <= _EARLY_VISITS else _LATE
        if self._visits <= _FIRST_VISITS or self._visits % between == 0:
            self._work_out()

    def _path(self, key: BucketKey) -> tuple[BucketKey, BucketKey, BucketKey, BucketKey]:
        """The keys of a bucket's nodes: its level, its coarse shape, its shape, itself."""
        path = self._paths.get(key)
        if path is None:
            rough = BucketKey(self._coarse_of(key.shape), _COARSE)
            path = self._paths[key] = (
                BucketKey("", key.level),
                rough,
                BucketKey(key.shape, _SHAPE),
                key,
            )
        return path

    def _guesses(self, key: BucketKey) -> tuple[float, float, float, float]:
        """The expected worth of a bucket before each of its nodes is taken into account."""
        level, rough, shape, _ = map(self._nodes.get, self._path(key))
        first = value_of(key.level)
        second = level.mixed_with(first) if level else first
        third = rough.corrected(second) if rough else second
        return first, second, third, shape.corrected(third) if shape else third

    def of_shape(self, shape: str) -> VisitStatistics | None:
        return self._nodes.get(BucketKey(shape, _SHAPE))

    def value(self, key: BucketKey) -> float:
        """What a visit of a link of this bucket is worth, 0 to 1."""
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = self._value(key)
        return known

    def _value(self, key: BucketKey) -> float:
        guess = self._guesses(key)[-1]
        node = self._nodes.get(key)
        return node.mixed_with(guess) if node else guess

    def _work_out(self) -> None:
        self.version += 1
        for node in self._nodes.values():
            node.work_out(self.value)
        for key in self._values:
            self._values[key] = self._value(key)

    def to_json(self) -> dict[str, Any]:
        names = {key.shape: 0 for key in self._nodes}
        names = {name: at for at, name in enumerate(names)}
        nodes = [
            [names[key.shape], key.level, *node.to_json(names)] for key, node in self._nodes.items()
        ]
        return {"visits": self._visits, "names": list(names), "nodes": nodes}

    @classmethod
    def from_json(cls, stored: dict[str, Any], coarse_of: Callable[[str], str]) -> Self:
        values = cls(coarse_of)
        names = stored["names"]
        values._visits = stored["visits"]
        values._nodes = {
            BucketKey(names[at], level): VisitStatistics.from_json(node, names)
            for at, level, *node in stored["nodes"]
        }
        for _ in range(_STEPS_BACK):
            values._work_out()
        return values
