"""The pairs of name and value that a product's data holds."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from pages.embedded.prices import price_pairs
from pages.embedded.values import quantity_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.embedded.main_product import Node

MOST_PAIRS = 300
MOST_IMAGES = 8
LONGEST_NAME = 100
LONGEST_VALUE = 1000

WORDS = "name brand model sku mpn gtin gtin8 gtin12 gtin13 gtin14 category color".split()
_QUANTITIES = "weight width height depth".split()


def pairs_of(product: Node) -> tuple[tuple[str, str], ...]:
    """At most `MOST_PAIRS` different ones; what is longer than facts are is left out.

    Pictures alone tell nothing of a product.
    """
    short = (
        (name, value)
        for name, value in chain(_told(product), _additional(product.get("additionalProperty")))
        if 0 < len(name) <= LONGEST_NAME and 0 < len(value) <= LONGEST_VALUE
    )
    pairs = tuple(dict.fromkeys(islice(short, MOST_PAIRS)))
    return pairs if any(name != "image" for name, _ in pairs) else ()


def _told(product: Node) -> Iterator[tuple[str, str]]:
    for name in WORDS:
        yield name, text_of(product.get(name))
    for name in _QUANTITIES:
        yield name, quantity_of(product.get(name))
    yield from price_pairs(product.get("offers"))
    rating = product.get("aggregateRating")
    if isinstance(rating, dict):
        yield "ratingValue", text_of(rating.get("ratingValue"))
    yield "releaseDate", text_of(product.get("releaseDate"))
    yield from islice(_images(product.get("image")), MOST_IMAGES)


def _images(images: object) -> Iterator[tuple[str, str]]:
    """Addresses as written, or in an ImageObject."""
    for one in images if isinstance(images, list) else [images]:
        address = one.get("contentUrl") or one.get("url") if isinstance(one, dict) else one
        if isinstance(address, str) and address.strip():
            yield "image", " ".join(address.split())


def _additional(properties: object) -> Iterator[tuple[str, str]]:
    for one in properties if isinstance(properties, list) else [properties]:
        if isinstance(one, dict):
            name = text_of(one.get("name")) or text_of(one.get("propertyID"))
            yield name, quantity_of({key: one[key] for key in one if key != "name"})
