"""Documents of hits; those shown most are not read again for each page."""

from __future__ import annotations

from functools import lru_cache

from index.building.document import ProductDocument

_REMEMBERED = 500  # documents
_LONGEST_REMEMBERED = 20_000  # bytes


def document_from(body: bytes) -> ProductDocument:
    if len(body) > _LONGEST_REMEMBERED:
        return ProductDocument.from_json(body)
    return _remembered(body)


_remembered = lru_cache(maxsize=_REMEMBERED)(ProductDocument.from_json)
