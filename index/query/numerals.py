"""Numbers as queries write them: 3,000 and 两千五 and 三四千."""

from __future__ import annotations

import re

from index.values.numbers import NUMBER, number_of

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000}
_ANY_DIGIT = "[一二两三四五六七八九]"
_FIRST = rf"(?:{_ANY_DIGIT}?十|{_ANY_DIGIT}[百千万])"
_CHINESE = rf"{_FIRST}(?:零?{_ANY_DIGIT}[十百千]){{0,3}}(?:零?{_ANY_DIGIT})?"
_FEW = re.compile(rf"({_ANY_DIGIT})({_ANY_DIGIT})([百千万])")

NUMERAL = rf"{NUMBER}|{_ANY_DIGIT}{_ANY_DIGIT}[百千万]|{_CHINESE}|{_ANY_DIGIT}"


def numeral_of(written: str) -> tuple[float, float]:
    """From and to; both the same but for 三四千.

    >>> numeral_of("3,000"), numeral_of("两千五"), numeral_of("三四千")
    ((3000.0, 3000.0), (2500.0, 2500.0), (3000.0, 4000.0))
    """
    if few := _FEW.fullmatch(written):
        unit = _UNITS[few[3]]
        return float(_DIGITS[few[1]] * unit), float(_DIGITS[few[2]] * unit)
    is_chinese = written[0] in _DIGITS or written[0] in _UNITS
    value = _chinese(written) if is_chinese else number_of(written)
    return value, value


def _chinese(written: str) -> float:
    """A last digit without a unit is of the next smaller one: 一万五, 两千五."""
    total, digit, unit = 0, 0, 10
    for character in written:
        if character in _UNITS:
            unit = _UNITS[character]
            total += (digit or 1) * unit
            digit = 0
        elif character == "零":
            unit = 10
        else:
            digit = _DIGITS[character]
    return float(total + digit * unit // 10)
