"""Which of the new pages teach most, and what they teach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.examples import Example
from rules.learn_layout import Sample
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discovery.repair.known_page import KnownPage
    from discovery.repair.naming import Naming

_ENOUGH = 3
# Where pages show what the first three do not: rare attributes.
_MOST = 8
# A name that stands with another value than the known one might be taught to be ignored.
_MISLEADING = 2


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
