"""A page of results, ready to be drawn: everything in one language, with its address."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from index.search.address import parameters_of
from index.search.model import RangeFacet
from search_ui.searching.addresses import FacetAddresses, address, search_address
from search_ui.searching.cards import CardMaker
from search_ui.searching.pagination import page_numbers
from search_ui.searching.range_box import range_box
from search_ui.searching.values_box import ChoiceLink, values_box
from search_ui.searching.wording import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markupsafe import Markup

    from core.topic import Topic
    from index.search.model import SearchResult, ShownFacet
    from search_ui.languages import Language
    from search_ui.searching.cards import ProductCard
    from search_ui.searching.pagination import PageNumbers
    from search_ui.searching.range_box import RangeBox
    from search_ui.searching.values_box import ValuesBox

_OPEN_AT_FIRST = 6


class ChipLink(NamedTuple):
    """A condition; `address` leads to the search without it, with so many products if known."""

    label: str
    address: str
    products: int = 0


class SearchResults(NamedTuple):
    text: str
    total: int
    cards: tuple[ProductCard, ...]
    chips: tuple[ChipLink, ...]
    boxes: tuple[RangeBox | ValuesBox, ...]
    open_boxes: frozenset[str]
    more_boxes: tuple[ChoiceLink, ...]
    sorts: tuple[tuple[str, str], ...]
    sort: str
    unsorted: tuple[tuple[str, str], ...]
    pages: PageNumbers
    page_addresses: dict[int, str]
    relaxed: tuple[ChipLink, ...]
    corrections: tuple[ChipLink, ...]
    as_json: str
    as_csv: str
    narrowed: bool

    @property
    def said(self) -> str:
        """What is searched for, in a line."""
        return self.text or ", ".join(chip.label for chip in self.chips)


def search_results(
    answer: SearchResult, topic: Topic, language: Language, highlight: Callable[[str], Markup]
) -> SearchResults:
    asked = answer.asked
    pages = page_numbers(answer.total, asked.page, asked.size)
    one_more = FacetAddresses(asked, topic)
    boxes = tuple(_box(facet, topic, language, one_more) for facet in answer.facets)
    narrowed = [box.name for box in boxes if box.narrowed]
    cards = CardMaker(topic, language, frozenset(narrowed), highlight)
    first = replace(asked, page=1)
    parameters = parameters_of(first, topic)
    return SearchResults(
        text=asked.text,
        total=answer.total,
        cards=tuple(map(cards.card, answer.products)),
        chips=tuple(
            ChipLink(say(chip.label, language), search_address(chip.without, topic))
            for chip in answer.chips
        ),
        boxes=boxes,
        open_boxes=frozenset(
            (*narrowed, *asked.facets, *(box.name for box in boxes[:_OPEN_AT_FIRST]))
        ),
        more_boxes=_more_boxes(answer, language, one_more),
        sorts=tuple((sort, say(label, language)) for sort, label in answer.sorts),
        sort=asked.sort,
        unsorted=tuple(parameters_of(replace(first, sort=""), topic)),
        pages=pages,
        page_addresses={
            number: search_address(replace(asked, page=number), topic) for number in _offered(pages)
        },
        relaxed=_relaxed(answer, topic, language),
        corrections=tuple(
            ChipLink(one.text, search_address(one, topic)) for one in answer.corrections
        ),
        as_json=address("/search.json", parameters_of(asked, topic)),
        as_csv=address("/search.csv", parameters),
        narrowed=bool(asked.chosen or asked.ranges or asked.sort or asked.page > 1 or asked.facets),
    )


def _box(
    facet: ShownFacet, topic: Topic, language: Language, one_more: FacetAddresses
) -> RangeBox | ValuesBox:
    if isinstance(facet, RangeFacet):
        return range_box(facet, topic, language)
    return values_box(facet, topic, language, one_more)


def _more_boxes(
    answer: SearchResult, language: Language, one_more: FacetAddresses
) -> tuple[ChoiceLink, ...]:
    """Links that show a facet more, or one that was added no more."""
    showing = one_more.showing()
    return tuple(
        ChoiceLink(say(more.label, language), more.products, more.added, showing(more.toggled))
        for more in answer.more_facets
    )


def _offered(pages: PageNumbers) -> Sequence[int]:
    numbers = (*pages.numbers, pages.before, pages.after)
    return [number for number in numbers if number is not None]


def _relaxed(answer: SearchResult, topic: Topic, language: Language) -> tuple[ChipLink, ...]:
    return tuple(
        ChipLink(say(one.chip.label, language), search_address(one.chip.without, topic), one.count)
        for one in answer.relaxed
    )
