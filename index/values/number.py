"""Parses numbers, and combines them into measures; used for quantities and prices.

`NUMBER`, `AMOUNT` and `FRACTION` match single numbers: 1,999 and 1.999,00 and 6,5 and 5½.
`measures_in` combines them: ranges, lists that share a unit, qualifiers like 约 and 以上.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.values.types import Open


_VULGAR = {"½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅛": 1 / 8, "⅜": 3 / 8}
_VULGAR |= {"⅝": 5 / 8, "⅞": 7 / 8}

# Numbers of more than 15 digits are no measures; they must not match in part either.
SIMPLE = r"(?<!\d)(?<!\d\.)\d{1,15}(?:\.\d{1,15})?(?![\d½⅓⅔¼¾⅛⅜⅝⅞])"
_GROUPED = r"(?<!\d)(?<!\d\.)\d{1,3}(?:,\d{2,3}){0,4},\d{3}(?!,?\d)(?:\.\d{1,4}(?!\d))?"
_CONTINENTAL = r"(?<!\d)(?<!\d\.)\d{1,3}(?:\.\d{3}){0,4},\d{1,2}(?![\d.])"
_WITH_VULGAR = rf"(?<!\d)\d{{0,4}}[{''.join(_VULGAR)}]"

NUMBER = rf"{_GROUPED}|{_CONTINENTAL}|{SIMPLE}|{_WITH_VULGAR}"
# 1.999 is 1999 as a price, but 1.999 as a length.
AMOUNT = rf"(?<!\d)(?<!\d\.)\d{{1,3}}(?:\.\d{{3}}){{1,4}}(?![\d.,])|{NUMBER}"
FRACTION = r"(?<![\d./])(?:\d{1,3} )?1/\d{1,2}(?:\.\d{1,2})?(?!\d)"

_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?")
_DOTTED_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")


def number_of(written: str) -> float:
    """The value of a match of `NUMBER` or `FRACTION`.

    >>> number_of("1,999"), number_of("1.999,50"), number_of("6,5"), number_of("1/2.5")
    (1999.0, 1999.5, 6.5, 0.4)
    """
    if written[-1] in _VULGAR:
        return float(written[:-1] or 0) + _VULGAR[written[-1]]
    if "/" in written:
        whole, _, below = written.partition("1/")
        return float(whole or 0) + 1 / (float(below) or 1)
    if "," in written:
        return float(_decimal_point(written))
    return float(written)


def amount_of(written: str) -> float:
    """The value of a match of `AMOUNT`.

    >>> amount_of("1.999"), amount_of("19.99")
    (1999.0, 19.99)
    """
    if _DOTTED_THOUSANDS.fullmatch(written):
        return float(written.replace(".", ""))
    return number_of(written)


def _decimal_point(written: str) -> str:
    if _THOUSANDS.fullmatch(written):
        return written.replace(",", "")
    return written.replace(".", "").replace(",", ".")


def rounded(value: float) -> float:
    """Without the rounding errors of conversions."""
    return float(f"{value:.12g}")


# Measures: ranges, lists that share a unit, qualifiers like 约 and 以上.


_RANGE = re.compile(r"\s{0,4}(?:-{1,2}|~{1,2}|至|到|to)\s{0,4}", re.IGNORECASE)
_LIST = re.compile(r"\s{0,4}(?:[/+、]|和|或|及|or|and|±)\s{0,4}", re.IGNORECASE)
_COMMA = re.compile(r"\s{0,4},\s{0,4}")
_SPREAD = re.compile(r"\s{0,4}±\s{0,4}")
_ABOUT = re.compile(
    r"(?:大?约[为合]?|大概|接近|近|about|approx[a-z.]{0,8}|ca\.|≈|≒|~)\s{0,4}\Z", re.IGNORECASE
)
_FROM = re.compile(
    r"(?:至少|不低于|不少于|超过|大于|高于|最低|≥|>=?|at least|from|over|min\.?)\s{0,4}\Z",
    re.IGNORECASE,
)
_TO = re.compile(
    r"(?:最高|最大|最长|最多|至多|长达|高达|不超过|小于|低于|≤|<=?|up to|at most|max\.?)"
    r"(?:主频|支持|频率)?(?:可?达|为)?[\s:]{0,4}(?:大?约)?\s{0,2}\Z",
    re.IGNORECASE,
)
_OR_SO = re.compile(r"\s{0,4}(?:左右|上下|or so)", re.IGNORECASE)
_AND_MORE = re.compile(r"\s{0,4}(?:及?以上|或以上|起|and up|or more|\+(?=\s*\Z))", re.IGNORECASE)
_AND_LESS = re.compile(r"\s{0,4}(?:及?以下|以内|之内|or less)", re.IGNORECASE)
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
