"""Rules tried on pages with known values: the most instructive samples, and their accuracy.

Nothing here touches a file: rules are learned in a library that keeps nothing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.names import name_key, site_of
from discovery.known_values import same_value
from rules.extract import extract
from rules.learn import Example, Sample, TrainingError, train_sample
from rules.library import TrialLibrary
from rules.model import RowKnowledge, SiteRules
from rules.record import with_standard_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from core.topic import Topic
    from discovery.known_values import KnownPage
    from discovery.naming import Naming
    from rules.library import RuleLibrary


@dataclass(frozen=True)
class Accuracy:
    """On pages that are no samples: known values still shown, values read, and correct ones.

    A value that a page no longer shows in any spelling is not counted: it may have changed.
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
    def wrong(self) -> int:
        """Values missed, and values too much."""
        return self.shown + self.read - 2 * self.right

    @property
    def precision(self) -> float:
        return self.right / self.read if self.read else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.shown if self.shown else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.read + self.shown) if self.right else 0.0


def accuracy_on(
    rules: SiteRules | None, page: KnownPage, naming: Naming, topic: Topic | None
) -> dict[str, Accuracy]:
    """By attribute."""
    read = values_read(rules, page, topic)
    shown = defaultdict(list)
    for example in examples_on(page, naming):
        shown[example.attribute].append(example.value)
    found = {}
    for attribute, values in shown.items():
        given = read.get(attribute, [])
        right = sum(has_value(given, value) for value in values)
        found[attribute] = Accuracy(1, right, max(len(given), right), len(values))
    return found


def has_value(given: Iterable[str], value: str) -> bool:
    return any(same_value(value, one) for one in given)


def values_read(
    rules: SiteRules | None, page: KnownPage, topic: Topic | None
) -> dict[str, list[str]]:
    extraction = extract(page.page, rules)
    if topic:
        extraction = with_standard_names(extraction, topic)
    values: dict[str, list[str]] = defaultdict(list)
    for record in extraction.records:
        for pair in record.pairs:
            if pair.attribute is not None and pair.value not in values[pair.attribute]:
                values[pair.attribute].append(pair.value)
    return values


# Learning on trial: the site's samples are kept, the new pages are added.


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
        rules = learned if self._kept else _merged(self._before, learned)
        known = {"version": self._before.version + 1, "unwanted": self._before.unwanted}
        return rules.model_copy(update=known)


def _merged(before: SiteRules, learned: SiteRules) -> SiteRules:
    """Old layouts keep their numbers; pages that still have them are read as before."""
    layouts = [
        layout.model_copy(update={"id": str(number)})
        for number, layout in enumerate((*before.layouts, *learned.layouts), 1)
    ]
    names = {name_key(known.name): known for known in (*before.names, *learned.names)}
    for known in learned.names:
        if known.attribute is not None:
            names[name_key(known.name)] = known
    return SiteRules(
        source=before.source,
        names=tuple(names.values()),
        layouts=tuple(layouts),
        rows=_merged_rows(before.rows, learned.rows),
    )


def _merged_rows(before: RowKnowledge | None, learned: RowKnowledge | None) -> RowKnowledge | None:
    """Old and new knowledge of rows; of a region that both know, the new one counts.

    Whether a name has a list of values is taken from the new one, too.
    """
    if before is None or learned is None:
        return learned or before
    regions = {(region.tags, region.classes): region for region in before.regions}
    regions |= {(region.tags, region.classes): region for region in learned.regions}
    lists, wholes = set(learned.lists), set(learned.wholes)
    return learned.model_copy(
        update={
            "regions": tuple(regions.values()),
            "lists": tuple(sorted(lists | set(before.lists) - wholes)),
            "wholes": tuple(sorted(wholes | set(before.wholes) - lists)),
            "parts": tuple(sorted({*before.parts, *learned.parts})),
            "no_items": tuple(sorted({*before.no_items, *learned.no_items})),
        }
    )


# Which of the new pages teach most, and what they teach.


_ENOUGH = 3
# Where pages show what the first three do not: rare attributes.
_MOST = 8
# A name beside another value than the known one might be learned as one to ignore.
_MISLEADING = 2


def chosen_samples(
    pages: Sequence[KnownPage], naming: Naming, *, clear: bool = False
) -> list[Sample]:
    """Three pages that differ, more for rare attributes; fewer where pages are few.

    With `clear`, pages come first whose values without a name are where most are.
    """
    waiting = [sample_of(page, naming) for page in pages]
    doubts = [_doubts(page, naming, clear=clear) for page in pages]
    chosen: list[Sample] = []
    for _ in range(min(_MOST, max(len(pages) // 2, 1))):
        taught = [example for sample in chosen for example in sample.examples]
        worths = [
            _worth(sample, taught, *doubt) for sample, doubt in zip(waiting, doubts, strict=True)
        ]
        worth, best = max(worths), waiting[worths.index(max(worths))]
        teaches_more = worth[0] > 0 if len(chosen) >= _ENOUGH else bool(best.examples)
        if best in chosen or not teaches_more:
            break
        chosen.append(best)
    return chosen


def sample_of(page: KnownPage, naming: Naming) -> Sample:
    """What a sample leaves out counts as unwanted: so it includes values without an attribute."""
    taken = set(map(name_key, naming.names.values()))
    beside = (
        Example(attribute=name, name=name, value=sighting.text)
        for _, name, value in page.beside
        if name_key(name) not in taken
        for sighting in page.sighted.sightings(value)
        if sighting.label(name_key(name))
    )
    return Sample(page.page, tuple(dict.fromkeys((*examples_on(page, naming), *beside))))


def examples_on(page: KnownPage, naming: Naming) -> tuple[Example, ...]:
    """The known values that the page shows with their attribute's name, in its spelling."""
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


def _doubts(page: KnownPage, naming: Naming, *, clear: bool) -> tuple[int, int]:
    """How many names or values would mislead, and how many places the others might be learned at.

    A name beside another value than the known one misleads, and so does a value without a name
    that is elsewhere than on other pages.
    """
    read = {example.attribute for example in examples_on(page, naming)}
    changed = sum(
        attribute not in read and name_key(name) in page.sighted.leaf_keys
        for attribute, name in naming.names.items()
        if name
    )
    if not clear:
        return changed, 0
    doubts = [naming.doubt(seen.known.attribute, seen.sightings) for seen in page.seen]
    return changed + sum(away for away, _ in doubts), sum(places for _, places in doubts)


def _worth(
    sample: Sample, taught: Sequence[Example], misleading: int, places: int
) -> tuple[int, int, int]:
    """New attributes first, then new values: three phones of one brand teach little of brands."""
    attributes = {example.attribute for example in taught}
    new = {example.attribute for example in sample.examples} - attributes
    values = set(sample.examples) - set(taught)
    cost = _MISLEADING * misleading
    return len(new) - cost, len(values) - cost, -places


# Rules are tried on the pages that did not teach them; what is read wrong there teaches next.


# Good enough: no better rules are sought.
_GOOD = 0.999
_ROUNDS = 2


@dataclass(frozen=True)
class Taught:
    """Rules, the samples they were learned from, and how right they are on each other page."""

    rules: SiteRules
    samples: tuple[Sample, ...]
    on_pages: Mapping[str, Mapping[str, Accuracy]]

    def accuracy(self, among: Collection[str] | None = None) -> Accuracy:
        """On these pages, or on all that taught nothing."""
        pages = [of for url, of in self.on_pages.items() if among is None or url in among]
        total = sum((one for of in pages for one in of.values()), Accuracy())
        return replace(total, pages=len(pages))

    def by_attribute(self) -> dict[str, Accuracy]:
        found: dict[str, Accuracy] = defaultdict(Accuracy)
        for of_page in self.on_pages.values():
            for attribute, accuracy in of_page.items():
                found[attribute] += accuracy
        return dict(found)

    def worst_page(self) -> str:
        """Where most is missed or wrong."""
        return max(self.on_pages, key=lambda url: self.accuracy({url}).wrong, default="")

    def is_better_than(self, other: Taught) -> bool:
        """On the pages that taught neither."""
        both = self.on_pages.keys() & other.on_pages.keys()
        return self.accuracy(both).f1 > other.accuracy(both).f1


def best_taught(
    pages: Sequence[KnownPage], naming: Naming, library: RuleLibrary, topic: Topic | None
) -> Taught | None:
    """The best of a few trials: pages that vary, pages that are clear, then what was misread."""
    trial = _Trial(pages, naming, library, topic)
    trial.try_samples(naming)
    trial.try_samples(naming, clear=True)
    if naming.beside:
        trial.try_texts_beside()
    for first in (False, True) * _ROUNDS:
        trial.try_worst_page(first=first)
    return trial.best


@dataclass
class _Trial:
    """Keeps the best rules so far; stops trying once they are good enough."""

    pages: Sequence[KnownPage]
    naming: Naming
    library: RuleLibrary
    topic: Topic | None
    best: Taught | None = None
    best_naming: Naming | None = None

    @property
    def is_good(self) -> bool:
        return self.best is not None and self.best.accuracy().f1 >= _GOOD

    def try_samples(self, naming: Naming, *, clear: bool = False) -> Taught | None:
        return self._try(chosen_samples(self.pages, naming, clear=clear), naming)

    def try_texts_beside(self) -> None:
        """For all attributes without a name, then for those that are better read so."""
        before = self.best.by_attribute() if self.best else {}
        tried = self.try_samples(self.naming.with_texts_beside(self.naming.beside))
        if tried:
            now = tried.by_attribute()
            better = [
                attribute
                for attribute in self.naming.beside
                if attribute in now and now[attribute].f1 > before.get(attribute, Accuracy()).f1
            ]
            if 0 < len(better) < len(self.naming.beside):
                self.try_samples(self.naming.with_texts_beside(better))

    def try_worst_page(self, *, first: bool) -> None:
        """With the page that is misread most as one more sample.

        A sample that contradicts earlier ones is refused: the first of them sets the tone.
        """
        if self.best and self.best_naming:
            worst = self.best.worst_page()
            more = [
                sample_of(page, self.best_naming) for page in self.pages if page.page.url == worst
            ]
            samples = [*more, *self.best.samples] if first else [*self.best.samples, *more]
            self._try(samples, self.best_naming)

    def _try(self, samples: Sequence[Sample], naming: Naming) -> Taught | None:
        if not samples or self.is_good:
            return None
        bench = Bench(self.library, samples[0].page.url)
        rules = bench.learn(samples)
        if rules is None:
            return None
        taught = {sample.page.url for sample in bench.added}
        tried = Taught(
            rules,
            tuple(bench.added),
            {
                page.page.url: accuracy_on(rules, page, self.naming, self.topic)
                for page in self.pages
                if page.page.url not in taught
            },
        )
        if self.best is None or tried.is_better_than(self.best):
            self.best, self.best_naming = tried, naming
        return tried
