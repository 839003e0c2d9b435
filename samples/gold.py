"""What a product page says: the page, and the record a perfect reader takes off it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class GoldPair(NamedTuple):
    """One attribute as a page shows it.

    `attribute` is the standard name, `name` the name as shown but without its feature
    (the `：` of `参考价格：`), empty where the page shows none; `value` as shown.
    """

    attribute: str
    name: str
    value: str


@dataclass(frozen=True)
class Spec:
    """The part of a page that holds the product's attributes, and what it says."""

    area: str
    gold: tuple[GoldPair, ...]
    variant: str = "regular"


@dataclass(frozen=True)
class ProductPage:
    """A product page as the pocket web serves it; `variant` tells irregular pages apart."""

    url: str
    body: bytes
    content_type: str
    gold: tuple[GoldPair, ...]
    variant: str
