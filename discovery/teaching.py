"""Which of the new pages teach most, and what they teach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.examples import Example
from rules.learn import Sample
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discovery.known_values import KnownPage
    from discovery.naming import Naming

_ENOUGH = 3
# Where pages show what the first three do not: rare attributes.
_MOST = 8
# A name that stands with another value than the known one might be taught to be ignored.
_MISLEADING = 2


def chosen_samples(
    pages: Sequence[KnownPage], naming: Naming, *, clear: bool = False
) -> list[Sample]:
    """Three pages that differ, more for rare attributes; fewer where pages are few.

    With `clear` true those come first whose values without a name stand where most do.
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
    """What is left out of a sample counts as unwanted: what had no attribute yet is in it too."""
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


def _doubts(page: KnownPage, naming: Naming, *, clear: bool) -> tuple[int, int]:
    """How many names or values would mislead, and how many places the others might be learned at.

    A name that stands with another value than the known one misleads, and so does a value without
    a name that happens to be said elsewhere than on other pages.
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
