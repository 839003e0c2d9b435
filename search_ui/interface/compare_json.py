"""A comparison as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search_ui.interface.product_json import head_json, shown_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.documents import ProductDocument
    from search_ui.comparing.differences import ComparedAttribute
    from search_ui.interface.typed_json import Json


def compare_json(documents: Iterable[ProductDocument], rows: Iterable[ComparedAttribute]) -> Json:
    """The values of an attribute stand in the order of the products; null: not known."""
    return {
        "products": [head_json(document) for document in documents],
        "attributes": [_compared_attribute(row) for row in rows],
    }


def _compared_attribute(row: ComparedAttribute) -> Json:
    return {
        "name": row.name,
        "label": row.attribute.label if row.attribute else None,
        "group": row.attribute.group if row.attribute else None,
        "differs": row.differs,
        "values": [shown_json(said, row.attribute) if said else None for said in row.said],
    }
