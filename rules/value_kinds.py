"""The kind of a value by how it is written: price, phone number, date, code, number or text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from core.currencies import CLEAR_SIGNS, CURRENCIES
from core.locales import any_of, merged
from core.names import name_key

Kind = Literal["price", "phone", "code", "date", "number", "text"]

_SIGNS = sorted((*CLEAR_SIGNS, "RMB", "￥"), key=len, reverse=True)
_FIRSTS = "".join(sorted({re.escape(sign[0]) for sign in _SIGNS}))
_SIGN = f"(?=[{_FIRSTS}])(?:{'|'.join(map(re.escape, _SIGNS))})"
_AMOUNT = r"\d(?:[\d.,'’]|[\s\u00a0](?=\d{3}\b)|(?<=[.,])\s(?=\d\d\b)){0,20}"
# A word of one character may be a measure word, too: 块.
_NAMES = [
    name for name in CURRENCIES if name.isalpha() and len(name) > (2 if name.isascii() else 1)
]
_BEHIND = rf"(?:{_SIGN}|[元円]|(?i:{any_of(_NAMES)}))"
_PRICE = re.compile(rf"{_SIGN}\s*{_AMOUNT}|{_AMOUNT}[-–—]{{0,2}}\s*{_BEHIND}")
_PRICE_PART = re.compile(rf"(?:{_SIGN}|[元円]|[\d.,'’–—-])+")
_SPLIT_AMOUNT = re.compile(r"(?<=\d[.,])\s+(?=\d\d\b)")
_GROUPED = re.compile(
    r"(?:\+\d{1,3}[\s.-]?)?(?:\(\d{2,5}\)|\b\d{3}\b)[\s./-]{0,3}\d{3}[\s.-]{1,3}\d{4}"
)
_PHONE = re.compile(r"(?:\+|\(0?|\b0)\d[\d()\s./-]{5,20}\d\b")
_CODE = re.compile(r"(?<![\w.-])\d(?:[- ]?\d){6,12}[- ]?[\dXx](?![\w-])")


def _words(field: str) -> str:
    """What stands in dates, in any language."""
    return any_of(merged(lambda locale: getattr(locale.values.dates, field)))


_MONTH = rf"(?:{_words('month_names')})\.?"
_AFTER_YEAR, _AFTER_MONTH, _AFTER_DAY = map(_words, ("year", "month", "day"))
_YEAR = r"(?:1[5-9]|20)\d\d"
_DATE = re.compile(
    rf"(?i)\b(?:{_MONTH}\s*(?:\d{{1,2}}(?:{_AFTER_DAY})?,?\s*)?{_YEAR}|\d{{1,2}}\.?\s*{_MONTH}\s*{_YEAR}"
    rf"|\d{{1,2}}([./-])\d{{1,2}}\1(?:{_YEAR}|\d\d)|{_YEAR}([./-])\d{{1,2}}(?:\2\d{{1,2}})?)\b"
    rf"|{_YEAR}\s*(?:{_AFTER_YEAR})"
    rf"(?:\s*\d{{1,2}}\s*(?:{_AFTER_MONTH})(?:\s*\d{{1,2}}\s*(?:{_AFTER_DAY}))?)?"
)
_SOME_DATE = re.compile(rf"(?i)\b{_YEAR}\b|{_YEAR}(?:{_AFTER_YEAR})|\b{_MONTH}")
_LONGEST = 40
_AROUND = " |,;:.·•-–/"
_ISBN_10, _SHORTEST_CODE = 10, 8
_PHONE_DIGITS = range(7, 16)
_RUN = re.compile(r"\d+|[^\W\d_]+|\s+")


def kind_of(text: str) -> Kind:
    """The kind of a text; a long one is only ever a number or plain text."""
    digits = sum(map(str.isdigit, text))
    if digits and len(text) <= _LONGEST:
        text = text.strip(_AROUND)
        if _PRICE.search(text):
            return "price"
        if _GROUPED.fullmatch(text):
            return "phone"
        if is_code(text):
            return "code"
        if _PHONE.fullmatch(text):
            return "phone"
        if _DATE.search(text):
            return "date"
    return "number" if digits and digits * 2 >= len(name_key(text)) else "text"


def is_price_part(text: str) -> bool:
    """Whether a text consists of currency symbols, digits and separators only."""
    return bool(_PRICE_PART.fullmatch(text))


def join_price(text: str) -> str:
    """Close the gap inside an amount that was split over elements: "208, 60 €" → "208,60 €"."""
    return _SPLIT_AMOUNT.sub("", text)


def is_code(text: str) -> bool:
    """Whether this is an ISBN or the number of a bar code, with a correct check digit."""
    return bool(_CODE.fullmatch(text.strip())) and _has_valid_check_digit(name_key(text))


def _has_valid_check_digit(code: str) -> bool:
    digits = [10 if character == "x" else int(character) for character in code]
    if len(digits) == _ISBN_10:
        return sum(n * digit for n, digit in enumerate(reversed(digits), 1)) % 11 == 0
    if len(digits) not in {8, 12, 13, 14} or max(digits) > 9:
        return False
    return sum(digit * (3 if n % 2 else 1) for n, digit in enumerate(reversed(digits))) % 10 == 0


def may_be(kind: Kind, text: str) -> bool:
    """Whether a text can be a value of an attribute whose sample value was of this kind."""
    if kind == "price":
        return bool(_PRICE.search(text)) and len(text) <= _LONGEST
    key = name_key(text)
    digits = sum(map(str.isdigit, key))
    if kind == "phone":
        return digits in _PHONE_DIGITS and digits * 2 >= len(key)
    if kind == "code":
        return digits >= _SHORTEST_CODE and digits * 5 >= len(key) * 4
    if kind == "date":
        return len(text) <= _LONGEST and bool(_SOME_DATE.search(text) or _DATE.search(text))
    return kind_of(text) not in ({"price"} if kind == "number" else {"price", "phone"})


def only_of_kind(kind: Kind, text: str) -> str:
    """The only part of a text that is of this kind; "" if there is none or more than one."""
    patterns = {
        "price": (_PRICE,),
        "phone": (_GROUPED, _PHONE),
        "code": (_CODE,),
        "date": (_DATE,),
    }
    for pattern in patterns.get(kind, ()):
        found = {part[0].strip() for part in pattern.finditer(text[:1000])}
        if kind == "code":
            found = {code for code in found if _has_valid_check_digit(name_key(code))}
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""


def shape_of(text: str) -> str:
    """How a text is written: runs of digits, capitals and letters, with the punctuation between.

    >>> shape_of("Dallas, TX 75219"), shape_of("10.1 寸")
    ('Aa, A 9', '9.9 字')
    """
    return _RUN.sub(_letter, text[:100])


def _letter(run: re.Match[str]) -> str:
    text = run[0]
    if text.isspace():
        return " "
    if text.isdigit():
        return "9"
    if text.isascii():
        return "A" if text.isupper() else "Aa" if text[0].isupper() else "a"
    return "字" if not text[0].islower() and not text[0].isupper() else "Aa"


def shape_likeness(one: str, other: str) -> float:
    """1 for texts written the same way, less if digits, commas or length differ.

    >>> shape_likeness(shape_of("12 Main St."), shape_of("4300 Lemmon Avenue"))
    1.0
    """
    if one == other:
        return 1.0
    first, second = _traits(one), _traits(other)
    return 1.0 - sum(
        weight for a, b, weight in zip(first, second, _TRAIT_WEIGHTS, strict=True) if a != b
    )


_TRAIT_WEIGHTS = (0.3, 0.25, 0.15, 0.15, 0.15)
_FEW_WORDS, _MANY_WORDS = 3, 12


@lru_cache(maxsize=4096)
def _traits(shape: str) -> tuple[bool, bool, bool, bool, int]:
    """Begins with a digit, has digits, ends with a digit, has a comma, and a class of length."""
    words = shape.count(" ") + 1
    length = (words > _FEW_WORDS) + (words > _MANY_WORDS)
    return shape[:1] == "9", "9" in shape, shape[-1:] == "9", "," in shape, max(length, 1)
