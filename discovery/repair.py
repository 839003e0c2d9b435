"""After a redesign: from known values and new pages to new rules.

Or to the result that there is nothing to read. The names of the new layout come from the values
(`naming.py`); the most instructive pages become samples, and what the rules learned from them read
on the other pages predicts their accuracy (`repair_trials.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.names import name_key
from discovery.naming import Naming, name_attributes
from discovery.repair_trials import (
    Accuracy,
    Taught,
    accuracy_on,
    best_taught,
    examples_on,
    has_value,
    values_read,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from core.topic import Topic
    from discovery.known_values import KnownPage
    from rules.learn import Sample
    from rules.library import RuleLibrary
    from rules.model import SiteRules

# With a smaller share of the known values on the new pages, the site has become (half) empty.
LEAST_SHOWN = 0.5
# Rules that would be wrong more often are no repair.
LEAST_ACCURATE = 0.8
_LEAST_OF_ATTRIBUTE = 0.5
_FEW_PAGES = 10


@dataclass(frozen=True)
class Repair:
    """New rules and their predicted accuracy.

    `shown` is the share of the known values that the pages show; `renamed` maps attribute →
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
    """No rule can be proposed; `shown` is the share of the known values that the pages show."""

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
    taught = best_taught(pages, naming, library, topic)
    if taught and (doubtful := _doubtful(taught.by_attribute())):
        names = {a: name for a, name in naming.names.items() if a not in doubtful}
        naming = replace(naming, names=names)
        taught = best_taught(pages, naming, library, topic)
    if taught is None:
        return NoRepair("the known values are shown, but no rule could be learned from them", shown)
    found = _repair(taught, pages, naming)
    if found.predicted.f1 < LEAST_ACCURATE:
        return NoRepair(f"the best rules would be right in {found.predicted.f1:.0%} only", shown)
    if _read_now(taught, pages, naming, library, topic).f1 >= found.predicted.f1:
        return NoRepair("the rules read what the pages still show as well as new ones would", shown)
    return found


def _read_now(
    taught: Taught,
    pages: Sequence[KnownPage],
    naming: Naming,
    library: RuleLibrary,
    topic: Topic | None,
) -> Accuracy:
    """The accuracy of the present rules on the pages that the new ones were tried on."""
    return sum(
        (
            accuracy
            for page in pages
            if page.page.url in taught.on_pages
            for accuracy in accuracy_on(
                library.rules_for(page.page.url), page, naming, topic
            ).values()
        ),
        Accuracy(),
    )


def is_misread(
    pages: Sequence[KnownPage],
    attributes: Collection[str],
    library: RuleLibrary,
    topic: Topic | None,
) -> bool:
    """Whether pages still show what was known of attributes and the rules do not read it.

    A few pages are looked at: what a site changed or took away is nothing to repair.
    """
    known = shown = 0
    for page in pages[:: max(len(pages) // _FEW_PAGES, 1)]:
        read = values_read(library.rules_for(page.page.url), page, topic)
        for attribute, _, value in page.values:
            if attribute in attributes and not has_value(read.get(attribute, ()), value):
                known += 1
                shown += bool(page.sighted.sightings(value))
    return bool(known) and shown >= _LEAST_OF_ATTRIBUTE * known


def _repair(taught: Taught, pages: Sequence[KnownPage], naming: Naming) -> Repair:
    before = {value.attribute: value.name for page in pages for value in page.values}
    return Repair(
        taught.rules,
        taught.samples,
        taught.accuracy(),
        taught.by_attribute(),
        naming,
        _part_shown(pages, naming),
        {
            attribute: (before[attribute], name)
            for attribute, name in naming.names.items()
            if name_key(name) != name_key(before[attribute])
        },
        tuple(sorted(set(before) - set(naming.names))),
    )


def _part_shown(pages: Sequence[KnownPage], naming: Naming) -> float:
    known = sum(len(page.values) for page in pages)
    return sum(len(examples_on(page, naming)) for page in pages) / known if known else 0.0


def _doubtful(by_attribute: Mapping[str, Accuracy]) -> set[str]:
    """Attributes that are mostly read wrong: better not read at all."""
    return {
        attribute
        for attribute, accuracy in by_attribute.items()
        if accuracy.read and accuracy.precision < _LEAST_OF_ATTRIBUTE
    }
