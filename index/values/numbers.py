"""Numbers as people write them: 1,999 and 1.999,00 and 6,5 and 5½."""

from __future__ import annotations

import re

_VULGAR = {"½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅛": 1 / 8, "⅜": 3 / 8}
_VULGAR |= {"⅝": 5 / 8, "⅞": 7 / 8}

# More than 15 digits are no measure of anything; a part of them must not be read instead.
SIMPLE = r"(?<!\d)(?<!\d\.)\d{1,15}(?:\.\d{1,15})?(?![\d½⅓⅔¼¾⅛⅜⅝⅞])"
_GROUPED = r"(?<!\d)(?<!\d\.)\d{1,3}(?:,\d{2,3}){0,4},\d{3}(?!,?\d)(?:\.\d{1,4}(?!\d))?"
_CONTINENTAL = r"(?<!\d)(?<!\d\.)\d{1,3}(?:\.\d{3}){0,4},\d{1,2}(?![\d.])"
_WITH_VULGAR = rf"(?<!\d)\d{{0,4}}[{''.join(_VULGAR)}]"

NUMBER = rf"{_GROUPED}|{_CONTINENTAL}|{SIMPLE}|{_WITH_VULGAR}"
# 1.999 is a price's 1999 and a length's 1.999; spaces part thousands only where no list can be.
AMOUNT = rf"(?<!\d)(?<!\d\.)\d{{1,3}}(?:\.\d{{3}}){{1,4}}(?![\d.,])|{NUMBER}"
FRACTION = r"(?<![\d./])(?:\d{1,3} )?1/\d{1,2}(?:\.\d{1,2})?(?!\d)"

_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?")
_DOTTED_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")


def number_of(written: str) -> float:
    """What a match of `NUMBER` or `FRACTION` stands for.

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
    """What a match of `AMOUNT` stands for.

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
    """Without the dust that conversions leave behind."""
    return float(f"{value:.12g}")
