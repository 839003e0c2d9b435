"""`read_value`: what a text means, by the type of its attribute.

A new type of value is a class in `types`, a reader here in `_READERS`, and a line in `format`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.values.date import read_dates
from index.values.price import read_prices
from index.values.quantity import read_quantities, restated_quantity
from index.values.size import read_resolutions, read_sizes
from index.values.text import plain, rest_of, says_nothing, without_brackets
from index.values.types import FreeText, ParsedValue
from index.values.words import read_enumeration, read_list, read_yes_no

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.topic import Attribute
    from index.values.types import ValueMatch


LONGEST_VALUE = 4_000  # characters; what is longer is no value, and no page may cost more than this
_LONGEST_REMEMBERED = 200
_REMEMBERED = 20_000

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
    """The typed values in a raw text, and what of it was not understood; never raises."""
    if len(raw) > LONGEST_VALUE:
        return ParsedValue(rest=raw)
    if len(raw) > _LONGEST_REMEMBERED:
        return _read(raw, attribute)
    return _read_and_remembered(raw, attribute)


def _read(raw: str, attribute: Attribute) -> ParsedValue:
    text = plain(raw)
    if attribute.type is ValueType.TEXT:
        return ParsedValue((FreeText(raw.strip()),)) if text.strip() else ParsedValue(absent=True)
    if attribute.type is not ValueType.YES_NO and says_nothing(text):
        return ParsedValue(rest=raw.strip(), absent=True)
    found = _found(text, attribute)
    if not found.values:
        return ParsedValue(rest=raw.strip(), absent=says_nothing(text))
    return ParsedValue(found.values, rest_of(raw, found.spans))


_read_and_remembered = lru_cache(maxsize=_REMEMBERED)(_read)


def _found(text: str, attribute: Attribute) -> ValueMatch:
    """What stands in brackets is a remark, unless nothing else tells; a list's belong to it."""
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
