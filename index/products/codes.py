"""Codes that identify products: GTINs (EAN, UPC, ISBN) and makers' part numbers.

Codes that shops write only to fill a field are none: they are recognised by their digits, or by
being on pages of unlike products (`CommonCodes`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from index.products.vocabulary import compact

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 200  # characters that are read of a value
MOST_CODES = 10  # of a record
_GTIN = re.compile(r"(?<![\d.])\d(?:[ -]?\d){7,13}(?![\d.])")
_SIZES = frozenset((8, 12, 13, 14))
_FEWEST_DIGITS = 3  # different ones, in a code that identifies anything
_WITHIN_SHOPS = ("02", "04", "2")  # first digits of an EAN that shops give to their own goods


def gtins_in(text: str) -> list[str]:
    """The valid GTINs of a text, all with 14 digits.

    >>> gtins_in("EAN: 4006381333931"), gtins_in("036000291452"), gtins_in("0000000000000")
    (['04006381333931'], ['00036000291452'], [])
    """
    found = (re.sub(r"\D", "", one) for one in _GTIN.findall(text[:_LONGEST]))
    return [one.zfill(14) for one in found if len(one) in _SIZES and _is_valid(one)]


def _is_valid(digits: str) -> bool:
    """With the right check digit, and neither a filler nor a shop's own number."""
    weighted = (int(one) * (3, 1)[place % 2] for place, one in enumerate(reversed(digits[:-1])))
    ean = digits[-13:].zfill(13)
    return (
        (sum(weighted) + int(digits[-1])) % 10 == 0
        and len(set(digits[:-1])) >= _FEWEST_DIGITS
        and not _counts(digits[:-1])
        and not (len(digits) > 8 and ean.startswith(_WITHIN_SHOPS))
    )


def _counts(digits: str) -> bool:
    """1234567 and the like."""
    return all((int(b) - int(a)) % 10 == 1 for a, b in pairwise(digits))


_FEWEST_CHARACTERS = 4
_HAS_DIGIT = re.compile(r"\d")


def part_number(text: str) -> str:
    """The part number in its one spelling; "" if it could be anything.

    >>> part_number("90LM05Z0-B05370"), part_number("n/a"), part_number("1")
    ('90lm05z0b05370', '', '')
    """
    if len(text) > _LONGEST:
        return ""
    found = compact(text).replace("-", "")
    telling = len(found) >= _FEWEST_CHARACTERS and len(set(found)) >= _FEWEST_DIGITS
    return found if telling and _HAS_DIGIT.search(found) else ""


# Codes on pages of unlike products.


_MOST_PRODUCTS = 2  # with different names; a code of more is a mistake
_MOST_RECORDS = 500


def common_codes(told: Iterable[tuple[str, Iterable[str]]]) -> frozenset[str]:
    """Codes of many products; each record is told by its product's name and its codes."""
    names: dict[str, set[str]] = defaultdict(set)
    times: Counter[str] = Counter()
    for name, codes in told:
        for code in codes:
            times[code] += 1
            if name and len(names[code]) <= _MOST_PRODUCTS:
                names[code].add(name)
    return frozenset(
        code
        for code, count in times.items()
        if count > _MOST_RECORDS or len(names[code]) > _MOST_PRODUCTS
    )
