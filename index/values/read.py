"""`read_value`: parses a text by the type of its attribute.

To add a type of value: a class in `types`, a reader in `_READERS` here, and a case in `format`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.values.date import read_dates
from index.values.price import read_prices
from index.values.quantity import read_quantities, restated_quantity
from index.values.size import read_resolutions, read_sizes
from index.values.text import is_placeholder, plain, rest_of, says_nothing, without_brackets
from index.values.types import FreeText, ParsedValue
from index.values.words import read_enumeration, read_list, read_yes_no

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.topic import Attribute
    from index.values.types import ValueMatch


LONGEST_VALUE = 4_000  # characters; longer texts are not parsed, so that no page is too expensive
_LONGEST_CACHED = 200
_CACHED = 20_000

_READERS: Mapping[ValueType, Callable[[str, Attribute], ValueMatch]] = {
    ValueType.QUANTITY: read_quantities,
    ValueType.PRICE: read_prices,
    ValueType.DATE: read_dates,
    ValueType.SIZE: read_sizes,
    ValueType.RESOLUTION: read_resolutions,
    ValueType.LIST: read_list,
    ValueType.YES_NO: read_yes_no,
    ValueType.ENUMERATION: read_enumeration,
}


def read_value(raw: str, attribute: Attribute) -> ParsedValue:
    """The typed values in a raw text, and the rest that was not understood; never raises."""
    if len(raw) > LONGEST_VALUE:
        return ParsedValue(rest=raw)
    if len(raw) > _LONGEST_CACHED:
        return _read(raw, attribute)
    return _cached_read(raw, attribute)


def _read(raw: str, attribute: Attribute) -> ParsedValue:
    text = plain(raw)
    if attribute.type is ValueType.TEXT:
        return ParsedValue((FreeText(raw.strip()),)) if text.strip() else ParsedValue(absent=True)
    is_absent = is_placeholder if attribute.type is ValueType.YES_NO else says_nothing
    if is_absent(text):
        return ParsedValue(rest=raw.strip(), absent=True)
    found = _found(text, attribute)
    if not found.values:
        return ParsedValue(rest=raw.strip(), absent=says_nothing(text))
    return ParsedValue(found.values, rest_of(raw, found.spans))


_cached_read = lru_cache(maxsize=_CACHED)(_read)


def _found(text: str, attribute: Attribute) -> ValueMatch:
    """Text in brackets is a remark, read only if the rest has no value; in lists it is content."""
    reader = _READERS[attribute.type]
    if attribute.type is ValueType.LIST:
        return reader(text, attribute)
    outside = without_brackets(text)
    if outside == text:
        return reader(text, attribute)
    if attribute.type is ValueType.QUANTITY:
        restated = restated_quantity(text, outside, attribute)
        if restated.values:
            return restated
    found = reader(outside, attribute)
    return found if found.values else reader(text, attribute)
