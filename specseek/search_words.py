"""What `specseek search` says beside its table: what was understood, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.search.model import RangeFacet
from spider.display.words import safe, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.search.model import SearchResult, ShownFacet

_FACETS = 4
_CHOICES = 5


def search_messages(answer: SearchResult) -> Iterator[str]:
    """Line by line, without controls that a page may have smuggled in."""
    yield from map(safe, _found(answer) if answer.total else _empty(answer))


def _found(answer: SearchResult) -> Iterator[str]:
    if answer.chips:
        yield f"understood: {_chips(answer)}"
    for facet in answer.facets[:_FACETS]:
        if summary := _summary(facet):
            yield f"{facet.label.zh}: {summary}"
    first = (answer.asked.page - 1) * answer.asked.size + 1
    last = first + len(answer.products) - 1
    shown = f", {first} to {last} shown" if len(answer.products) < answer.total else ""
    yield f"{several(answer.total, 'product')}{shown}"


def _empty(answer: SearchResult) -> Iterator[str]:
    yield "Nothing was found."
    if answer.chips:
        yield f"understood: {_chips(answer)}"
    for correction in answer.corrections:
        yield f"did you mean: {correction.text}"
    for relaxed in answer.relaxed:
        yield f"without {relaxed.chip.label.zh}: {several(relaxed.count, 'product')}"


def _chips(answer: SearchResult) -> str:
    return " · ".join(chip.label.zh for chip in answer.chips)


def _summary(facet: ShownFacet) -> str:
    """The most frequent values; of ranges a page's histogram tells more than words could."""
    if isinstance(facet, RangeFacet):
        return ""
    counted = [choice for choice in facet.choices if choice.products]
    few = ", ".join(f"{choice.label.zh} {choice.products:,}" for choice in counted[:_CHOICES])
    return f"{few}, …" if len(counted) > _CHOICES else few
