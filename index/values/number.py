"""Parses numbers, and combines them into measures; used for quantities and prices.

`NUMBER`, `AMOUNT` and `FRACTION` match single numbers: 1,999 and 1.999,00 and 6,5 and 5½.
`measures_in` combines them: ranges, lists that share a unit, qualifiers like 约 and 以上. The words
for these are in the locale packs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.locales import any_of, locale_of, merged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.values.types import Open


_VULGAR = {"½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅛": 1 / 8, "⅜": 3 / 8}
_VULGAR |= {"⅝": 5 / 8, "⅞": 7 / 8}

# Numbers of more than 15 digits are no measures; they must not match in part either.
SIMPLE = r"(?<!\d)(?<!\d\.)\d{1,15}(?:\.\d{1,15})?(?![\d½⅓⅔¼¾⅛⅜⅝⅞])"
_GROUPED = r"(?<!\d)(?<!\d\.)[1-9]\d{0,2}(?:,\d{2,3}){0,4},\d{3}(?!,?\d)(?:\.\d{1,4}(?!\d))?"
_CONTINENTAL = r"(?<!\d)(?<!\d\.)\d{1,3}(?:\.\d{3}){0,4},\d{1,2}(?![\d.])"
LONG_CONTINENTAL = r"(?<!\d)(?<!\d[.,])\d{4,15},\d{1,2}(?![\d.,])"  # elsewhere two numbers
_BELOW_ONE = r"(?<!\d)(?<!\d[.,])0,\d{3,6}(?![\d.,])"
_MANY_GROUPS = r"(?<!\d)(?<!\d\.)[1-9]\d{0,2}(?:\.\d{3}){2,4}(?![\d.,]\d|\d)"
_SWISS = r"(?<!\d)[1-9]\d{0,2}(?:['’]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)"
_WITH_VULGAR = rf"(?<!\d)\d{{0,4}}[{''.join(_VULGAR)}]"

NUMBER = f"{_SWISS}|{_GROUPED}|{_MANY_GROUPS}|{_BELOW_ONE}|{_CONTINENTAL}|{SIMPLE}|{_WITH_VULGAR}"
# 1.999 is 1999 as a price, but 1.999 as a length.
_DOTTED = r"(?<!\d)(?<!\d\.)[1-9]\d{0,2}(?:\.\d{3}){1,4}(?![\d.,]\d|\d)"
_WITH_CENTS = r"(?<!\d)(?<!\d[.,])\d{4,15},\d{2}(?![\d.,])"
AMOUNT = f"{_DOTTED}|{_WITH_CENTS}|{NUMBER}"
FRACTION = r"(?<![\d./])(?:\d{1,3} )?1/\d{1,2}(?:\.\d{1,2})?(?!\d)"

_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?")
_DOTTED_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_ONE_GROUP = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")


def number_of(written: str, decimal: str = ".") -> float:
    """The value of a match of `NUMBER` or `FRACTION`.

    `decimal` is the sign before the decimals, or both signs that may be; it matters only for 1.999
    and 1,999, which are either two thousand or two.

    >>> number_of("1,999"), number_of("1.999,50"), number_of("6,5"), number_of("1/2.5")
    (1999.0, 1999.5, 6.5, 0.4)
    >>> number_of("1.999", ","), number_of("1,999", ","), number_of("0,272"), number_of("1'299.5")
    (1999.0, 1.999, 0.272, 1299.5)
    """
    if written[-1] in _VULGAR:
        return float(written[:-1] or 0) + _VULGAR[written[-1]]
    if "/" in written:
        whole, _, below = written.partition("1/")
        return float(whole or 0) + 1 / (float(below) or 1)
    written = written.replace("'", "").replace("’", "")
    if decimal != "." and _ONE_GROUP.fullmatch(written):
        return float(re.sub("[.,]", "." if written[-4] in decimal else "", written))
    if "," in written:
        return float(_decimal_point(written))
    if written.count(".") > 1:
        return float(written.replace(".", ""))
    return float(written)


def amount_of(written: str) -> float:
    """The value of a match of `AMOUNT`: no price has three decimals.

    >>> amount_of("1.999"), amount_of("19.99"), amount_of("1,999")
    (1999.0, 19.99, 1999.0)
    """
    if _DOTTED_THOUSANDS.fullmatch(written):
        return float(written.replace(".", ""))
    return number_of(written)


def _decimal_point(written: str) -> str:
    if _THOUSANDS.fullmatch(written):
        return written.replace(",", "")
    return written.replace(".", "").replace(",", ".")


_POINT = re.compile(r"(?<![\d.,])\d{1,15}\.(?:\d{1,2}|\d{4,9})(?![\d.,]\d|\d)|\d,\d{3}\.\d")
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])\d{1,15},\d{1,2}(?![\d.,]\d|\d)|\d\.\d{3},\d")


def decimal_sign(text: str, language: str) -> str:
    """The sign before the decimals in a text: as other numbers of it show, or the language's.

    >>> decimal_sign("1.299 mm", "de"), decimal_sign("1.299 mm", "en")
    (',', '.')
    >>> decimal_sign("61.3 x 21.4 x 4.995 cm", "de")
    '.'
    """
    usual = locale_of(language).values.numbers.decimal if language else "."
    if usual == ".":
        return usual
    return "." if _POINT.search(text) and not _DECIMAL_COMMA.search(text) else usual


def rounded(value: float) -> float:
    """Without the rounding errors of conversions."""
    return float(f"{value:.12g}")


# Measures: ranges, lists that share a unit, qualifiers like 约 and 以上.


def _words(field: str) -> tuple[str, ...]:
    return merged(lambda locale: getattr(locale.values.numbers, field))


def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_RANGE = _pattern(rf"\s{{0,4}}(?:-{{1,2}}|~{{1,2}}|{any_of(_words('range_to'))})\s{{0,4}}")
_LIST = _pattern(rf"\s{{0,4}}(?:[/+、±]|{any_of(_words('list_joints'))})\s{{0,4}}")
_COMMA = re.compile(r"\s{0,4},\s{0,4}")
_SPREAD = re.compile(r"\s{0,4}±\s{0,4}")
_ABOUT = _pattern(rf"(?:{any_of(_words('about'))}|[≈≒~])\s{{0,4}}\Z")
_FROM = _pattern(rf"(?:{any_of(_words('at_least'))}|≥|>=?)\s{{0,4}}\Z")
_AFTER_LIMIT = any_of(_words("after_limit"))
_TO = _pattern(
    rf"(?:{any_of(_words('at_most'))}|≤|<=?)(?:{_AFTER_LIMIT}){{0,2}}[\s:]{{0,4}}"
    rf"(?:{_AFTER_LIMIT})?\s{{0,2}}\Z"
)
_OR_SO = _pattern(rf"\s{{0,4}}(?:{any_of(_words('or_so'))})")
_AND_MORE = _pattern(rf"\s{{0,4}}(?:{any_of(_words('or_more'))}|\+(?=\s*\Z))")
_AND_LESS = _pattern(rf"\s{{0,4}}(?:{any_of(_words('or_less'))})")
_FAR_LARGER = 10
_FARTHEST = 16  # characters before a number that are searched for qualifiers


@dataclass(frozen=True, slots=True)
class Token:
    """A number in a text; `factor` converts it to the wanted unit, None if it has no unit."""

    start: int
    end: int
    number: float
    factor: float | None
    unit: str = ""

    @property
    def value(self) -> float:
        return self.number * (self.factor or 0)


@dataclass(frozen=True, slots=True)
class Measure:
    """One amount, or one range."""

    start: int
    end: int
    low: float
    high: float
    unit: str
    approximate: bool = False
    open: Open = ""


def measures_in(text: str, tokens: list[Token], *, commas_list: bool) -> Iterator[Measure]:
    """The numbers and ranges that have a unit, of their own or shared."""
    with_units = _sharing_units(text, tokens, commas_list=commas_list)
    at = earlier = 0
    while at < len(with_units):
        token = with_units[at]
        at += 1
        if token.factor is None:
            continue
        measure = Measure(token.start, token.end, token.value, token.value, token.unit)
        if at < len(with_units) and (joined := _joined(text, token, with_units[at])):
            measure = joined
            at += 1
        yield _qualified(text, measure, earlier)
        earlier = measure.end


def without_numbers(text: str, tokens: list[Token]) -> str:
    """The text without its numbers."""
    starts = [*(token.start for token in tokens), len(text)]
    ends = [0, *(token.end for token in tokens)]
    return "".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _sharing_units(text: str, tokens: list[Token], *, commas_list: bool) -> list[Token]:
    """A unit written once applies to all numbers: 3600/6000mAh, 300-500万像素."""
    shared = list(tokens)
    joints = (_RANGE, _LIST, _COMMA) if commas_list else (_RANGE, _LIST)
    for at in range(len(shared) - 2, -1, -1):
        this, following = shared[at], shared[at + 1]
        if (
            this.factor is None
            and following.factor is not None
            and any(joint.fullmatch(text, this.end, following.start) for joint in joints)
        ):
            shared[at] = _as_its_neighbour(this, following)
    return shared


def _as_its_neighbour(bare: Token, neighbour: Token) -> Token:
    """With its neighbour's unit; but the 512 of 512/1TB is not TB, nor 8000 of 8000-1万元 万."""
    smaller = bare.number >= _FAR_LARGER * neighbour.number
    return replace(bare, factor=1.0 if smaller else neighbour.factor, unit=neighbour.unit)


def _joined(text: str, token: Token, following: Token) -> Measure | None:
    """A range, or a number with a tolerance (±); a unit written once applies to both."""
    if following.factor is None:
        following = _as_its_neighbour(following, token)
    if token.unit != following.unit:
        return None
    if _SPREAD.fullmatch(text, token.end, following.start):
        low, high = token.value - following.value, token.value + following.value
    elif _RANGE.fullmatch(text, token.end, following.start):
        low, high = sorted((token.value, following.value))
    else:
        return None
    return Measure(token.start, following.end, low, high, token.unit)


def _qualified(text: str, measure: Measure, earlier: int) -> Measure:
    """With the qualifiers before it (but after the previous measure) and after it."""
    before = text[max(earlier, measure.start - _FARTHEST) : measure.start]
    if not before.strip() and measure.end == len(text):
        return measure
    about, least, most = (words.search(before) for words in (_ABOUT, _FROM, _TO))
    behind = (words.match(text, measure.end) for words in (_OR_SO, _AND_MORE, _AND_LESS))
    or_so, more, less = behind
    first = min((found.start() for found in (about, least, most) if found), default=len(before))
    last = max((found.end() for found in (or_so, more, less) if found), default=measure.end)
    is_open: Open = "from" if least or more else "to" if most or less else ""
    return replace(
        measure,
        start=measure.start - len(before) + first,
        end=last,
        approximate=bool(about or or_so),
        open=is_open,
    )
