"""Parses amounts in queries: numbers, ranges, and the words that make them limits.

`numeral_of` reads 3,000 and 两千五 and 三四千; `limit_before` and `limit_behind` read 以上, 不超过,
at least, or so; `amounts_in` combines them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from index.values.number import NUMBER, number_of
from index.values.price import CURRENCIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from index.query.measures import Units


_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")}
_DIGITS |= {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000}
_ANY_DIGIT = "[一二两三四五六七八九]"
_FIRST = rf"(?:{_ANY_DIGIT}?十|{_ANY_DIGIT}[百千万])"
_CHINESE = rf"{_FIRST}(?:零?{_ANY_DIGIT}[十百千]){{0,3}}(?:零?{_ANY_DIGIT})?"
_DECIMAL = rf"(?:{_CHINESE}|零|{_ANY_DIGIT})点[零〇一二三四五六七八九]{{1,3}}"
_FEW = re.compile(rf"({_ANY_DIGIT})({_ANY_DIGIT})([百千万])")

_ENGLISH_DIGITS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
} | {word: value * 10 for value, word in enumerate("twenty thirty forty fifty".split(), 2)}
_ENGLISH_DIGITS |= {"a": 1}
_ENGLISH_UNITS = {"hundred": 100, "thousand": 1_000, "grand": 1_000}
_ENGLISH_DIGIT = rf"(?:{'|'.join(sorted(_ENGLISH_DIGITS, key=len, reverse=True))})"
_ENGLISH_PART = rf"{_ENGLISH_DIGIT}(?:[ -](?:{'|'.join(_ENGLISH_UNITS)})){{1,2}}"
_ENGLISH = rf"(?<![a-z-]){_ENGLISH_PART}(?: (?:and )?{_ENGLISH_PART})?(?![a-z])"

NUMERAL = (
    rf"{NUMBER}|{_ENGLISH}|{_DECIMAL}|{_ANY_DIGIT}{_ANY_DIGIT}[百千万]|{_CHINESE}|{_ANY_DIGIT}"
)


def numeral_of(written: str) -> tuple[float, float]:
    """Lower and upper end; equal except for 三四千.

    >>> numeral_of("3,000"), numeral_of("两千五"), numeral_of("三四千")
    ((3000.0, 3000.0), (2500.0, 2500.0), (3000.0, 4000.0))
    >>> numeral_of("六点六七")
    (6.67, 6.67)
    >>> numeral_of("5 000"), numeral_of("two thousand five hundred")
    ((5000.0, 5000.0), (2500.0, 2500.0))
    """
    if written[0].isascii() and written[0].isalpha():
        value = _english(written)
        return value, value
    written = written.replace(" ", "")
    if few := _FEW.fullmatch(written):
        unit = _UNITS[few[3]]
        return float(_DIGITS[few[1]] * unit), float(_DIGITS[few[2]] * unit)
    is_chinese = written[0] in _DIGITS or written[0] in _UNITS
    value = _chinese(written) if is_chinese else number_of(written)
    return value, value


def _chinese(written: str) -> float:
    """A last digit without a unit has the next smaller unit: 一万五 is 15,000, 两千五 2,500."""
    whole, _, decimals = written.partition("点")
    if decimals:
        return float(f"{_chinese(whole):.0f}.{''.join(str(_DIGITS[each]) for each in decimals)}")
    total, digit, unit = 0, 0, 10
    for character in whole:
        if character in _UNITS:
            unit = _UNITS[character]
            total += (digit or 1) * unit
            digit = 0
        elif character in "零〇":
            unit = 10
        else:
            digit = _DIGITS[character]
    return float(total + digit * unit // 10)


def _english(written: str) -> float:
    total, part = 0, 0
    for word in re.split(r"[ -]", written):
        if word in _ENGLISH_UNITS:
            part = (part or 1) * _ENGLISH_UNITS[word]
        elif word in _ENGLISH_DIGITS:
            total, part = total + part, _ENGLISH_DIGITS[word]
    return float(total + part)


# Words around a number that make it a limit: 以上, 不超过, at least, or so.


class Limit(Enum):
    AT_LEAST = auto()
    MORE = auto()
    AT_MOST = auto()
    LESS = auto()
    ABOUT = auto()
    BETWEEN = auto()
    EXACT = auto()

    @property
    def from_below(self) -> bool:
        return self in (Limit.AT_LEAST, Limit.MORE)

    @property
    def from_above(self) -> bool:
        return self in (Limit.AT_MOST, Limit.LESS)


class LimitMatch(NamedTuple):
    limit: Limit
    place: int
    """The start of words before a number, the end of words after it."""


# Separated by bars; the longest match counts, so 不超过 is not 超过. Each of these can be negated.
_MORE = (
    "大于|超过|高于|多于|重于|厚于|长于|贵于|晚于|over|above|after|more than|greater than"
    "|larger than|bigger than|higher than|heavier than|thicker than|longer than|faster than"
    "|newer than|later than|more expensive than|pricier than"
)
_LESS = (
    "小于|低于|少于|轻于|薄于|短于|早于|under|below|before|less than|fewer than|lighter than"
    "|smaller than|cheaper than|thinner than|lower than|shorter than|slower than|older than"
    "|earlier than|less expensive than"
)


def _negated(words: str) -> str:
    """不超过, 不要超过, no more than, not over."""
    chinese, english = ("不", "别", "不要", "不能", "不可", "不可以", "不会"), ("not ", "no ")
    return "|".join(
        no + word for word in words.split("|") for no in (english if word.isascii() else chinese)
    )


_BEFORE = {
    Limit.AT_LEAST: "至少|最低|最少|最小|起码|≥|>=|=>|at least|from|min|min.|minimum|minimum of"
    f"|a minimum of|starting at|starting from|since|{_negated(_LESS)}",
    Limit.MORE: f">|{_MORE}",
    Limit.AT_MOST: "最多|至多|最高|最大|≤|<=|=<|at most|up to|max|max.|maximum|maximum of"
    f"|a maximum of|within|until|till|{_negated(_MORE)}",
    Limit.LESS: f"不到|不足|<|{_LESS}",
    Limit.ABOUT: "约|大约|大概|差不多|接近|around|about|approx|approx.|approximately|roughly|~|≈",
    Limit.BETWEEN: "between|介于|从|在",
    Limit.EXACT: ":|=|==|是|为|in",
}
_BEHIND = {
    Limit.AT_LEAST: "以上|及以上|或以上|起|起步|打底|往上|+|or more|and more|and up|or up"
    "|and above|or above|or higher|or larger|or bigger|or better|or greater|or over|or newer"
    "|or later|or heavier|or longer|or faster|and over|and higher|and larger|and newer|and later"
    "|upwards|and upwards|minimum|at least|plus|或更多|或更大|或更高|或更新|或更长|及更高",
    Limit.AT_MOST: "以下|及以下|或以下|以内|之内|内|封顶|往下|or less|and less|and below|or below"
    "|or under|and under|or lower|or smaller|or lighter|or thinner|or cheaper|or fewer|or older"
    "|or earlier|and lower|and smaller|and older|and earlier|maximum|at most|max|tops|或更少|或更小"
    "|或更低|或更轻",
    Limit.ABOUT: "左右|上下|档|档位|价位|附近|or so",
    Limit.BETWEEN: "之间|区间",
}
_FARTHEST = 30  # characters before a number that are searched for such words


def _by_words(table: Mapping[Limit, str]) -> Mapping[str, Limit]:
    return {words: limit for limit, many in table.items() for words in many.split("|")}


def _any(words: Mapping[str, Limit]) -> str:
    return "|".join(map(_whole, sorted(words, key=len, reverse=True)))


def _whole(words: str) -> str:
    """Matches Latin words only as whole words, and not the 为 of 华为."""
    first = r"(?<![a-z])" if words[0].isascii() and words[0].isalpha() else ""
    first = "(?<!华)" if words == "为" else first
    last = r"(?![a-z])" if words[-1].isascii() and words[-1].isalpha() else ""
    return first + re.escape(words) + last


_LIMITS_BEFORE, _LIMITS_BEHIND = _by_words(_BEFORE), _by_words(_BEHIND)
_WORDS_BEFORE = re.compile(rf"(?:{_any(_LIMITS_BEFORE)})(?=\s{{0,3}}\Z)")
_WORDS_BEHIND = re.compile(rf"\s{{0,3}}({_any(_LIMITS_BEHIND)})(?:的(?=\s|\Z))?")


def limit_before(text: str, at: int, earliest: int = 0) -> LimitMatch | None:
    """The limit that the words right before a number express.

    >>> limit_before("不超过3000", 3)
    LimitMatch(limit=<Limit.AT_MOST: 3>, place=0)
    """
    start = max(earliest, at - _FARTHEST)
    found = _WORDS_BEFORE.search(text[start:at])
    return LimitMatch(_LIMITS_BEFORE[found[0]], start + found.start()) if found else None


def limit_behind(text: str, at: int) -> LimitMatch | None:
    """The limit after a number; but the + of 12+256 and the 内 of 内存 are none."""
    found = _WORDS_BEHIND.match(text, at)
    if not found:
        return None
    following = text[found.end() : found.end() + 1]
    if (found[1] == "+" and following.isalnum()) or (
        found[1] == "内" and following in set("存置屏")
    ):
        return None
    return LimitMatch(_LIMITS_BEHIND[found[1]], found.end())


# Amounts: numbers with their units and limits.


_NUMERAL = re.compile(NUMERAL)
_SPACED = re.compile(r"(?<!\d)(?<!\d[ .])\d{1,3}(?: \d{3}){1,3}(?![\d.])")
_ODD = re.compile(r"[a-z0-9]\s{0,2}\Z")
_PLUS = re.compile(r"\+(?= ?[^\W\d])")
_AND_SOME = re.compile(r"[多余](?![功核媒屏])")
_ONLY_BEHIND = ("元", "圆", "块", "块钱")
_TO = re.compile(r"\s{0,3}(?:-{1,2}|~|至|到|to|through)\s{0,3}(?:[¥$€£]\s?)?")
_AND = re.compile(r"\s{0,3}(?:and|和|与|跟|,)\s{0,3}(?:[¥$€£]\s?)?")
_ALSO = re.compile(r"(?:并?且|而|但|,? ?(?:and|but) )?")
_SIGNS_BEFORE = sorted(
    (one for one in CURRENCIES if one not in _ONLY_BEHIND), key=len, reverse=True
)
_CURRENCY_BEFORE = re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, _SIGNS_BEFORE))})\s?\Z")
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


def amounts_in(text: str, units: Units) -> Iterator[Amount]:
    """All amounts from left to right; `take_measures` decides which of them mean anything."""
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
        found = _spaced(text, found, units) or found
        amount = _joined(text, _one(text, found, units), units)
        limited = _limited(text, _currency_before(text, amount, at), at)
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


def _one(text: str, found: re.Match[str], units: Units) -> Amount:
    """Also 4000+ mAh; and 3000多, which is up to 4000."""
    low, high = numeral_of(found[0])
    at, limit = found.end(), Limit.EXACT
    end, unit = units.at(text, at)
    if not unit and (plus := _PLUS.match(text, at)):
        end, unit = units.at(text, plus.end())
        end, limit = (end, Limit.AT_LEAST) if unit else (at, limit)
    elif not unit and low == high >= _LEAST_AND_SOME and (some := _AND_SOME.match(text, at)):
        end, unit = units.at(text, some.end())
        high += _last_place(high)
    return Amount(found.start(), end, low, high, unit, unit, is_range=low != high, limit=limit)


_LEAST_AND_SOME = 10


def _last_place(number: float) -> float:
    """1000 for 3000, 100 for 3500.

    >>> _last_place(3000.0), _last_place(3500.0), _last_place(20.0)
    (1000.0, 100.0, 10.0)
    """
    place = 1.0
    while number % (place * 10) == 0:
        place *= 10
    return place


def _joined(text: str, first: Amount, units: Units) -> Amount:
    """A unit written once applies to both ends."""
    before = limit_before(text, _sign_before(text, first.start, 0))
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
    start = _sign_before(text, amount.start, earliest)
    unit = text[start : amount.start].strip()
    return replace(amount, start=start, unit=unit, low_unit=unit) if unit else amount


def _sign_before(text: str, at: int, earliest: int) -> int:
    """The start of the currency's sign before a number."""
    found = _CURRENCY_BEFORE.search(text[max(earliest, at - _LONGEST_SIGN) : at])
    return at - len(found[0]) if found else at


def _limited(text: str, amount: Amount, earliest: int) -> Amount:
    before = limit_before(text, amount.start, earliest)
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
