"""Ways out of an empty page: what to leave out, and how many products there would be."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from index.finding.answer import FilterChip, Relaxation
from index.finding.labels import joined_labels
from index.finding.part import query_without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from index.finding.asked import SearchQuery
    from index.finding.part import QueryPart
    from index.finding.reading import ParsedQuery

_Count: TypeAlias = "Callable[[SearchQuery], int]"

_MOST_TO_HELP = 20  # parts of a question
_MOST_PARTS = 12  # tried alone
_MOST_IN_PAIRS = 7  # 21 pairs
_MOST_SHOWN = 5


def chip_of(parts: Sequence[QueryPart], parsed: ParsedQuery) -> FilterChip:
    label = joined_labels(" + ", (part.label for part in parts))
    said = " ".join(part.said for part in parts if part.said)
    return FilterChip(label, said, query_without(parsed.asked, parsed.query, parts))


def relaxed(parsed: ParsedQuery, count: _Count) -> tuple[Relaxation, ...]:
    """Each part left out alone; if no single one helps, two at a time; most products first.

    Of a text with very many parts, one or two left out would not help, and each costs a count.
    """
    if len(parsed.parts) > _MOST_TO_HELP:
        return ()
    for together, most in ((1, _MOST_PARTS), (2, _MOST_IN_PAIRS)):
        tried = combinations(parsed.parts[:most], together)
        helping = list(_helping(tried, parsed, count))
        if helping:
            helping.sort(key=lambda each: -each.count)
            return tuple(helping[:_MOST_SHOWN])
    return ()


def _helping(
    tried: Iterable[tuple[QueryPart, ...]], parsed: ParsedQuery, count: _Count
) -> Iterator[Relaxation]:
    for left_out in tried:
        chip = chip_of(left_out, parsed)
        if products := count(chip.without):
            yield Relaxation(chip, products)
