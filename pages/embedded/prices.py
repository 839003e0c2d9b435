"""What the offers of a product ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.embedded.values import span_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_OFFERS = 100
_DEEPEST = 3


def price_pairs(offers: object) -> Iterator[tuple[str, str]]:
    """One price, or the lowest and the highest: "low-high"; in the first offer's currency."""
    asked = list(_asked(offers, "", _DEEPEST))
    currency = next((currency for _, currency in asked if currency), "")
    prices = [price for price, other in asked if other in {"", currency}]
    if prices:
        yield "price", _span(prices)
        yield "priceCurrency", currency


def _asked(offers: object, currency: str, depth: int) -> Iterator[tuple[str, str]]:
    """Prices and their currencies, of offers and of those gathered in another."""
    for offer in (offers if isinstance(offers, list) else [offers])[:_MOST_OFFERS]:
        if not (isinstance(offer, dict) and depth):
            continue
        named = text_of(offer.get("priceCurrency")) or currency
        prices = [text_of(offer.get(name)) for name in ("price", "lowPrice", "highPrice")]
        if any(prices):
            yield from ((price, named) for price in prices if price)
            continue
        specified = offer.get("priceSpecification")
        first = specified[:1] if isinstance(specified, list) else specified
        yield from _asked(first, named, depth - 1)
        yield from _asked(offer.get("offers"), named, depth - 1)


def _span(prices: list[str]) -> str:
    try:
        ordered = sorted(prices, key=float)
    except ValueError:
        return prices[0]
    low, high = ordered[0], ordered[-1]
    return low if float(low) == float(high) else span_of(low, high)
