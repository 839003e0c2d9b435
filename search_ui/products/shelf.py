"""Products out of the index in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.documents import ProductDocument
from search_ui.products.readable import readable_document
from search_ui.site import this_site

if TYPE_CHECKING:
    from collections.abc import Sequence


def products(idents: Sequence[str]) -> list[ProductDocument]:
    """Those that are there, in the order asked for."""
    hits = this_site().index().searcher.get(idents)
    return [readable_document(ProductDocument.from_json(hit.document)) for hit in hits]


def product(ident: str) -> ProductDocument | None:
    return next(iter(products([ident])), None)
