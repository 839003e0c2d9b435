"""How right will new rules be? What they read is held against what was known."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discovery.teaching import examples_on
from discovery.writings import same_value
from rules.extraction import extract
from rules.standard_names import with_standard_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discovery.known_values import KnownPage
    from discovery.naming import Naming
    from rules.model import SiteRules
    from rules.topic import Topic


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
        right = sum(says(given, value) for value in values)
        found[attribute] = Accuracy(1, right, max(len(given), right), len(values))
    return found


def says(given: Iterable[str], value: str) -> bool:
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
