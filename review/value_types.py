"""The type and unit of values, how well they suit an attribute, and how to filter by them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

from core.locales import any_of, merged
from core.names import name_key
from core.topic import Attribute, Facet, Topic, ValueType
from index.values.read import read_value
from index.values.text import plain, says_nothing, without_brackets
from index.values.types import DateSpan, Price, Quantity, Resolution, Size, WordList
from index.values.units import scale_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from index.values.types import ParsedValue, TypedValue
    from review.evidence import KnownValues


_MOST = 8 / 10  # share of the values that must be of a type
_LONGEST = 200
_MOST_VALUES = 100
_LONGEST_WORD = 16  # letters; longer texts are sentences
_FEWEST_VALUES = 4  # values before repeated words can be recognised
_FEW = 40  # words to choose among
_FEW_AMOUNTS = 8
_MONEY = re.compile(r".*?(?:[¥$€£₹]|元|\b(?:rmb|cny|usd|eur|gbp|hkd|inr)\b)", re.IGNORECASE)
_YES_OR_NO = re.compile(
    rf"\s*(?:{any_of(merged(lambda one: (*one.values.yes, *one.values.no)))}|[√✓✔×✗✘])"
    r"\s*(?:[,(].*)?\Z",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\D*\d")


class ValueKind(NamedTuple):
    type: ValueType = ValueType.TEXT
    unit: str = ""
    facet: Facet = Facet.NONE


def value_kind(name: str, values: Sequence[str], topic: Topic) -> ValueKind:
    """Found by reading the values with each possible type and unit; text if none fits."""
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
    """Anything besides a plain yes or no is a remark, however long."""
    return bool(reading.values) if kind is ValueType.YES_NO else means_something(raw, reading)


def _tries(name: str, values: Sequence[str], topic: Topic) -> Iterator[tuple[ValueType, str]]:
    """The types that the look of the values allows, the most specific first."""
    plainly = [plain(raw) for raw in values]
    named = plain(name).casefold()
    if _most(_YES_OR_NO, [text.casefold().replace(named, "") for text in plainly]):
        yield ValueType.YES_NO, ""
    informative = [text for text in plainly if not says_nothing(text)]
    if not _most(_DIGIT, informative):
        return
    if _most(_MONEY, informative):
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
    """Words that repeat on other pages: an enumeration, or lists of them."""
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


# The unit behind the numbers of many values.


_BEHIND_A_NUMBER = re.compile(
    r"\d\s?(?:(?P<sign>%|℃|°C|[°\"])|(?P<latin>[a-zμµ]{1,12}(?:/[a-z]{1,3})?)(?![a-z])"
    r"|(?P<han>[\u4e00-\u9fff]{1,4}))",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\(\s*(?P<unit>[^()\s]{1,8})\s*\)\s*\Z")
_SHARE = 6 / 10  # share of the values that must have it
_KNOWN = "of "
_NO_UNITS = frozenset("x X p P th st nd rd and or to G K M T".split())  # 3G is a network


def unit_of(name: str, values: Sequence[str], topic: Topic) -> str:
    """As the topic spells it, or as most values do; "" if there is none.

    >>> from core.topic import shipped_topic
    >>> phones = shipped_topic("phones")
    >>> unit_of("采样率", ["240赫兹", "480赫兹屏幕"], phones)
    'Hz'
    >>> unit_of("容量（毫安时）", ["900"], phones)
    'mAh'
    """
    named = _IN_BRACKETS.search(plain(name))
    if named and scale_of(named["unit"]).kind:
        return _as_topic_spells(named["unit"], topic)
    texts = [plain(raw) for raw in values]
    # 143 g (5.04 oz): what stands in brackets only repeats it.
    found = [set(_units_in(without_brackets(text))) or set(_units_in(text)) for text in texts]
    kinds = Counter(kind for units in found for kind in {_kind(unit) for unit in units})
    often = [kind for kind in kinds if kinds[kind] >= _SHARE * len(values)]
    best = max(often, key=lambda kind: (_is_known(kind), kinds[kind], len(kind), kind), default="")
    spelled = Counter(unit for units in found for unit in units if _kind(unit) == best)
    if not spelled:
        return ""
    unit = max(spelled, key=lambda unit: (spelled[unit], len(unit), unit))
    return _as_topic_spells(unit, topic)


def _kind(unit: str) -> str:
    """Units that can be converted into each other are of one kind."""
    kind = scale_of(unit).kind
    return f"{_KNOWN}{kind}" if kind else unit


def _is_known(kind: str) -> bool:
    return kind.startswith(_KNOWN)


def _units_in(text: str) -> Iterator[str]:
    """All prefixes of a unit in Han characters, since its end is unknown."""
    for found in _BEHIND_A_NUMBER.finditer(text):
        if found["han"]:
            yield from (found["han"][:end] for end in range(1, len(found["han"]) + 1))
        elif found["latin"]:
            if found["latin"] not in _NO_UNITS:
                yield found["latin"]
        else:
            yield found["sign"]


def _as_topic_spells(unit: str, topic: Topic) -> str:
    """One spelling per unit: 毫安时 is mAh if the topic writes mAh."""
    scale = scale_of(unit)
    if scale.kind:
        for attribute in topic.attributes:
            same = attribute.unit and scale.factors.get(attribute.unit.casefold()) == 1.0
            if same:
                return attribute.unit
    return unit


# How well values suit an attribute: its type, its unit, its usual amounts.


_FREE = (ValueType.TEXT, ValueType.LIST, ValueType.ENUMERATION)
_MOST_REST = 0.5  # share of a text's letters; if more is left over, the text is about something
_MOST_REST = 0.5  # else
_ENOUGH = 5  # known amounts; fewer say nothing about what is usual
_MOST_KNOWN = 500
_BEYOND = 1.5  # margin around the usual amounts


def share_understood(values: Sequence[str], attribute: Attribute) -> float | None:
    """The share of values that the attribute's type and unit can read; None if any text can."""
    if attribute.type in _FREE:
        return None
    readings = [(raw, read_value(raw, attribute)) for raw in values]
    telling = [(raw, reading) for raw, reading in readings if not reading.absent]
    if not telling:
        return None
    return sum(means_something(raw, reading) for raw, reading in telling) / len(telling)


def means_something(raw: str, reading: ParsedValue) -> bool:
    """Whether most of the text was understood; text in brackets is a remark."""
    if not reading.values:
        return False
    said, rest = (name_key(without_brackets(plain(text))) for text in (raw, reading.rest))
    return len(rest) <= _MOST_REST * len(said)


class UsualAmounts:
    """The range of the known values of each attribute."""

    def __init__(self, known: KnownValues) -> None:
        self._known = known
        self._limits: dict[str, tuple[float, float] | None] = {}

    def share(self, values: Sequence[str], attribute: Attribute) -> float | None:
        """The share of amounts within the usual range; None if that is unknown."""
        amounts = _amounts(values, attribute)
        limits = self._limits_of(attribute) if amounts else None
        if limits is None:
            return None
        return sum(limits[0] <= amount <= limits[1] for amount in amounts) / len(amounts)

    def _limits_of(self, attribute: Attribute) -> tuple[float, float] | None:
        """Computed once: the middle nine tenths plus a margin."""
        if attribute.name not in self._limits:
            amounts = _amounts(islice(self._known.of(attribute.name), _MOST_KNOWN), attribute)
            twentieths = quantiles(amounts, n=20, method="inclusive") if amounts[_ENOUGH:] else []
            self._limits[attribute.name] = (
                (twentieths[0] / _BEYOND, twentieths[-1] * _BEYOND) if twentieths else None
            )
        return self._limits[attribute.name]


def _amounts(values: Iterable[str], attribute: Attribute) -> list[float]:
    if attribute.type in _FREE:
        return []
    found = (_amount(value) for raw in values for value in read_value(raw, attribute).values)
    return [amount for amount in found if amount is not None]


def _amount(value: TypedValue) -> float | None:
    match value:
        case Quantity() | Price():
            return value.low
        case DateSpan():
            return float(value.first.toordinal() - _FIRST_DAY)
        case Size():
            return value.length * value.width * value.height
        case Resolution():
            return float(value.width * value.height)
        case _:
            return None


_FIRST_DAY = 715_000  # in 1958; days are compared as numbers of days since then
