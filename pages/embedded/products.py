"""The product a page is about, as the page tells it to machines."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from pages.embedded.json_ld import json_ld
from pages.embedded.main_product import main_product
from pages.embedded.pairs import pairs_of
from pages.embedded.product_types import MARKS_A_PRODUCT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pages.page import Page

Source = Literal["json-ld", "microdata"]


@dataclass(frozen=True, slots=True)
class EmbeddedProduct:
    """Pairs of name and value: schema.org's own names first, then those the shop gave."""

    source: Source
    pairs: tuple[tuple[str, str], ...]


def embedded_products(page: Page) -> tuple[EmbeddedProduct, ...]:
    """The page's main product, or nothing; never raises, whatever the page holds.

    Microdata needs a tree, so it is read only where JSON-LD tells of no product.
    """
    return _read(page, "json-ld", json_ld) or _read(page, "microdata", _microdata)


def _read(
    page: Page, source: Source, read: Callable[[Page], Iterable[object]]
) -> tuple[EmbeddedProduct, ...]:
    product = main_product(read(page), page.url)
    pairs = pairs_of(product) if product else ()
    return (EmbeddedProduct(source, pairs),) if pairs else ()


def _microdata(page: Page) -> Iterable[object]:
    """Few pages have any: the libraries it takes are loaded with the first."""
    if b"itemtype" not in page.body or not MARKS_A_PRODUCT.search(page.body):
        return ()
    items: Iterable[object] = import_module("pages.embedded.microdata").microdata(page)
    return items
