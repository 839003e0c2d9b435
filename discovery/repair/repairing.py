"""From known values and new pages to new rules, or to the finding that there is nothing to read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discovery.repair.bench import Bench
from discovery.repair.checking import Accuracy, accuracy_of
from discovery.repair.naming import Naming, name_attributes
from discovery.repair.sampling import chosen_samples, examples_on
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discovery.repair.known_page import KnownPage
    from rules.learn_layout import Sample
    from rules.library import RuleLibrary
    from rules.model import SiteRules
    from rules.topic import Topic

# Fewer of the known values than this on the new pages: the site went empty, or half empty.
LEAST_SHOWN = 0.5
# Rules that would be wrong more often are no repair.
LEAST_ACCURATE = 0.8
_LEAST_OF_ATTRIBUTE = 0.5


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
