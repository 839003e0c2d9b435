"""Which type and unit do values have, and how would people narrow results by them?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key
from core.topic import Attribute, Facet, Topic, ValueType
from index.values.read import read_value
from index.values.text import plain, says_nothing
from index.values.types import WordList
from review.likeness.meanings import means_something
from review.units import unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.values.types import ParsedValue

_MOST = 8 / 10  # of the values must be of a type
_LONGEST = 200
_MOST_VALUES = 100
_LONGEST_WORD = 16  # letters; what is longer is a sentence
_FEWEST_VALUES = 4  # before words can be seen to come again
_FEW = 40  # words that a person may choose among
_FEW_AMOUNTS = 8
_MONEY = re.compile(r".*?(?:[¥$€£₹]|元|\b(?:rmb|cny|usd|eur|gbp|hkd|inr)\b)", re.IGNORECASE)
_YES_OR_NO = re.compile(
    r"\s*(?:不?支持|是|否|有|无|没有|yes|no|[√✓✔×✗✘]|true|false)\s*(?:[,(].*)?\Z", re.IGNORECASE
)
_DIGIT = re.compile(r"\D*\d")


class ValueKind(NamedTuple):
    type: ValueType = ValueType.TEXT
    unit: str = ""
    facet: Facet = Facet.NONE


def value_kind(name: str, values: Sequence[str], topic: Topic) -> ValueKind:
    """By reading the values with the types and units they may have; text where none fits."""
    telling = [raw for raw in values if name_key(raw) and len(raw) <= _LONGEST][:_MOST_VALUES]
    for kind, unit in _tries(name, telling, topic) if telling else ():
        attribute = Attribute(name="x", label="x", group="x", type=kind, unit=unit)
        readings = [(raw, read_value(raw, attribute)) for raw in telling]
        said = [(raw, reading) for raw, reading in readings if not reading.absent]
        fitting = [reading for raw, reading in said if _fits(raw, reading, kind)]
        if fitting and len(fitting) >= _MOST * len(said):
            different = {value for reading in fitting for value in reading.values}
            return ValueKind(kind, unit, _facet(kind, len(different), len(fitting)))
    return _of_words(telling)


def _fits(raw: str, reading: ParsedValue, kind: ValueType) -> bool:
    """What is said beside a plain yes or no is a remark, however long."""
    return bool(reading.values) if kind is ValueType.YES_NO else means_something(raw, reading)


def _tries(name: str, values: Sequence[str], topic: Topic) -> Iterator[tuple[ValueType, str]]:
    """What the looks of the values allow, the most special first."""
    plainly = [plain(raw) for raw in values]
    named = plain(name).casefold()
    if _most(_YES_OR_NO, [text.casefold().replace(named, "") for text in plainly]):
        yield ValueType.YES_NO, ""
    saying = [text for text in plainly if not says_nothing(text)]
    if not _most(_DIGIT, saying):
        return
    if _most(_MONEY, saying):
        prices = (one.unit for one in topic.attributes if one.type is ValueType.PRICE)
        yield ValueType.PRICE, next(prices, "元")
    yield ValueType.SIZE, "mm"
    yield ValueType.RESOLUTION, ""
    yield ValueType.DATE, ""
    if unit := unit_of(name, values, topic):
        yield ValueType.QUANTITY, unit


def _most(pattern: re.Pattern[str], texts: Sequence[str]) -> bool:
    return sum(bool(pattern.match(text)) for text in texts) >= _MOST * len(texts) > 0


def _facet(kind: ValueType, different: int, values: int) -> Facet:
    if kind is ValueType.SIZE:
        return Facet.NONE
    if kind in {ValueType.PRICE, ValueType.DATE}:
        return Facet.RANGE
    if kind is ValueType.QUANTITY:
        return Facet.VALUES if different <= _FEW_AMOUNTS <= values / 2 else Facet.RANGE
    return Facet.VALUES


def _of_words(values: Sequence[str]) -> ValueKind:
    """Words that come again on other pages: a few to choose one from, or lists of them."""
    found = [_words_of(raw) for raw in values]
    words = [word for some in found for word in some]
    different = len({name_key(word) for word in words})
    too_long = sum(len(name_key(word)) > _LONGEST_WORD for word in words)
    again = different <= len(words) / 2 and too_long <= len(words) / 10
    if len(found) < _FEWEST_VALUES or not again:
        return ValueKind()
    several = sum(len(some) > 1 for some in found) > len(found) / 4
    kind = ValueType.LIST if several else ValueType.ENUMERATION
    return ValueKind(kind, "", Facet.VALUES if 1 < different <= _FEW else Facet.NONE)


def _words_of(raw: str) -> tuple[str, ...]:
    attribute = Attribute(name="x", label="x", group="x", type=ValueType.LIST)
    values = read_value(raw, attribute).values
    return values[0].words if values and isinstance(values[0], WordList) else ()
