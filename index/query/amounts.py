"""Amounts: numbers with their units and limits."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from index.query.comparisons import Limit, limit_before, limit_behind
from index.query.numerals import NUMERAL, numeral_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.query.unit_meanings import Units

_NUMERAL = re.compile(NUMERAL)
_TO = re.compile(r"\s{0,3}(?:-{1,2}|~|至|到|to|through)\s{0,3}(?:[¥$€£]\s?)?")
_AND = re.compile(r"\s{0,3}(?:and|和|与|跟|,)\s{0,3}(?:[¥$€£]\s?)?")
_ALSO = re.compile(r"(?:并?且|而|但|,? ?(?:and|but) )?")
_CURRENCY_BEFORE = re.compile(r"(?:¥|rmb|cny|人民币|(?P<foreign>[$€£₹₩]|us\$|usd))\s?\Z")


@dataclass(frozen=True, slots=True)
class Amount:
    """One number or range and its unit ("" where none is written), from `start` to `end`."""

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


def amounts_in(text: str, units: Units) -> Iterator[Amount]:
    """From left to right; whether an amount means anything is for others to tell."""
    last: Amount | None = None
    for amount in _each(text, units):
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


def _each(text: str, units: Units) -> Iterator[Amount]:
    at = 0
    while found := _NUMERAL.search(text, at):
        amount = _joined(text, _one(text, found, units), units)
        before = _currency_before(text, amount, at)
        yield _limited(text, before, at)
        at = amount.end


def _one(text: str, found: re.Match[str], units: Units) -> Amount:
    low, high = numeral_of(found[0])
    end, unit = units.at(text, found.end())
    return Amount(found.start(), end, low, high, unit, unit, is_range=low != high)


def _joined(text: str, first: Amount, units: Units) -> Amount:
    """A unit written once is that of both."""
    before = limit_before(text, first.start)
    between = before is not None and before.limit is Limit.BETWEEN
    joint = _TO.match(text, first.end) or (_AND.match(text, first.end) if between else None)
    found = _NUMERAL.match(text, joint.end()) if joint else None
    if first.is_range or not found:
        return first
    second = _one(text, found, units)
    if second.is_range or (first.unit and second.unit and not units.agree(first.unit, second.unit)):
        return first
    low_unit, unit = first.unit or second.unit, second.unit or first.unit
    return replace(
        first, end=second.end, high=second.high, unit=unit, low_unit=low_unit, is_range=True
    )


def _currency_before(text: str, amount: Amount, earliest: int) -> Amount:
    found = _CURRENCY_BEFORE.search(text[max(earliest, amount.start - 4) : amount.start])
    if not found:
        return amount
    unit = found["foreign"] or "元"
    return replace(amount, start=amount.start - len(found[0]), unit=unit, low_unit=unit)


def _limited(text: str, amount: Amount, earliest: int) -> Amount:
    before = limit_before(text, amount.start, earliest)
    behind = limit_behind(text, amount.end)
    limit = behind.limit if behind else before.limit if before else Limit.EXACT
    if limit is Limit.BETWEEN and before and not amount.is_range:
        return amount  # the 在 and 从 of a sentence
    return replace(
        amount,
        start=before.place if before else amount.start,
        end=behind.place if behind else amount.end,
        limit=limit,
    )
