"""A product in a list of results: its name, price and the specs that tell it from others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from rules.topic import Facet, ValueType
from search_ui.products.links import product_address
from search_ui.searching.wording import amount_in, short

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from markupsafe import Markup

    from index.building.document import ProductDocument, ShownAttribute
    from rules.topic import Attribute, Topic
    from search_ui.languages import Language

_MOST_SPECS = 6
_LONGEST_SPEC = 60
_LONGEST_TITLE = 160
_BARE = frozenset({"yes", "no"})


class Spec(NamedTuple):
    label: str
    value: str
    asked_for: bool


class Card(NamedTuple):
    id: str
    address: str
    name: str
    title: Markup
    price: str
    specs: tuple[Spec, ...]
    sites: int


class CardMaker:
    """Makes the cards of one page of results; what was asked for comes first on each."""

    def __init__(
        self,
        topic: Topic,
        language: Language,
        asked_for: Collection[str],
        highlight: Callable[[str], Markup],
    ) -> None:
        narrowing = [one for one in topic.attributes if one.facet is not Facet.NONE]
        self._price = next((one.name for one in narrowing if one.type is ValueType.PRICE), "")
        told = [one for one in narrowing if one.name != self._price]
        # Among those of a group, an amount tells more of a product than a word.
        self._attributes = sorted(told, key=lambda one: one.facet is not Facet.RANGE)
        self._places = topic.places
        self._asked_for = asked_for
        self._language = language
        self._highlight = highlight

    def card(self, product: ProductDocument) -> Card:
        values = {one.name: one for one in product.attributes if one.known}
        price = values.get(self._price)
        name = short(product.title, _LONGEST_TITLE)
        return Card(
            product.id,
            product_address(product.id),
            name,
            self._highlight(name),
            self._value(price) if price else "",
            self._specs(values, name.casefold()),
            len(product.sites),
        )

    def _specs(self, values: dict[str, ShownAttribute], title: str) -> tuple[Spec, ...]:
        """What was asked for, then one of each group, then others; in the topic's order."""
        told = [
            one
            for one in self._attributes
            if one.name in values and _is_told(values[one.name], one)
        ]
        groups = {attribute.group: attribute for attribute in reversed(told)}
        told.sort(key=lambda one: (one.name not in self._asked_for, groups[one.group] is not one))
        main = list(islice(self._not_in(title, told, values), _MOST_SPECS))
        main.sort(key=lambda one: (not one[1].asked_for, self._places[one[0].name]))
        return tuple(spec for _, spec in main)

    def _not_in(
        self, title: str, told: list[Attribute], values: dict[str, ShownAttribute]
    ) -> Iterator[tuple[Attribute, Spec]]:
        for attribute in told:
            value = self._value(values[attribute.name], attribute.unit)
            if value.casefold() not in title:  # 小米 of 小米14 is said already
                asked_for = attribute.name in self._asked_for
                yield attribute, Spec(self._label(attribute), value, asked_for)

    def _value(self, attribute: ShownAttribute, unit: str = "") -> str:
        """As it was understood, which is shorter; a bare yes says less than the page's words."""
        shown = attribute.values[0]
        meaning = "" if shown.meaning in _BARE else shown.meaning
        text = amount_in(self._language, meaning, unit) if meaning else shown.raw
        return short(text, _LONGEST_SPEC)

    def _label(self, attribute: Attribute) -> str:
        return attribute.name if self._language == "zh" else attribute.label


def _is_told(found: ShownAttribute, attribute: Attribute) -> bool:
    """Not 暂无数据, nor what nobody could make sense of."""
    return bool(found.values[0].meaning) or attribute.type is ValueType.TEXT
