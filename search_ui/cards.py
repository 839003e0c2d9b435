"""A product in a list of results: its name, price and main specs."""

from __future__ import annotations

from html import escape
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from core.topic import Facet, ValueType
from search_ui.addresses import product_address
from search_ui.languages import phrase
from search_ui.text import meaning_in, short

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute
    from search_ui.languages import Language


_MOST_SPECS = 6
_LONGEST_SPEC = 60
_LONGEST_TITLE = 160
_BARE = frozenset({"yes", "no"})


class CardSpec(NamedTuple):
    label: str
    value: str
    asked_for: bool


class ProductCard(NamedTuple):
    id: str
    address: str
    name: str
    title: Markup
    price: str
    specs: tuple[CardSpec, ...]
    sites: int
    confirmed: bool = True


class _CardAttribute(NamedTuple):
    """An attribute that a card may show; `place` is its place in the topic's order."""

    name: str
    label: str
    group: str
    place: int
    is_text: bool
    attribute: Attribute


class CardMaker:
    """Makes the cards of one page of results; the attributes of the query come first on each."""

    def __init__(
        self,
        topic: Topic,
        language: Language,
        asked_for: Collection[str],
        highlight: Callable[[str], Markup],
    ) -> None:
        narrowing = [one for one in topic.attributes if one.facet is not Facet.NONE]
        self._price = next((one for one in narrowing if one.type is ValueType.PRICE), None)
        # Within a group, an amount tells more about a product than a word.
        narrowing.sort(key=lambda one: one.facet is not Facet.RANGE)
        places = topic.places
        self._told = [
            _CardAttribute(
                one.name,
                one.name if language == "zh" else one.label,
                one.group,
                places[one.name],
                one.type is ValueType.TEXT,
                one,
            )
            for one in narrowing
            if one is not self._price
        ]
        self._asked_for = asked_for
        self._language = language
        self._highlight = highlight

    def card(self, product: ProductDocument) -> ProductCard:
        values = {one.name: one for one in product.attributes if one.known}
        price = values.get(self._price.name) if self._price else None
        name = short(product.title, _LONGEST_TITLE)
        return ProductCard(
            product.id,
            product_address(product.id),
            name,
            self._highlight(name),
            self._value(price, self._price) if price else "",
            self._specs(values, name.casefold()),
            len(product.sites),
            product.confirmed,
        )

    def _specs(self, values: dict[str, ShownAttribute], title: str) -> tuple[CardSpec, ...]:
        """Attributes of the query, then one of each group, then others; in the topic's order."""
        asked_for: list[_CardAttribute] = []
        first_of_group: dict[str, _CardAttribute] = {}
        others: list[_CardAttribute] = []
        for one in self._told:
            found = values.get(one.name)
            # Neither 暂无数据 nor values that could not be interpreted.
            if found is None or not (found.values[0].meaning or one.is_text):
                continue
            if one.name in self._asked_for:
                asked_for.append(one)
            elif first_of_group.setdefault(one.group, one) is not one:
                others.append(one)
        told = chain(asked_for, first_of_group.values(), others)
        main = list(islice(self._not_in(title, told, values), _MOST_SPECS))
        main.sort(key=lambda pair: (not pair[1].asked_for, pair[0]))
        return tuple(spec for _, spec in main)

    def _not_in(
        self, title: str, told: Iterable[_CardAttribute], values: dict[str, ShownAttribute]
    ) -> Iterator[tuple[int, CardSpec]]:
        """Each with its place in the topic's order."""
        for one in told:
            value = self._value(values[one.name], one.attribute)
            if value.casefold() not in title:  # not 小米 again under 小米14
                yield one.place, CardSpec(one.label, value, one.name in self._asked_for)

    def _value(self, said: ShownAttribute, attribute: Attribute | None) -> str:
        """The interpreted value, which is shorter than the page's text.

        A bare yes says less than the page's text, but English readers need it in English.
        """
        shown = said.values[0]
        if shown.meaning in _BARE and (self._language == "zh" or shown.raw.isascii()):
            return short(shown.raw, _LONGEST_SPEC)
        return short(meaning_in(self._language, shown, attribute) or shown.raw, _LONGEST_SPEC)


# The products of a page of results as HTML.
#
# Like the choices of facets, they are built here in a fraction of the time that a loop in a
# template takes.


def card_list(cards: Iterable[ProductCard], language: Language) -> Markup:
    """One list item per product: name, specs, price, and a checkbox for comparing."""
    tick = escape(phrase("tray.short", language))
    unsure = _unconfirmed(language)
    no_price = escape(phrase("search.no_price", language))
    items: list[str] = []
    for card in cards:
        ident, name = escape(card.id), escape(card.name)
        sites = "search.sites.one" if card.sites == 1 else "search.sites"
        compare = escape(phrase("tray.add", language, name=card.name))
        price = f'"price">{escape(card.price)}' if card.price else f'"price none">{no_price}'
        items.append(
            '<li class="hit card"><div class="hit-what">'
            f'<h2 class="hit-title"><a href="{escape(card.address)}"><bdi>{card.title}</bdi></a>'
            f"{'' if card.confirmed else unsure}</h2>{_spec_list(card.specs)}</div>"
            f'<div class="hit-side"><p class={price}</p>'
            f'<p class="small soft">{phrase(sites, language, sites=card.sites)}</p>'
            f'<label class="compare"><input type="checkbox" name="id" value="{ident}" form="tray"'
            f' data-compare="{ident}" data-title="{name}" aria-label="{compare}">'
            f' <span aria-hidden="true">{tick}</span></label></div></li>\n'
        )
    return Markup("".join(items))  # noqa: S704 - every text in it is escaped, titles before


def _unconfirmed(language: Language) -> str:
    why = escape(phrase("product.unconfirmed.why", language))
    shown = escape(phrase("product.unconfirmed", language))
    return f' <span class="unconfirmed" title="{why}">{shown}</span>'


def _spec_list(specs: Iterable[CardSpec]) -> str:
    rows = [
        f"<div{_ASKED_FOR if asked_for else ''}>"
        f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"
        for label, value, asked_for in specs
    ]
    return f'<dl class="specs">{"".join(rows)}</dl>' if rows else ""


_ASKED_FOR = ' class="asked"'
