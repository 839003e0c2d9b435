"""Which products are to be compared?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from search_ui.products.shelf import products

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.documents import ProductDocument

FEWEST_COMPARED, MOST_COMPARED = 2, 4
_MOST_READ = 20


class ComparedProducts(NamedTuple):
    """`unknown` and `too_many` are ids: of no product, and of those beyond the fourth."""

    products: tuple[ProductDocument, ...]
    unknown: tuple[str, ...]
    too_many: tuple[str, ...]

    @property
    def idents(self) -> list[str]:
        return [product.id for product in self.products]


def compared_products(idents: Iterable[str]) -> ComparedProducts:
    """Each once, in the order asked for."""
    asked = [ident for ident in dict.fromkeys(idents) if ident][:_MOST_READ]
    found = {product.id: product for product in products(asked)}
    known = [ident for ident in asked if ident in found]
    return ComparedProducts(
        tuple(found[ident] for ident in known[:MOST_COMPARED]),
        tuple(ident for ident in asked if ident not in found),
        tuple(known[MOST_COMPARED:]),
    )
