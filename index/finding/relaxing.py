"""Ways out of an empty page: what to leave out, and how many products there would be."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from index.finding.answer import Chip, Relaxed
from index.finding.labels import joined
from index.finding.part import asked_without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from index.finding.asked import Asked
    from index.finding.part import Part
    from index.finding.reading import Asking

    Count: TypeAlias = Callable[[Asked], int]

_MOST_TO_HELP = 20  # parts of a question
_MOST_PARTS = 12  # tried alone
_MOST_IN_PAIRS = 7  # 21 pairs
_MOST_SHOWN = 5


def chip_of(parts: Sequence[Part], asking: Asking) -> Chip:
    label = joined(" + ", (part.label for part in parts))
    said = " ".join(part.said for part in parts if part.said)
    return Chip(label, said, asked_without(asking.asked, asking.query, parts))


def relaxed(asking: Asking, count: Count) -> tuple[Relaxed, ...]:
    """Each part left out alone; if no single one helps, two at a time; most products first.

    Of a text with very many parts, one or two left out would not help, and each costs a count.
    """
    if len(asking.parts) > _MOST_TO_HELP:
        return ()
    for together, most in ((1, _MOST_PARTS), (2, _MOST_IN_PAIRS)):
        tried = combinations(asking.parts[:most], together)
        helping = list(_helping(tried, asking, count))
        if helping:
            helping.sort(key=lambda each: -each.count)
            return tuple(helping[:_MOST_SHOWN])
    return ()


def _helping(tried: Iterable[tuple[Part, ...]], asking: Asking, count: Count) -> Iterator[Relaxed]:
    for left_out in tried:
        chip = chip_of(left_out, asking)
        if products := count(chip.without):
            yield Relaxed(chip, products)
