"""The top of a product's page: key specs, variants with their prices, neighbouring models."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import escape

from index.documents import ProductDocument
from index.engines.engine import AnyOf, NoneOf, SearchRequest, Sort, Within
from index.fields import brand_attribute, extents, sort_number
from index.search.labels import Interval, limits_in_words
from search_ui.cards import CardMaker, date_attribute, price_attribute
from search_ui.text import one_way, readable_document, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Attribute, Topic
    from index.engines.engine import Condition
    from index.opening import OpenIndex
    from search_ui.cards import CardSpec, ProductCard
    from search_ui.languages import Language


class VariantPrice(NamedTuple):
    """A variant that pages name, with the prices they state for it; "" if there are none."""

    name: str
    price: str


class ProductOverview(NamedTuple):
    """`siblings` are other models of the brand, `rivals` those of others at about the price."""

    price: str
    key_specs: tuple[CardSpec, ...]
    variants: tuple[VariantPrice, ...]
    siblings: tuple[ProductCard, ...]
    rivals: tuple[ProductCard, ...]


def product_overview(
    document: ProductDocument, index: OpenIndex, topic: Topic, language: Language
) -> ProductOverview:
    cards = CardMaker(topic, language, (), escape)
    card = cards.card(document)
    return ProductOverview(
        card.price,
        card.key_specs,
        tuple(variant_prices(document, topic, language)),
        tuple(map(cards.card, siblings_of(document, index, topic))),
        tuple(map(cards.card, rivals_of(document, index, topic))),
    )


def variant_prices(
    document: ProductDocument, topic: Topic, language: Language
) -> Iterator[VariantPrice]:
    """In the order of the pages."""
    found: dict[str, list[float]] = {page.variant: [] for page in document.pages if page.variant}
    price = price_attribute(topic)
    if price and (said := document.get(price.name)):
        for value in said.values:
            for source in value.said_by:
                ends = chain.from_iterable(extents(source.raw or value.raw, price))
                found.get(document.pages[source.page].variant, []).extend(ends)
    for name, prices in found.items():
        shown = ""
        if price and prices:
            shown = say(limits_in_words(price, Interval(min(prices), max(prices))), language)
        yield VariantPrice(one_way(name), shown)


# Neighbouring models: near in time or price, from one request to the engine each.


_MOST_NEIGHBOURS = 4
_MOST_LOOKED_AT = 30
_YEARS = 2 * 365.0  # days around a model's date in which siblings are looked for
_ABOUT = 0.15  # of a price


def siblings_of(document: ProductDocument, index: OpenIndex, topic: Topic) -> list[ProductDocument]:
    """Models of the same brand, nearest in time first; in price if no date is known."""
    brand = brand_attribute(topic)
    if not document.brand or brand not in index.schema.fields.terms:
        return []
    same = AnyOf(brand, (document.brand,))
    date, price = date_attribute(topic), price_attribute(topic)
    if date and (day := _number(document, date)):
        around = Within(date.name, day - _YEARS, day + _YEARS)
        return _nearest(document, date, (same, around), index)
    return _nearest(document, price, (same,), index) if price else []


def rivals_of(document: ProductDocument, index: OpenIndex, topic: Topic) -> list[ProductDocument]:
    """Models of other brands at about the same price, nearest in time first."""
    brand, price = brand_attribute(topic), price_attribute(topic)
    number = _number(document, price) if price else None
    if not price or not number or brand not in index.schema.fields.terms:
        return []
    within = Within(price.name, number * (1 - _ABOUT), number * (1 + _ABOUT))
    other = (NoneOf(brand, (document.brand,)),) if document.brand else ()
    return _nearest(document, date_attribute(topic) or price, (within, *other), index)


def _number(document: ProductDocument, attribute: Attribute) -> float | None:
    said = document.get(attribute.name)
    return sort_number(said.shown, attribute) if said else None


def _nearest(
    document: ProductDocument,
    attribute: Attribute,
    conditions: Iterable[Condition],
    index: OpenIndex,
) -> list[ProductDocument]:
    request = SearchRequest(conditions=tuple(conditions), sort=Sort(), limit=_MOST_LOOKED_AT)
    found = [ProductDocument.from_json(hit.document) for hit in index.searcher.search(request).hits]
    others = (readable_document(one) for one in found if one.id != document.id)
    number = _number(document, attribute)

    def distance(other: ProductDocument) -> float:
        its = _number(other, attribute)
        return math.inf if its is None or number is None else abs(its - number)

    return sorted(others, key=distance)[:_MOST_NEIGHBOURS]
