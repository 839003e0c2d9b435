"""One value in two writings: a redesign spaces units, turns dates round, moves currency signs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract

from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection

_UNITS = {
    "毫米": "mm",
    "厘米": "cm",
    "英寸": "in",
    "inches": "in",
    "inch": "in",
    "千克": "kg",
    "公斤": "kg",
    "克": "g",
    "小时": "h",
    "hours": "h",
    "毫安时": "mah",
    "像素": "",
    "pixels": "",
    "人民币": "",
    "rmb": "",
    "元": "",
}
_UNIT = re.compile("|".join(sorted(_UNITS, key=len, reverse=True)))
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[./-](\d{1,2})(?:[./-](\d{1,2}))?(?!\d)")
_DATE_WORD = re.compile(r"(?<=\d)[年月日]")
_TIMES = re.compile(r"(?<=\d)\s*(?:mm|毫米)?\s*[x×*]\s*(?=\d)")
_PIECE = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# Below this length a letter more or less is another value.
_LONG = 12
_ALIKE = 90.0
_RIVALS = 10


def loose_key(text: str) -> str:
    """What is left of a value when it does not matter how numbers, units and dates are written.

    >>> loose_key("102×44×17.5毫米") == loose_key("102 x 44 x 17.50 mm")
    True
    >>> loose_key("2007年5月") == loose_key("2007-05"), loose_key("2.5 m") == loose_key("25 m")
    (True, False)
    """
    folded = normalize("NFKC", text).casefold()
    folded = _DATE.sub(lambda date: " ".join(filter(None, date.groups())), folded)
    folded = _DATE_WORD.sub(" ", _TIMES.sub(" ", _THOUSANDS.sub("", folded)))
    pieces = _PIECE.findall(_UNIT.sub(lambda unit: _UNITS[unit[0]], folded))
    return "".join(
        f" {_number(piece)}" if piece[0].isdigit() else piece for piece in pieces
    ).lstrip()


def _number(written: str) -> str:
    whole, point, fraction = written.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (point + fraction if fraction else "")


def same_value(one: str, other: str) -> bool:
    """The same but for the writing of numbers, units and dates."""
    keys = loose_key(one), loose_key(other)
    return keys[0] == keys[1] if any(keys) else name_key(one) == name_key(other) != ""


def most_alike(key: str, others: Collection[str]) -> str | None:
    """Of long texts the one that says nearly the same, with the very same numbers."""
    if len(key) < _LONG:
        return None
    numbers = _NUMBER.findall(key)
    nearest = extract(key, others, scorer=ratio, score_cutoff=_ALIKE, limit=_RIVALS)
    return next((other for other, *_ in nearest if _NUMBER.findall(other) == numbers), None)
