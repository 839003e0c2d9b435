"""Which products are to be compared?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from search_ui.products.shelf import products

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.building.document import ProductDocument

FEWEST, MOST = 2, 4
_MOST_READ = 20


class Choice(NamedTuple):
    """`unknown` and `too_many` are ids: of no product, and of those beyond the fourth."""

    products: tuple[ProductDocument, ...]
    unknown: tuple[str, ...]
    too_many: tuple[str, ...]

    @property
    def idents(self) -> list[str]:
        return [product.id for product in self.products]


def choice_of(idents: Iterable[str]) -> Choice:
    """Each once, in the order asked for."""
    asked = [ident for ident in dict.fromkeys(idents) if ident][:_MOST_READ]
    found = {product.id: product for product in products(asked)}
    known = [ident for ident in asked if ident in found]
    return Choice(
        tuple(found[ident] for ident in known[:MOST]),
        tuple(ident for ident in asked if ident not in found),
        tuple(known[MOST:]),
    )
