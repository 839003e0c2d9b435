"""Which product comes first when nothing else tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import ValueType
from index.building.columns import sort_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Attribute
    from index.building.document import ProductDocument

_MOST_SITES = 999
_MOST_ATTRIBUTES = 999
_UNCONFIRMED = (_MOST_SITES + 1) * 1000 + 1
_LAST_DAY = 3_652_059  # as `date.toordinal` counts: that of the year 9999


def prominence(document: ProductDocument, attributes: Mapping[str, Attribute]) -> float:
    """That which most sites show; then of which most is known; then the newest.

    Sites count thousands, known attributes ones, the first date of the topic a part of one.
    What nobody confirmed is below 0.
    """
    sites = min(len(document.sites), _MOST_SITES)
    known = min(sum(shown.known for shown in document.attributes), _MOST_ATTRIBUTES)
    found = sites * 1000 + known + _newness(document, attributes)
    return found if document.confirmed else found - _UNCONFIRMED


def _newness(document: ProductDocument, attributes: Mapping[str, Attribute]) -> float:
    for shown in document.attributes:
        attribute = attributes.get(shown.name) if shown.known else None
        if attribute and attribute.type is ValueType.DATE:
            day = sort_number(shown.shown, attribute)
            return day / _LAST_DAY if day else 0.0
    return 0.0
