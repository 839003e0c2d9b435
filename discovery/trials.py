"""Rules are tried on the pages that did not teach them; what is read wrong there teaches next."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discovery.accuracy import Accuracy, accuracy_on
from discovery.bench import Bench
from discovery.teaching import chosen_samples, sample_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from discovery.known_values import KnownPage
    from discovery.naming import Naming
    from rules.learn import Sample
    from rules.library import RuleLibrary
    from rules.model import SiteRules
    from rules.topic import Topic

# Better rules are not looked for.
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
    """Keeps what was best so far; what is good enough is not tried to be bettered."""

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
