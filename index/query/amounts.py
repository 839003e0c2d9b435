"""Parses amounts in queries: numbers and ranges with their units and limits.

`amounts_in` combines numbers (`numerals`) with the words around them (`limits`): 2000到3000,
between 2000 and 3000, 4000+ mAh, 大于4500小于6000.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.currencies import CURRENCIES
from index.query.limits import Limit, limit_before, limit_behind
from index.query.numerals import NUMERAL, is_small_word, numeral_of
from index.query.wordlists import any_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.query.measures import Units
    from index.query.vocabulary import Vocabulary


_NUMERAL = re.compile(NUMERAL)
_SPACED = re.compile(r"(?<!\d)(?<!\d[ .])\d{1,3}(?: \d{3}){1,3}(?![\d.])")
_ODD = re.compile(r"[a-z0-9]\s{0,2}\Z")
_PLUS = re.compile(r"\+(?= ?[^\W\d])")
_AND_SOME = re.compile(
    rf"(?!{any_of(words_of(lambda pack: pack.ranges.not_some))})"
    rf"(?:{any_of(words_of(lambda pack: pack.ranges.and_some))})"
)
_TO = re.compile(
    rf"\s{{0,3}}(?:-{{1,2}}|~|{any_of(words_of(lambda pack: pack.ranges.to))})"
    r"\s{0,3}(?:[¥$€£]\s?)?"
)
_AND = re.compile(
    rf"\s{{0,3}}(?:,|{any_of(words_of(lambda pack: pack.ranges.end))})\s{{0,3}}(?:[¥$€£]\s?)?"
)
_ALSO = re.compile(rf"(?:,? ?(?:{any_of(words_of(lambda pack: pack.ranges.but))}) ?)?")
_ONLY_BEHIND = words_of(lambda pack: pack.money_behind)
_CURRENCY_BEFORE = re.compile(
    rf"(?<![a-z])(?:{any_of(one for one in CURRENCIES if one not in _ONLY_BEHIND)})\s?\Z"
)
_LONGEST_SIGN = 5


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or range with its unit ("" if there is none), at text[start:end]."""

    start: int
    end: int
    low: float
    high: float
    unit: str = ""
    low_unit: str = ""
    is_range: bool = False
    limit: Limit = Limit.EXACT

    @property
    def is_limited(self) -> bool:
        return self.is_range or self.limit not in (Limit.EXACT, Limit.BETWEEN)


def amounts_in(text: str, words: Vocabulary, units: Units, decimal: str) -> Iterator[Amount]:
    """All amounts from left to right; `take_measures` decides which of them mean anything.

    `decimal` is the sign before the decimals, where a number could be read in two ways.
    """
    last: Amount | None = None
    for amount in _each(text, words, units, decimal):
        both = _both_limits(text, last, amount) if last else None
        if last and not both:
            yield last
        last = both or amount
    if last:
        yield last


def _both_limits(text: str, one: Amount, other: Amount) -> Amount | None:
    """大于4500小于6000 is one range."""
    opposite = (one.limit.from_below and other.limit.from_above) or (
        one.limit.from_above and other.limit.from_below
    )
    if not (opposite and _ALSO.fullmatch(text, one.end, other.start)):
        return None
    if one.is_range or other.is_range or (one.unit and other.unit and one.unit != other.unit):
        return None
    low, high = (one, other) if one.limit.from_below else (other, one)
    are_out = low.limit is Limit.MORE and high.limit is Limit.LESS
    return Amount(
        one.start,
        other.end,
        low.low,
        high.high,
        high.unit or low.unit,
        low.unit or high.unit,
        is_range=True,
        limit=Limit.MORE if are_out else Limit.BETWEEN,
    )


def _each(text: str, words: Vocabulary, units: Units, decimal: str) -> Iterator[Amount]:
    at = 0
    while found := _NUMERAL.search(text, at):
        found = _spaced(text, found, units) or found
        amount = _joined(text, _one(text, found, units, decimal), units, decimal)
        limited = _limited(text, _currency_before(text, amount, at), at, words)
        if limited.unit or not is_small_word(found[0]):
            yield limited
        at = limited.end


def _spaced(text: str, found: re.Match[str], units: Units) -> re.Match[str] | None:
    """5 000 mAh; but not the 11 500 of nova 11 500元, nor the 8 128 of 8 128GB."""
    spaced = _SPACED.match(text, found.start())
    _, unit = units.at(text, spaced.end()) if spaced else (0, "")
    if not spaced or not unit or not units.has_thousands(unit):
        return None
    is_round = spaced[0].endswith("00") and not _ODD.search(text[: spaced.start()])
    return spaced if is_round or spaced[0].endswith(" 000") else None


def _one(text: str, found: re.Match[str], units: Units, decimal: str) -> Amount:
    """Also 4000+ mAh; and 3000多, which is up to 4000."""
    at, limit = found.end(), Limit.EXACT
    end, unit = units.at(text, at)
    is_money = units.is_money(unit) or _sign_before(text, found.start(), 0) < found.start()
    low, high = _number(found[0], decimal, is_money=is_money)
    if not unit and (plus := _PLUS.match(text, at)):
        end, unit = units.at(text, plus.end())
        end, limit = (end, Limit.AT_LEAST) if unit else (at, limit)
    elif not unit and low == high >= _LEAST_AND_SOME and (some := _AND_SOME.match(text, at)):
        end, unit = units.at(text, some.end())
        high += _last_place(high)
    return Amount(found.start(), end, low, high, unit, unit, is_range=low != high, limit=limit)


_LEAST_AND_SOME = 10
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,]\d{3})+")


def _number(written: str, decimal: str, *, is_money: bool) -> tuple[float, float]:
    """No price has three decimals: 1.299 € and 1,299 € are the same."""
    if is_money and _THOUSANDS.fullmatch(written):
        written = re.sub("[.,]", "", written)
    return numeral_of(written, decimal)


def _last_place(number: float) -> float:
    """1000 for 3000, 100 for 3500.

    >>> _last_place(3000.0), _last_place(3500.0), _last_place(20.0)
    (1000.0, 100.0, 10.0)
    """
    place = 1.0
    while number % (place * 10) == 0:
        place *= 10
    return place


def _joined(text: str, first: Amount, units: Units, decimal: str) -> Amount:
    """A unit written once applies to both ends."""
    before = limit_before(text, _sign_before(text, first.start, 0))
    between = before is not None and before.limit is Limit.BETWEEN
    joint = _TO.match(text, first.end) or (_AND.match(text, first.end) if between else None)
    found = _NUMERAL.match(text, joint.end()) if joint else None
    if first.is_range or not found:
        return first
    second = _one(text, found, units, decimal)
    if second.is_range or (first.unit and second.unit and not units.agree(first.unit, second.unit)):
        return first
    low_unit, unit = first.unit or second.unit, second.unit or first.unit
    return replace(
        first, end=second.end, high=second.high, unit=unit, low_unit=low_unit, is_range=True
    )


def _currency_before(text: str, amount: Amount, earliest: int) -> Amount:
    start = _sign_before(text, amount.start, earliest)
    unit = text[start : amount.start].strip()
    return replace(amount, start=start, unit=unit, low_unit=unit) if unit else amount


def _sign_before(text: str, at: int, earliest: int) -> int:
    """The start of the currency's sign before a number."""
    found = _CURRENCY_BEFORE.search(text[max(earliest, at - _LONGEST_SIGN) : at])
    return at - len(found[0]) if found else at


def _limited(text: str, amount: Amount, earliest: int, words: Vocabulary) -> Amount:
    before = limit_before(text, amount.start, earliest, words)
    behind = limit_behind(text, amount.end)
    limit = behind.limit if behind else before.limit if before else amount.limit
    if limit is Limit.BETWEEN and before and not amount.is_range:
        return amount  # 在 or 从 is just part of a sentence
    return replace(
        amount,
        start=before.place if before else amount.start,
        end=behind.place if behind else amount.end,
        limit=limit,
    )
