"""Turns amounts in queries into range filters.

`Units` knows which attributes of the topic a unit may belong to. `take_measures` handles amounts
with a unit, a limit, or an attribute's name beside them; `take_pairs` handles two amounts that are
written together: 12GB+256GB, 8+128.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from core.currencies import CURRENCIES, currency_of
from core.locales import locales
from core.topic import Facet, ValueType
from index.query.amounts import Amount, amounts_in
from index.query.limits import Limit, limit_behind
from index.query.model import Range
from index.query.vocabulary import (
    attribute_of_kind,
    meaning_at,
    name_before,
    name_behind,
    name_end,
    product_endings,
)
from index.query.wordlists import is_latin, table_of, typed_ways, words_of
from index.values.number import rounded
from index.values.units import attribute_scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from core.locale_packs import QueryPack, Words
    from core.topic import Attribute, Topic
    from core.topic_parts import AmountPair
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


TIMES = table_of(lambda pack: pack.powers)


def _spelled(of: Callable[[QueryPack], Mapping[str, Words]]) -> Iterator[tuple[str, str]]:
    for locale in locales():
        for meant, words in of(locale.query).items():
            yield from ((way, meant) for word in words for way in typed_ways(word))


# Spellings that occur only in queries.
_UNITS_ALSO = {way: unit.casefold() for way, unit in _spelled(lambda pack: pack.units)}
_MONEY = {
    **{way: code for spelled, code in CURRENCIES.items() for way in typed_ways(spelled)},
    **dict(_spelled(lambda pack: pack.money)),
}
_LEAST_POUNDS = 50  # fewer are a weight
_JOINTS = (" ", "-")  # 6.5 inch, 6.5-inch
_COUNTERS = words_of(lambda pack: pack.counters)  # 8个G
_NEEDS_A_NAME = frozenset(("time", "angle", "colours"))  # 3年, 10小时 alone are ambiguous
# Of what a number with 万 or w behind it can be: 65W is power, 5000万 are pixels.
_AMOUNTS_OF = {"power": (5, 1000), "pixels": (300, inf)}


@dataclass(frozen=True, slots=True)
class Unit:
    """The factor from a written unit to an attribute's own."""

    attribute: Attribute
    factor: float
    currency: str = ""


class Units:
    """All units of a topic's quantities and prices."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        self._attributes = {attribute.name: attribute for attribute in topic.attributes}
        self._product_endings = product_endings(topic)
        self.price = attribute_of_kind(topic, "price")

    def _of_type(self, kind: ValueType) -> Iterator[Attribute]:
        """Attributes with a facet first."""
        of_type = [attribute for attribute in self._topic.attributes if attribute.type is kind]
        yield from sorted(of_type, key=lambda attribute: attribute.facet is Facet.NONE)

    @cached_property
    def meanings(self) -> Mapping[str, tuple[Unit, ...]]:
        """Spelling → possible meanings, likeliest first."""
        table: dict[str, list[Unit]] = {spelled: [] for spelled in TIMES}
        for attribute in self._of_type(ValueType.QUANTITY):
            factors = attribute_scale(attribute).factors
            for spelled, factor in factors.items():
                also = (way for way, unit in _UNITS_ALSO.items() if unit == spelled)
                for way in (*typed_ways(spelled), *also):
                    table.setdefault(way, []).append(Unit(attribute, factor))
        for attribute in self._of_type(ValueType.PRICE):
            home = currency_of(attribute.unit)
            for money, code in _MONEY.items():
                currency = "" if code == home else code
                table.setdefault(money, []).append(Unit(attribute, 1.0, currency))
                for word, times in TIMES.items():
                    table.setdefault(word + money, []).append(Unit(attribute, times, currency))
        return {spelled: tuple(units) for spelled, units in table.items()}

    @cached_property
    def _longest(self) -> int:
        return max(map(len, (*self.meanings, ""))) + max(map(len, (*_COUNTERS, "")))

    def at(self, text: str, place: int) -> tuple[int, str]:
        """The end of the unit after a number, and the unit; "" if there is none."""
        start = place + 1 if text[place : place + 1] in _JOINTS else place
        for end in range(min(len(text), start + self._longest), start, -1):
            spelled = text[start:end]
            for counter in _COUNTERS if spelled not in self.meanings else ():
                spelled = spelled.removeprefix(counter) or spelled
            runs_on = is_latin(spelled[-1]) and self._goes_on(text, end)
            is_of_next = not spelled[-1].isalnum() and text[end : end + 1].isdigit()  # $300-$500
            if spelled in self.meanings and not runs_on and not is_of_next:
                return end, spelled
        return place, ""

    def _goes_on(self, text: str, at: int) -> bool:
        """Whether a word continues here, other than by what products are called: 27zollmonitor."""
        if not is_latin(text[at : at + 1]):
            return False
        return self._product_endings is None or not self._product_endings.match(text, at)

    def is_money(self, spelled: str) -> bool:
        return any(u.attribute.type is ValueType.PRICE for u in self.meanings.get(spelled, ()))

    def agree(self, one: str, other: str) -> bool:
        """Whether both can be units of one attribute."""
        names = [{unit.attribute.name for unit in self.meanings[each]} for each in (one, other)]
        return one == other or bool(names[0] & names[1])

    def has_thousands(self, spelled: str) -> bool:
        """Whether it is a unit of charge or money, of which there are thousands."""
        units = self.meanings.get(spelled, ())
        kinds = {"" if u.currency else attribute_scale(u.attribute).kind for u in units}
        return self.is_money(spelled) or "charge" in kinds

    def currency(self, spelled: str) -> str:
        """The code of a foreign currency, or ""."""
        return next((unit.currency for unit in self.meanings.get(spelled, ()) if unit.currency), "")

    def of(self, attribute: Attribute, spelled: str) -> float | None:
        """The factor from a unit to a named attribute's own; 1 without a unit."""
        if not spelled:
            return 1.0
        if attribute.type is ValueType.PRICE and spelled in TIMES:
            return TIMES[spelled]
        units = self.meanings.get(spelled, ())
        return next((unit.factor for unit in units if unit.attribute.name == attribute.name), None)

    def alone(self, spelled: str, value: float, *, capital: bool) -> Unit | None:
        """What a unit means if no attribute is named; None if it is ambiguous."""
        units = self.meanings.get(spelled, ())
        pair = None if spelled in TIMES else self._pair(units)
        if pair:
            if spelled != "g" or capital or value in pair.sizes:
                return self._by_size(pair, units, value)
            units = tuple(u for u in units if attribute_scale(u.attribute).kind == "mass")
        if spelled in TIMES:
            return self._by_thousands(spelled, value)
        if self.currency(spelled):
            is_weight = value < _LEAST_POUNDS and any(not unit.currency for unit in units)
            units = tuple(unit for unit in units if bool(unit.currency) is not is_weight)
        units = tuple(u for u in units if self._is_clear(u, units))
        own = [unit for unit in units if unit.factor == 1]
        if own or len({unit.attribute.unit for unit in units}) == 1:
            return (own or units)[0]
        return None

    def _is_clear(self, unit: Unit, units: tuple[Unit, ...]) -> bool:
        """Of times and the like only one attribute's own unit: ms, if no other is in ms."""
        kind = attribute_scale(unit.attribute).kind
        alike = [one for one in units if attribute_scale(one.attribute).kind == kind]
        is_own = unit.factor == 1 and sum(one.factor == 1 for one in alike) == 1
        return kind not in _NEEDS_A_NAME or is_own

    def _pair(self, units: tuple[Unit, ...]) -> AmountPair | None:
        """The attributes that are told apart by the size of an amount: memory and storage."""
        names = {unit.attribute.name for unit in units}
        return next((p for p in self._topic.query.pairs if {p.small, p.large} <= names), None)

    def _by_size(self, pair: AmountPair, units: tuple[Unit, ...], value: float) -> Unit | None:
        known = {unit.attribute.name: unit for unit in units}
        size = value * known[pair.small].factor
        return known[pair.small if size <= pair.most else pair.large]

    def _by_thousands(self, spelled: str, value: float) -> Unit | None:
        """65W is power and 5000万 are pixels; 1.5万, 1w and 3k can only be prices (None here)."""
        by_kind = {attribute_scale(u.attribute).kind: u for u in reversed(self.meanings[spelled])}
        for kind, (least, most) in _AMOUNTS_OF.items():
            if kind in by_kind and least <= value < most:
                return by_kind[kind]
        return None

    def attribute(self, name: str) -> Attribute:
        return self._attributes[name]

    def by_size(self, attribute: Attribute, amount: float) -> Attribute:
        """People also call storage 内存: an amount too large for memory is storage."""
        for pair in self._topic.query.pairs:
            if attribute.name == pair.small and amount > pair.most:
                return self._attributes[pair.large]
        return attribute

    def sizes_of(self, attribute: Attribute) -> tuple[int, ...]:
        """The amounts that exist, if they come in steps."""
        pairs = self._topic.query.pairs
        return next((p.sizes for p in pairs if attribute.name in (p.small, p.large)), ())


# From amounts to ranges.


_LEAST_BARE_PRICE = 50  # a smaller number without a unit may be anything
# No product has more of these; a larger number without a unit means something else.
_MOST_OF_UNIT = {"inch": 150, "ghz": 50, "hz": 1000, "nm": 250, "ppi": 1200, "%": 100, "w/kg": 20}
_MOST_OF_UNIT |= {"℃": 300, "db": 200, "°": 360}
_OR_SO = 0.1
_AS_WRITTEN = 0.02
_MEASURED = (ValueType.QUANTITY, ValueType.PRICE)
_BUDGET = words_of(lambda pack: pack.budget)


@dataclass(frozen=True, slots=True)
class _Meant:
    attribute: Attribute
    low_factor: float
    factor: float
    start: int
    end: int
    currency: str = ""


def take_measures(draft: Draft, words: Vocabulary, units: Units, decimal: str) -> None:
    earliest = 0
    for found in list(amounts_in(draft.text, words, units, decimal)):
        amount = found
        if found.start < earliest:  # its limit belongs to the amount before it
            amount = replace(found, start=earliest, limit=Limit.EXACT)
        if earliest < amount.end and (meant := _meant(draft, amount, words, units, earliest)):
            limited, whole = _limited_behind(draft.text, amount, meant)
            draft.add(_range(draft, limited, whole))
            earliest = whole.end


def _limited_behind(text: str, amount: Amount, meant: _Meant) -> tuple[Amount, _Meant]:
    """8GB RAM or more; and a budget is the most that somebody pays."""
    if amount.is_limited:
        return amount, meant
    behind = limit_behind(text, meant.end)
    if behind and text[meant.end : behind.place].strip() != "+":  # as in 4G运存+64G存储
        return replace(amount, limit=behind.limit), replace(meant, end=behind.place)
    named = text[meant.start : name_end(text, amount.start, meant.start)]
    limit = Limit.AT_MOST if named in _BUDGET else amount.limit
    return replace(amount, limit=limit), meant


def _meant(
    draft: Draft, amount: Amount, words: Vocabulary, units: Units, earliest: int
) -> _Meant | None:
    text = draft.text
    if _is_within_a_word(text, amount, words):
        return None
    named = name_before(words, text, amount.start, earliest)
    if named and (meant := _of_named(amount, named[1], units, named[0], amount.end)):
        return meant
    behind = None if named else name_behind(words, text, amount.end)
    if behind and (meant := _of_named(amount, behind[1], units, amount.start, behind[0])):
        return meant
    if _runs_on(text, amount) or (named and named[1].type is ValueType.DATE):
        return None
    meant = None if _is_a_word(text, amount, words) else _by_unit(draft, amount, units)
    return _with_fillers(text, meant, words, named) if meant else None


def _of_named(
    amount: Amount, attribute: Attribute, units: Units, start: int, end: int
) -> _Meant | None:
    if attribute.type not in _MEASURED:
        return None
    low_factor, factor = (units.of(attribute, unit) for unit in (amount.low_unit, amount.unit))
    if low_factor is None or factor is None:
        return None
    if amount.unit == "" and (end > amount.end or not _is_plausible(amount, attribute, units)):
        return None  # the 14 of "14 屏幕" is not a size, and "screen under 1500" is no screen's
    attribute = units.by_size(attribute, amount.low * low_factor)
    is_price = attribute.type is ValueType.PRICE
    currency = units.currency(amount.unit) if is_price else ""
    return _Meant(attribute, low_factor, factor, start, end, currency)


def _is_plausible(amount: Amount, attribute: Attribute, units: Units) -> bool:
    """Whether there can be so many of the attribute's unit."""
    if sizes := units.sizes_of(attribute):
        least_price = _least_price(units.price) if units.price else inf
        return amount.high in sizes or amount.high < least_price
    factors = attribute_scale(attribute).factors
    most = (most for unit, most in _MOST_OF_UNIT.items() if factors.get(unit) == 1)
    return amount.high <= min(most, default=amount.high)


def _least_price(price: Attribute) -> float:
    return price.query.least or _LEAST_BARE_PRICE


def _by_unit(draft: Draft, amount: Amount, units: Units) -> _Meant | None:
    """Numbers without a unit are prices if they have a limit, so that they are not names."""
    capital = draft.raw[amount.start : amount.end].rstrip().endswith("G")
    unit = units.alone(amount.unit, amount.high, capital=capital) if amount.unit else None
    if unit:
        low_factor = units.of(unit.attribute, amount.low_unit)
        return _Meant(
            unit.attribute,
            low_factor or unit.factor,
            unit.factor,
            amount.start,
            amount.end,
            unit.currency,
        )
    low, high = (TIMES.get(each, 1.0) for each in (amount.low_unit, amount.unit))
    is_bare = not amount.unit or amount.unit in TIMES
    if not (is_bare and amount.is_limited and units.price):
        return None
    if min(amount.low * low, amount.high * high) < _least_price(units.price) or _is_a_year(amount):
        return None
    return _Meant(units.price, low, high, amount.start, amount.end)


def _is_a_year(amount: Amount) -> bool:
    """2019以后, 2020-2022; but 1999以下 and 2000-3000 are prices."""
    ends = (amount.low, amount.high)
    return not amount.unit and all(2000 < end < 2040 and end % 100 for end in ends)


def _is_within_a_word(text: str, amount: Amount, words: Vocabulary) -> bool:
    """Whether it is part of a known word, as the 3.5mm of 3.5mm耳机孔 or the 三 of 三星."""
    if amount.is_limited:
        return False
    found = meaning_at(words, text, amount.start)
    return found is not None and found[0] > amount.end


def _is_a_word(text: str, amount: Amount, words: Vocabulary) -> bool:
    """Whether it is a known word as a whole, as 5G or 4K."""
    found = None if amount.is_limited else meaning_at(words, text, amount.start)
    return found is not None and found[0] == amount.end


def _runs_on(text: str, amount: Amount) -> bool:
    """Whether it is part of a name, as the number of Mate60 or A53."""
    before, behind = text[amount.start - 1 : amount.start], text[amount.end : amount.end + 1]
    latin_before = before.isascii() and (before.isalnum() or before in ".-_") and before != ""
    latin_end = text[amount.end - 1].isascii() and text[amount.end - 1].isalnum()
    return latin_before or (latin_end and behind.isascii() and behind.isalnum())


def _with_fillers(
    text: str, meant: _Meant, words: Vocabulary, named: tuple[int, Attribute] | None
) -> _Meant:
    """Include words that add nothing: the 屏幕 of 屏幕120Hz, the 快充 of 67W快充."""
    group = meant.attribute.group
    adds_nothing = named and named[1].group == group and named[1].type is not ValueType.YES_NO
    start = named[0] if named and adds_nothing else meant.start
    end = meant.end
    behind = name_behind(words, text, end)
    blank = text[end : end + 1] == " "
    if added := words.behind_amounts.match(text, end + blank):
        end = added.end()
    elif behind and behind[1].group == group and behind[1].type is not ValueType.YES_NO:
        end = behind[0]
    return replace(meant, start=start, end=end)


def _range(draft: Draft, amount: Amount, meant: _Meant) -> Range:
    low, high = rounded(amount.low * meant.low_factor), rounded(amount.high * meant.factor)
    limit = amount.limit
    no_low = limit.from_above and not amount.is_range
    no_high = limit.from_below and not amount.is_range
    return Range(
        attribute=meant.attribute.name,
        said=draft.raw[meant.start : meant.end],
        start=meant.start,
        end=meant.end,
        low=None if no_low else min(low, high),
        high=None if no_high else max(low, high),
        tolerance=_tolerance(amount, meant.attribute),
        exclusive=limit in (Limit.MORE, Limit.LESS),
        currency=meant.currency,
    )


def _tolerance(amount: Amount, attribute: Attribute) -> float:
    """10% for prices without a limit and for 左右; none for memory and others with fixed steps."""
    if amount.is_limited and (amount.is_range or amount.limit is not Limit.ABOUT):
        return 0.0
    if amount.limit is Limit.ABOUT or attribute.type is ValueType.PRICE:
        return _OR_SO
    exact = attribute_scale(attribute).kind in ("data", "frequency")
    return 0.0 if exact else _AS_WRITTEN


# Two amounts that are written together: 12GB+256GB, 8+128, 16G/1T.


_PAIR = re.compile(
    r"(?<![\w.+/-])(?P<small>\d{1,2})\s?(?P<small_unit>[a-z]{1,3})?\s?[+/]\s?"
    r"(?P<large>\d{1,4})\s?(?P<unit>[a-z]{1,3})?(?![\w.+/-])"
)


def take_pairs(draft: Draft, units: Units, pairs: Iterable[AmountPair]) -> None:
    """Both filters come from one piece of text: they are removed together."""
    for pair in pairs:
        for found in _PAIR.finditer(draft.text):
            if amounts := _pair_of(found, pair, units):
                start, end = found.span()
                said = draft.raw[start:end]
                draft.add(
                    *(
                        Range(attribute=name, said=said, start=start, end=end, low=size, high=size)
                        for name, size in amounts
                    )
                )


def _pair_of(
    found: re.Match[str], pair: AmountPair, units: Units
) -> list[tuple[str, float]] | None:
    """Without a unit 1/4 and 4/16 may be anything: the second must be too much for the first."""
    small_unit, unit = found["small_unit"] or "", found["unit"] or ""
    amounts = []
    for name, number, spelled in (
        (pair.small, found["small"], small_unit),
        (pair.large, found["large"], unit),
    ):
        factor = units.of(units.attribute(name), spelled)
        if factor is None:
            return None
        amounts.append((name, float(number) * factor))
    (_, small), (_, large) = amounts
    are_sizes = {small, large} <= set(pair.sizes) and small * pair.ratio <= large
    is_clear = bool(small_unit or unit) or large > pair.most
    return amounts if are_sizes and is_clear else None
