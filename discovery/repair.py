"""After a redesign: from known values and new pages to new rules.

Or to the finding that there is nothing to read. The names of the new layout come from the values
(`known_values.py`); the pages that teach most become samples, and what the rules learned from
them read on the other pages tells how right they will be.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discovery.known_values import Naming, name_attributes, same_value
from rules.examples import Example
from rules.extraction import extract
from rules.learn import Sample
from rules.model import SiteRules
from rules.names import name_key
from rules.site_names import site_of
from rules.standard_names import with_standard_names
from rules.training import TrainingError, train_sample
from rules.trial import TrialLibrary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discovery.known_values import KnownPage
    from rules.library import RuleLibrary
    from rules.topic import Topic

# Fewer of the known values than this on the new pages: the site went empty, or half empty.
LEAST_SHOWN = 0.5
# Rules that would be wrong more often are no repair.
LEAST_ACCURATE = 0.8
_LEAST_OF_ATTRIBUTE = 0.5
_ENOUGH = 3
# Where pages show what the first three do not: rare attributes.
_MOST = 8
# A name that stands with another value than the known one might be taught to be ignored.
_MISLEADING = 2


@dataclass(frozen=True)
class Repair:
    """New rules, and how right they are likely to be.

    `shown` is which part of the known values stands on the pages; `renamed` tells attribute →
    (what the site called it, what it calls it now); `gone` are attributes that are no longer read.
    """

    rules: SiteRules
    samples: tuple[Sample, ...]
    predicted: Accuracy
    by_attribute: Mapping[str, Accuracy]
    naming: Naming
    shown: float
    renamed: Mapping[str, tuple[str, str]]
    gone: tuple[str, ...]


@dataclass(frozen=True)
class NoRepair:
    """No rule can be proposed; `shown` is which part of the known values the pages show."""

    reason: str
    shown: float


def repair(
    pages: Sequence[KnownPage], library: RuleLibrary, topic: Topic | None = None
) -> Repair | NoRepair:
    """Learn the new layout of pages of one site from what was known of them."""
    naming = name_attributes(pages, topic)
    shown = _part_shown(pages, naming)
    if shown < LEAST_SHOWN:
        return NoRepair(
            f"only {shown:.0%} of the known values stand on the pages as they are now", shown
        )
    found = _learned(pages, naming, library, topic)
    if found and (doubtful := _doubtful(found.by_attribute)):
        names = {a: name for a, name in naming.names.items() if a not in doubtful}
        found = _learned(pages, Naming(names), library, topic)
    if found is None:
        return NoRepair("the known values are shown, but no rule could be learned from them", shown)
    if found.predicted.f1 < LEAST_ACCURATE:
        return NoRepair(f"the best rules would be right in {found.predicted.f1:.0%} only", shown)
    return found


def _part_shown(pages: Sequence[KnownPage], naming: Naming) -> float:
    known = sum(len(page.values) for page in pages)
    return sum(len(examples_on(page, naming)) for page in pages) / known if known else 0.0


def _learned(
    pages: Sequence[KnownPage], naming: Naming, library: RuleLibrary, topic: Topic | None
) -> Repair | None:
    samples = chosen_samples(pages, naming)
    if not samples:
        return None
    bench = Bench(library, samples[0].page.url)
    rules = bench.learn(samples)
    if rules is None:
        return None
    taught = {sample.page.url for sample in bench.added}
    others = [page for page in pages if page.page.url not in taught]
    by_attribute = accuracy_of(rules, others, naming, topic)
    before = {value.attribute: value.name for page in pages for value in page.values}
    return Repair(
        rules,
        tuple(bench.added),
        replace(sum(by_attribute.values(), Accuracy()), pages=len(others)),
        by_attribute,
        naming,
        _part_shown(pages, naming),
        {
            attribute: (before[attribute], name)
            for attribute, name in naming.names.items()
            if name_key(name) != name_key(before[attribute])
        },
        tuple(sorted(set(before) - set(naming.names))),
    )


def _doubtful(by_attribute: Mapping[str, Accuracy]) -> set[str]:
    """What is mostly read wrong is better not read."""
    return {
        attribute
        for attribute, accuracy in by_attribute.items()
        if accuracy.read and accuracy.precision < _LEAST_OF_ATTRIBUTE
    }


# Which of the new pages teach most, and what they teach.


def chosen_samples(pages: Sequence[KnownPage], naming: Naming) -> list[Sample]:
    """Three pages that differ, more for rare attributes; fewer where pages are few."""
    waiting = [Sample(page.page, examples_on(page, naming)) for page in pages]
    misleading = [_misleading(page, naming) for page in pages]
    chosen: list[Sample] = []
    for _ in range(min(_MOST, max(len(pages) // 2, 1))):
        taught = [example for sample in chosen for example in sample.examples]
        worths = [
            _worth(sample, taught, cost) for sample, cost in zip(waiting, misleading, strict=True)
        ]
        worth, best = max(worths), waiting[worths.index(max(worths))]
        teaches_more = worth >= (1, 0) if len(chosen) >= _ENOUGH else bool(best.examples)
        if best in chosen or not teaches_more:
            break
        chosen.append(best)
    return chosen


def examples_on(page: KnownPage, naming: Naming) -> tuple[Example, ...]:
    """The known values that stand on the page with their attribute's name, as it writes them."""
    found = [
        Example(
            attribute=seen.known.attribute,
            name=naming.names[seen.known.attribute],
            value=sighting.text,
        )
        for seen in page.seen
        if (sighting := naming.sighting(seen.known.attribute, seen.sightings))
    ]
    return tuple(dict.fromkeys(found))


def _misleading(page: KnownPage, naming: Naming) -> int:
    """How many names stand on the page with another value than the known one?"""
    read = {example.attribute for example in examples_on(page, naming)}
    return sum(
        attribute not in read and name_key(name) in page.sighted.leaf_keys
        for attribute, name in naming.names.items()
        if name
    )


def _worth(sample: Sample, taught: Sequence[Example], misleading: int) -> tuple[int, int]:
    """New attributes first, then new values: three phones of one brand teach little of brands."""
    attributes = {example.attribute for example in taught}
    new = {example.attribute for example in sample.examples} - attributes
    values = set(sample.examples) - set(taught)
    cost = _MISLEADING * misleading
    return len(new) - cost, len(values) - cost


# Rules tried out: what the site's samples taught stays, the new pages come to it.


class Bench(TrialLibrary):
    """Trains like the real library, keeps new samples in memory, and changes no file.

    Where a site's samples are kept they are learned from again, together with the new pages.
    Where only its rules are (those that come with SpecSeek), they are put beside the new ones.
    """

    def __init__(self, library: RuleLibrary, url: str) -> None:
        super().__init__(library.folder)
        self._site = site_of(url)
        self._before = library.rules_for(url)
        self._kept = library.samples(self._site)
        self.added: list[Sample] = []
        if not self._kept:
            self._read[self._site] = None

    def samples(self, site: str) -> list[Sample]:
        return [*self._kept, *self.added] if site == self._site else super().samples(site)

    def keep_sample(self, site: str, sample: Sample) -> None:
        if site == self._site:
            self.added.append(sample)

    def learn(self, samples: Sequence[Sample]) -> SiteRules | None:
        """The site's rules after these samples; one that is refused changes nothing."""
        for sample in samples:
            try:
                train_sample(self, sample)
            except TrainingError:
                continue
        learned = self._read.get(self._site) if self.added else None
        if learned is None or self._before is None:
            return learned
        rules = learned if self._kept else _beside(self._before, learned)
        known = {"version": self._before.version + 1, "unwanted": self._before.unwanted}
        return rules.model_copy(update=known)


def _beside(before: SiteRules, learned: SiteRules) -> SiteRules:
    """Old layouts keep their numbers; pages that still have them are read as ever."""
    layouts = [
        layout.model_copy(update={"id": str(number)})
        for number, layout in enumerate((*before.layouts, *learned.layouts), 1)
    ]
    names = {name_key(known.name): known for known in (*before.names, *learned.names)}
    for known in learned.names:
        if known.attribute is not None:
            names[name_key(known.name)] = known
    return SiteRules(source=before.source, names=tuple(names.values()), layouts=tuple(layouts))


# How right will the new rules be? What they read is held against what was known.


@dataclass(frozen=True)
class Accuracy:
    """Over pages that taught nothing: known values still shown, values read, and those right.

    A value that a page no longer says in any writing counts nowhere: it may have changed.
    """

    pages: int = 0
    right: int = 0
    read: int = 0
    shown: int = 0

    def __add__(self, other: Accuracy) -> Accuracy:
        return Accuracy(
            self.pages + other.pages,
            self.right + other.right,
            self.read + other.read,
            self.shown + other.shown,
        )

    @property
    def precision(self) -> float:
        return self.right / self.read if self.read else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.shown if self.shown else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.read + self.shown) if self.right else 0.0


def accuracy_of(
    rules: SiteRules, pages: Iterable[KnownPage], naming: Naming, topic: Topic | None
) -> dict[str, Accuracy]:
    """By attribute."""
    found: dict[str, Accuracy] = defaultdict(Accuracy)
    for page in pages:
        read = _values_read(rules, page, topic)
        shown = defaultdict(list)
        for example in examples_on(page, naming):
            shown[example.attribute].append(example.value)
        for attribute, values in shown.items():
            given = read.get(attribute, [])
            right = sum(any(same_value(value, one) for one in given) for value in values)
            found[attribute] += Accuracy(1, right, max(len(given), right), len(values))
    return dict(found)


def _values_read(rules: SiteRules, page: KnownPage, topic: Topic | None) -> dict[str, list[str]]:
    extraction = extract(page.page, rules)
    if topic:
        extraction = with_standard_names(extraction, topic)
    values: dict[str, list[str]] = defaultdict(list)
    for record in extraction.records:
        for pair in record.pairs:
            if pair.attribute is not None and pair.value not in values[pair.attribute]:
                values[pair.attribute].append(pair.value)
    return values
