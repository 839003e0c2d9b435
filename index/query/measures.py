"""Turns amounts in queries into range filters.

`Units` knows which attributes of the topic a unit may belong to. `take_measures` handles amounts
with a unit, a limit, or an attribute's name beside them; `take_pairs` handles memory and storage
written together: 12GB+256GB, 8+128.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from core.topic import Facet, ValueType
from index.query.amounts import Amount, Limit, amounts_in, limit_behind
from index.query.model import Range
from index.query.vocabulary import WORDS, meaning_at, name_before, name_behind
from index.values.number import rounded
from index.values.price import CURRENCIES, currency_of
from index.values.units import scale_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


TIMES = {"百": 1e2, "千": 1e3, "k": 1e3, "万": 1e4, "w": 1e4}
# Spellings that only queries have.
_ALSO = {"万像素": ("w像素",), "gb": ("gig", "gigs", "gigabyte", "gigabytes")}
_MONEY = CURRENCIES | {
    **dict.fromkeys(("yuan", "大洋"), "CNY"),
    **dict.fromkeys(("dollars", "dollar", "bucks", "美刀", "刀"), "USD"),
    **dict.fromkeys(("pounds", "pound", "quid", "sterling"), "GBP"),
    **dict.fromkeys(("yen",), "JPY"),
    **dict.fromkeys(("rupees", "rupee"), "INR"),
}
_LEAST_POUNDS = 10  # fewer are a weight
_JOINTS = (" ", "-")  # 6.5 inch, 6.5-inch
_MEASURE_WORD = "个"  # 8个G
_NEEDS_A_NAME = frozenset(("time", "angle", "colours"))  # 3年, 10小时 alone are ambiguous
MEMORY_SIZES = frozenset((1, 2, 3, 4, 6, 8, 10, 12, 16, 18, 20, 24, *(2**n for n in range(5, 11))))
_MOST_RAM = 24  # GB; more is storage
_NETWORKS = frozenset((2, 3, 4, 5))  # 5G is a network, unless something says that it is memory


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
        self.price = next(self._of_type(ValueType.PRICE), None)

    def _of_type(self, kind: ValueType) -> Iterator[Attribute]:
        """Attributes with a facet first."""
        of_type = [attribute for attribute in self._topic.attributes if attribute.type is kind]
        yield from sorted(of_type, key=lambda attribute: attribute.facet is Facet.NONE)

    @cached_property
    def meanings(self) -> Mapping[str, tuple[Unit, ...]]:
        """Spelling → possible meanings, likeliest first."""
        table: dict[str, list[Unit]] = {spelled: [] for spelled in TIMES}
        for attribute in self._of_type(ValueType.QUANTITY):
            factors = scale_of(attribute.unit).factors
            for spelled, factor in factors.items():
                for also in (spelled, *_ALSO.get(spelled, ())):
                    table.setdefault(also, []).append(Unit(attribute, factor))
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
        return max(map(len, self.meanings)) + len(_MEASURE_WORD)

    def at(self, text: str, place: int) -> tuple[int, str]:
        """The end of the unit after a number, and the unit; "" if there is none."""
        start = place + 1 if text[place : place + 1] in _JOINTS else place
        for end in range(min(len(text), start + self._longest), start, -1):
            spelled = text[start:end]
            if spelled not in self.meanings and len(spelled) > 1:
                spelled = spelled.removeprefix(_MEASURE_WORD)
            runs_on = spelled[-1].isascii() and spelled[-1].isalpha() and _is_letter(text, end)
            is_of_next = not spelled[-1].isalnum() and text[end : end + 1].isdigit()  # $300-$500
            if spelled in self.meanings and not runs_on and not is_of_next:
                return end, spelled
        return place, ""

    def agree(self, one: str, other: str) -> bool:
        """Can both be units of one attribute?"""
        names = [{unit.attribute.name for unit in self.meanings[each]} for each in (one, other)]
        return one == other or bool(names[0] & names[1])

    def has_thousands(self, spelled: str) -> bool:
        """Is it a unit of charge or money, of which there are thousands?"""
        units = self.meanings.get(spelled, ())
        kinds = {"" if u.currency else scale_of(u.attribute.unit).kind for u in units}
        is_money = any(u.attribute.type is ValueType.PRICE for u in units)
        return is_money or "charge" in kinds

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
        if spelled in ("g", "gb", "gib", "t", "tb", "tib") and self._memory(units):
            if spelled != "g" or capital or value in MEMORY_SIZES:
                return self._by_size(units, value)
            units = tuple(u for u in units if scale_of(u.attribute.unit).kind == "mass")
        if spelled in TIMES:
            return self._by_thousands(spelled, value)
        if self.currency(spelled):
            is_weight = value < _LEAST_POUNDS and any(not unit.currency for unit in units)
            units = tuple(unit for unit in units if bool(unit.currency) is not is_weight)
        units = tuple(u for u in units if scale_of(u.attribute.unit).kind not in _NEEDS_A_NAME)
        own = [unit for unit in units if unit.factor == 1]
        if own or len({unit.attribute.unit for unit in units}) == 1:
            return (own or units)[0]
        return None

    def _memory(self, units: tuple[Unit, ...]) -> dict[str, Unit]:
        """Memory and storage, recognized by their aliases RAM and ROM."""
        return {
            alias: unit
            for unit in units
            for alias in ("RAM", "ROM")
            if alias in unit.attribute.aliases
        }

    def _by_size(self, units: tuple[Unit, ...], value: float) -> Unit | None:
        memory = self._memory(units)
        size = value * next(iter(memory.values())).factor
        return memory.get("RAM" if size <= _MOST_RAM else "ROM")

    def _by_thousands(self, spelled: str, value: float) -> Unit | None:
        """65W is power and 5000万 are pixels; 1.5万, 1w and 3k can only be prices (None here)."""
        kind = "power" if spelled == "w" and 5 <= value < 1000 else "pixels"
        if kind == "pixels" and value < 300:
            return None
        units = self.meanings[spelled]
        return next((u for u in units if scale_of(u.attribute.unit).kind == kind), None)

    def storage_for(self, attribute: Attribute, gigabytes: float) -> Attribute:
        """People also call storage 内存: what is too much for memory is storage."""
        if "RAM" not in attribute.aliases or gigabytes <= _MOST_RAM:
            return attribute
        storage = self._topic.standard_name("ROM")
        return next((a for a in self._topic.attributes if a.name == storage), attribute)


def is_network(spelled: str, value: float) -> bool:
    return spelled == "g" and value in _NETWORKS


def _is_letter(text: str, at: int) -> bool:
    return text[at : at + 1].isascii() and text[at : at + 1].isalpha()


# From amounts to ranges.


_LEAST_BARE_PRICE = 300  # a smaller number without a unit may be anything
# No product has more of these; a larger number without a unit is of something else.
_MOST_OF_UNIT = {"英寸": 150, "GHz": 50, "Hz": 1000, "nm": 250, "ppi": 1200, "%": 100, "W/kg": 20}
_MOST_OF_UNIT |= {"℃": 300, "dB": 200, "°": 360}
_OR_SO = 0.1
_AS_WRITTEN = 0.02
_MEASURED = (ValueType.QUANTITY, ValueType.PRICE)
_FILLERS = re.compile("|".join(map(re.escape, sorted(WORDS.fillers, key=len, reverse=True))))


@dataclass(frozen=True, slots=True)
class _Meant:
    attribute: Attribute
    low_factor: float
    factor: float
    start: int
    end: int
    currency: str = ""


def take_measures(draft: Draft, words: Vocabulary, units: Units) -> None:
    earliest = 0
    for amount in list(amounts_in(draft.text, units)):
        if meant := _meant(draft, amount, words, units, earliest):
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
    named = text[meant.start : amount.start].rstrip(" 的:=是为")
    limit = Limit.AT_MOST if named in WORDS.upper else amount.limit
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
    meant = _by_unit(draft, amount, units)
    return _with_fillers(text, meant, words, named) if meant else None


def _of_named(
    amount: Amount, attribute: Attribute, units: Units, start: int, end: int
) -> _Meant | None:
    if attribute.type not in _MEASURED:
        return None
    low_factor, factor = (units.of(attribute, unit) for unit in (amount.low_unit, amount.unit))
    if low_factor is None or factor is None:
        return None
    if amount.unit == "" and (end > amount.end or not _is_plausible(amount, attribute)):
        return None  # the 14 of "14 屏幕" is not a size, and "screen under 1500" is no screen's
    attribute = units.storage_for(attribute, amount.low * low_factor)
    is_price = attribute.type is ValueType.PRICE
    currency = units.currency(amount.unit) if is_price else ""
    return _Meant(attribute, low_factor, factor, start, end, currency)


def _is_plausible(amount: Amount, attribute: Attribute) -> bool:
    """Can there be so many of the attribute's unit?"""
    if attribute.type is ValueType.QUANTITY and scale_of(attribute.unit).kind == "data":
        return amount.high in MEMORY_SIZES or amount.high < _LEAST_BARE_PRICE
    return amount.high <= _MOST_OF_UNIT.get(attribute.unit, amount.high)


def _by_unit(draft: Draft, amount: Amount, units: Units) -> _Meant | None:
    """Numbers without a unit are prices if they have a limit, so that they are not names."""
    if is_network(amount.unit, amount.low) and not amount.is_limited:
        return None
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
    if min(amount.low * low, amount.high * high) < _LEAST_BARE_PRICE or _is_a_year(amount):
        return None
    return _Meant(units.price, low, high, amount.start, amount.end)


def _is_a_year(amount: Amount) -> bool:
    """2019以后, 2020-2022; but 1999以下 and 2000-3000 are prices."""
    ends = (amount.low, amount.high)
    return not amount.unit and all(2000 < end < 2040 and end % 100 for end in ends)


def _is_within_a_word(text: str, amount: Amount, words: Vocabulary) -> bool:
    """Is it part of a known word, as the 3.5mm of 3.5mm耳机孔 or the 三 of 三星?"""
    if amount.is_limited:
        return False
    found = meaning_at(words, text, amount.start)
    return found is not None and found[0] > amount.end


def _runs_on(text: str, amount: Amount) -> bool:
    """Is it part of a name, as the number of Mate60 or A53?"""
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
    if fillers := _FILLERS.match(text, end + blank):
        end = fillers.end()
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
    exact = scale_of(attribute.unit).kind in ("data", "frequency")
    return 0.0 if exact else _AS_WRITTEN


# Memory and storage together: 12GB+256GB, 8+128, 16G/1T.


_PAIR = re.compile(
    r"(?<![\w.+/-])(?P<memory>\d{1,2})\s?(?:gb?)?\s?[+/]\s?(?P<storage>\d{1,4})\s?(?P<unit>[gt]b?)?"
    r"(?![\w.+/-])"
)
_STORAGE_SIZES = frozenset(2**n for n in range(2, 12))
_LEAST_RATIO = 4
_LEAST_BARE_STORAGE = 32  # 1/4 and 4/16 may be anything


def take_pairs(draft: Draft, words: Vocabulary) -> None:
    """Both filters come from one piece of text: they are removed together."""
    memory, storage = words.attribute("RAM"), words.attribute("ROM")
    if not (memory and storage):
        return
    for found in _PAIR.finditer(draft.text):
        small, large = int(found["memory"]), int(found["storage"])
        if (found["unit"] or "").startswith("t"):
            large *= 1024
        least = 1 if "g" in found[0] or found["unit"] else _LEAST_BARE_STORAGE
        if large < least or not _are_sizes(small, large):
            continue
        start, end = found.span()
        said = draft.raw[start:end]
        draft.add(
            *(
                Range(attribute=a.name, said=said, start=start, end=end, low=size, high=size)
                for a, size in ((memory, float(small)), (storage, float(large)))
            )
        )


def _are_sizes(memory: int, storage: int) -> bool:
    known = memory in MEMORY_SIZES and storage in _STORAGE_SIZES
    return known and memory * _LEAST_RATIO <= storage
