"""The box of a values facet: links that choose a value or take it back, with counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from search_ui.searching.addresses import search_address
from search_ui.searching.wording import say

if TYPE_CHECKING:
    from core.topic import Topic
    from index.search.model import ValuesFacet
    from search_ui.languages import Language
    from search_ui.searching.addresses import FacetAddresses

_AT_ONCE = 8


class ChoiceLink(NamedTuple):
    label: str
    products: int
    chosen: bool
    address: str


class ValuesBox(NamedTuple):
    """`rest` is shown on demand."""

    name: str
    label: str
    first: tuple[ChoiceLink, ...]
    rest: tuple[ChoiceLink, ...]
    narrowed: bool


def values_box(
    facet: ValuesFacet, topic: Topic, language: Language, one_more: FacetAddresses
) -> ValuesBox:
    leading_to = one_more.leading_to(facet.attribute.name)
    links = tuple(
        ChoiceLink(
            say(choice.label, language),
            choice.products,
            choice.chosen,
            search_address(choice.toggled, topic) if choice.chosen else leading_to(choice.key),
        )
        for choice in facet.choices
    )
    return ValuesBox(
        facet.attribute.name,
        say(facet.label, language),
        links[:_AT_ONCE],
        links[_AT_ONCE:],
        any(choice.chosen for choice in facet.choices),
    )
