"""From amounts to ranges."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.query.amounts import Amount, amounts_in
from index.query.comparisons import Limit
from index.query.query import Range
from index.query.unit_meanings import TIMES, Units, is_network
from index.query.vocabulary import WORDS, meaning_at, name_before, name_behind
from index.values.numbers import rounded
from index.values.units import scale_of

if TYPE_CHECKING:
    from core.topic import Attribute
    from index.query.draft import Draft
    from index.query.vocabulary import Vocabulary

_LEAST_BARE_PRICE = 300  # a smaller number without a unit may be anything
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


def take_measures(draft: Draft, words: Vocabulary, units: Units) -> None:
    earliest = 0
    for amount in list(amounts_in(draft.text, units)):
        if meant := _meant(draft, amount, words, units, earliest):
            draft.add(_range(draft, amount, meant))
            earliest = meant.end


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
    if amount.unit == "" and end > amount.end:
        return None  # the 14 of "14 屏幕" is no size
    attribute = units.storage_for(attribute, amount.low * low_factor)
    return _Meant(attribute, low_factor, factor, start, end)


def _by_unit(draft: Draft, amount: Amount, units: Units) -> _Meant | None:
    """Numbers without a unit are prices, where a limit tells that they are no names."""
    if is_network(amount.unit, amount.low) and not amount.is_limited:
        return None
    capital = draft.raw[amount.start : amount.end].rstrip().endswith("G")
    unit = units.alone(amount.unit, amount.high, capital=capital) if amount.unit else None
    if unit:
        low_factor = units.of(unit.attribute, amount.low_unit)
        return _Meant(
            unit.attribute, low_factor or unit.factor, unit.factor, amount.start, amount.end
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
    """The 3.5mm of 3.5mm耳机孔, the 三 of 三星."""
    if amount.is_limited:
        return False
    found = meaning_at(words, text, amount.start)
    return found is not None and found[0] > amount.end


def _runs_on(text: str, amount: Amount) -> bool:
    """The number of Mate60 or A53 tells no amount."""
    before, behind = text[amount.start - 1 : amount.start], text[amount.end : amount.end + 1]
    latin_before = before.isascii() and (before.isalnum() or before in ".-_") and before != ""
    latin_end = text[amount.end - 1].isascii() and text[amount.end - 1].isalnum()
    return latin_before or (latin_end and behind.isascii() and behind.isalnum())


def _with_fillers(
    text: str, meant: _Meant, words: Vocabulary, named: tuple[int, Attribute] | None
) -> _Meant:
    """The 屏幕 of 屏幕120Hz and the 快充 of 67W快充 add nothing."""
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
    return _Meant(meant.attribute, meant.low_factor, meant.factor, start, end)


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
    )


def _tolerance(amount: Amount, attribute: Attribute) -> float:
    """A price without a limit is what people would spend; memory and the like come in steps."""
    if amount.is_limited and (amount.is_range or amount.limit is not Limit.ABOUT):
        return 0.0
    if amount.limit is Limit.ABOUT or attribute.type is ValueType.PRICE:
        return _OR_SO
    exact = scale_of(attribute.unit).kind in ("data", "frequency")
    return 0.0 if exact else _AS_WRITTEN
