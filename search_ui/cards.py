"""A product in a list of results: its name, price and key specs, as a card or a row of a table.

The key specs are those of the topic file, the same on every card and in the same places.
"""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from core.topic import Facet, Role, ValueType
from index.fields import brand_attribute
from search_ui.addresses import product_address
from search_ui.languages import phrase
from search_ui.pictures import picture_tag
from search_ui.text import ValueTranslator, lang_of, short

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ProductPicture, ShownAttribute
    from search_ui.languages import Language


_MOST_KEY_SPECS = 8  # if the topic does not say which
_MOST_ASKED_FOR = 4
_LONGEST_SPEC = 60
_LONGEST_TITLE = 160
_BARE = frozenset({"yes", "no"})


class CardSpec(NamedTuple):
    """`value` is "" if the product does not have the attribute."""

    label: str
    value: str
    asked_for: bool = False


class ProductCard(NamedTuple):
    """`key_specs` are of the same attributes on all cards; `asked_for` are others of the query."""

    id: str
    address: str
    name: str
    title: Markup
    price: str
    key_specs: tuple[CardSpec, ...]
    asked_for: tuple[CardSpec, ...]
    sites: int
    confirmed: bool = True
    picture: ProductPicture | None = None


class KeySpec(NamedTuple):
    """A place on every card; a product is shown with the first of the attributes it has."""

    label: str
    attributes: tuple[Attribute, ...]

    @property
    def names(self) -> set[str]:
        return {attribute.name for attribute in self.attributes}


def key_specs(topic: Topic, language: Language) -> list[KeySpec]:
    """Those of the topic file, or else its first facets."""
    known = {attribute.name: attribute for attribute in topic.attributes}
    names: Iterable[tuple[str, ...]] = topic.key_specs or islice(
        ((one.name,) for one in topic.attributes if _may_be_key(one)), _MOST_KEY_SPECS
    )
    several = (tuple(known[name] for name in alternatives) for alternatives in names)
    return [KeySpec(_label(attributes[0], language), attributes) for attributes in several]


def _may_be_key(attribute: Attribute) -> bool:
    return attribute.facet is not Facet.NONE and attribute.type is not ValueType.PRICE


def price_attribute(topic: Topic) -> Attribute | None:
    """The price that is shown on cards."""
    if (priced := topic.attribute_of(Role.PRICE)) and priced.type is ValueType.PRICE:
        return priced
    prices = (one for one in topic.attributes if one.type is ValueType.PRICE)
    return min(prices, key=lambda one: one.facet is Facet.NONE, default=None)


def date_attribute(topic: Topic) -> Attribute | None:
    """The date by which products are the newest, or are of the same time."""
    if (dated := topic.attribute_of(Role.DATE)) and dated.type is ValueType.DATE:
        return dated
    return next((one for one in topic.attributes if one.type is ValueType.DATE), None)


class CardMaker:
    """Makes the cards of one page of results."""

    def __init__(
        self,
        topic: Topic,
        language: Language,
        asked_for: Collection[str],
        highlight: Callable[[str], Markup],
    ) -> None:
        self._price = price_attribute(topic)
        self._key_specs = key_specs(topic, language)
        shown = {name for spec in self._key_specs for name in spec.names}
        shown |= {brand_attribute(topic), self._price.name if self._price else ""}
        self._others = [
            one for one in topic.attributes if one.name in asked_for and one.name not in shown
        ]
        self._asked_for = asked_for
        self._language = language
        self._values = ValueTranslator(topic, language)
        self._is_own = language == topic.languages[0]
        self._highlight = highlight

    def card(self, product: ProductDocument) -> ProductCard:
        values = {one.name: one for one in product.attributes if one.known}
        name = short(product.title, _LONGEST_TITLE)
        return ProductCard(
            product.id,
            product_address(product.id),
            name,
            self._highlight(name),
            self._value((self._price,), values) if self._price else "",
            tuple(
                CardSpec(
                    spec.label,
                    self._value(spec.attributes, values),
                    not spec.names.isdisjoint(self._asked_for),
                )
                for spec in self._key_specs
            ),
            tuple(islice(self._also_asked_for(values), _MOST_ASKED_FOR)),
            len(product.sites),
            product.confirmed,
            product.picture,
        )

    def _also_asked_for(self, values: Mapping[str, ShownAttribute]) -> Iterator[CardSpec]:
        for attribute in self._others:
            if value := self._value((attribute,), values):
                yield CardSpec(_label(attribute, self._language), value, asked_for=True)

    def _value(self, attributes: Iterable[Attribute], values: Mapping[str, ShownAttribute]) -> str:
        """Of the first attribute with a value that was interpreted; others may be 暂无数据."""
        for attribute in attributes:
            said = values.get(attribute.name)
            if said and (said.values[0].meaning or attribute.type is ValueType.TEXT):
                return self._short_value(said, attribute)
        return ""

    def _short_value(self, said: ShownAttribute, attribute: Attribute) -> str:
        """The interpreted value, which is shorter than the page's text.

        A bare yes says less than the page's text, but readers of other languages than the topic's
        need it in theirs.
        """
        shown = said.values[0]
        if shown.meaning in _BARE and (self._is_own or shown.raw.isascii()):
            return short(shown.raw, _LONGEST_SPEC)
        return short(self._values.meaning(shown, attribute) or shown.raw, _LONGEST_SPEC)


def _label(attribute: Attribute, language: Language) -> str:
    return attribute.label_in(language)


# The products of a page of results as HTML.
#
# Like the choices of facets, they are built here in a fraction of the time that a loop in a
# template takes.


_UNKNOWN = '<span class="soft" aria-hidden="true">–</span>'


def card_list(cards: Iterable[ProductCard], language: Language) -> Markup:
    """One list item per product: name, specs, price, and a checkbox for comparing."""
    words = _Words(language)
    items: list[str] = []
    for card in cards:
        price = f'"price">{escape(card.price)}' if card.price else f'"price none">{words.no_price}'
        items.append(
            f'<li class="hit card">{picture_tag(card.picture, card.name, language)}'
            '<div class="hit-what">'
            f'<h2 class="hit-title">{words.link(card)}{"" if card.confirmed else words.unsure}</h2>'
            f'<dl class="specs">{_specs(card.key_specs)}{_specs(card.asked_for)}</dl></div>'
            f'<div class="hit-side"><p class={price}</p>'
            f'<p class="small soft">{words.sites(card.sites)}</p>'
            f"{words.tick_box(card, shown=words.compare)}</div></li>\n"
        )
    return Markup("".join(items))  # noqa: S704 - every text in it is escaped, titles before


def card_table(
    cards: Sequence[ProductCard], columns: Iterable[TableColumn], language: Language
) -> Markup:
    """The same products as rows; the columns are name, price, key specs, sites."""
    words = _Words(language)
    head = "".join(map(_head, columns))
    rows: list[str] = []
    for card in cards:
        specs = "".join(
            f"<td{_ASKED_FOR if spec.asked_for else ''}>{escape(spec.value) or _UNKNOWN}</td>"
            for spec in card.key_specs
        )
        rows.append(
            f'<tr><td>{words.tick_box(card)}</td><th scope="row">{words.link(card)}'
            f"{'' if card.confirmed else words.unsure}</th>"
            f'<td class="number">{escape(card.price) or _UNKNOWN}</td>{specs}'
            f'<td class="number">{card.sites}</td></tr>\n'
        )
    table = f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return Markup(f'<table class="hit-table">{table}</table>')  # noqa: S704 - as above


class TableColumn(NamedTuple):
    """`address` sorts by the column, or reverses its order; "" if that is not possible."""

    label: str
    address: str = ""
    order: str = ""


def _head(column: TableColumn) -> str:
    label = escape(column.label)
    if not column.address:
        return f'<th scope="col">{label}</th>'
    order = f' aria-sort="{column.order}"' if column.order else ""
    return f'<th scope="col"{order}><a href="{escape(column.address)}" data-swap>{label}</a></th>'


class _Words:
    """The phrases that all products have, looked up once."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self.compare = escape(phrase("tray.short", language))
        self.no_price = escape(phrase("search.no_price", language))
        why = escape(phrase("product.unconfirmed.why", language))
        shown = escape(phrase("product.unconfirmed", language))
        self.unsure = f' <span class="unconfirmed" title="{why}">{shown}</span>'

    def link(self, card: ProductCard) -> str:
        lang = lang_of(card.name, self._language)
        return f'<a href="{escape(card.address)}"><bdi{lang}>{card.title}</bdi></a>'

    def sites(self, sites: int) -> str:
        key = "search.sites.one" if sites == 1 else "search.sites"
        return escape(phrase(key, self._language, sites=sites))

    def tick_box(self, card: ProductCard, shown: str = "") -> str:
        ident, name = escape(card.id), escape(card.name)
        label = escape(phrase("tray.add", self._language, name=card.name))
        return (
            f'<label class="compare"><input type="checkbox" name="id" value="{ident}" form="tray"'
            f' data-compare="{ident}" data-title="{name}" aria-label="{label}">'
            + (f' <span aria-hidden="true">{shown}</span></label>' if shown else "</label>")
        )


def _specs(specs: Iterable[CardSpec]) -> str:
    return "".join(
        f"<div{_ASKED_FOR if asked_for else '' if value else _NOT_KNOWN}>"
        f"<dt>{escape(label)}</dt><dd>{escape(value) or _UNKNOWN}</dd></div>"
        for label, value, asked_for in specs
    )


_ASKED_FOR = ' class="asked"'
_NOT_KNOWN = ' class="not-known"'
