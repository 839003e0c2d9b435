"""Values are the same if they mean the same: 5000mAh and 5000 毫安时."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.products.shown_value import as_written
from index.values.reading import read_value
from index.values.typed import FreeText, Price, Quantity, WordList

if TYPE_CHECKING:
    from collections.abc import Hashable

    from core.topic import Topic
    from index.products.shown_value import SameValue
    from index.values.typed import TypedValue


def same_by_meaning(topic: Topic) -> SameValue:
    """For `merge`: typed values are compared, what was not understood by its writing.

    What all of a text means is what counts: of 5000mAh(典型值) the remark says nothing more.
    """
    attributes = {attribute.name: attribute for attribute in topic.attributes}

    def same(name: str, raw: str) -> Hashable:
        attribute = attributes.get(name)
        reading = read_value(raw, attribute) if attribute else None
        if reading is None or not reading.values or isinstance(reading.values[0], FreeText):
            return as_written(name, raw)
        return tuple(map(_comparable, reading.values))

    return same


def _comparable(value: TypedValue) -> Hashable:
    """约 makes no difference, nor does the order of words."""
    if isinstance(value, WordList):
        return frozenset(map(str.casefold, value.words))
    return replace(value, approximate=False) if isinstance(value, Quantity | Price) else value
