from __future__ import annotations

import re

import pytest

from index.query.numerals import NUMERAL, numeral_of


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3000", 3000),
        ("3,000", 3000),
        ("6.5", 6.5),
        ("五", 5),
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("一百二十", 120),
        ("八百", 800),
        ("三千", 3000),
        ("两千五", 2500),
        ("两千零五十", 2050),
        ("三千五百", 3500),
        ("一万五", 15000),
        ("一万二千", 12000),
    ],
)
def test_numbers_in_digits_and_in_chinese(written: str, expected: float) -> None:
    assert re.fullmatch(NUMERAL, written)
    assert numeral_of(written) == (expected, expected)


def test_two_digits_before_a_unit_are_a_range() -> None:
    assert numeral_of("两三千") == (2000, 3000)
