"""Tests of `index.values.number`."""

from __future__ import annotations

import re

import pytest

from index.values.number import AMOUNT, FRACTION, NUMBER, amount_of, number_of, rounded


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("25", 25),
        ("2.5", 2.5),
        ("1,999", 1999),
        ("1,29,999", 129999),
        ("12,345,678.5", 12345678.5),
        ("6,5", 6.5),
        ("1.999,00", 1999),
        ("5½", 5.5),
        ("¾", 0.75),
    ],
)
def test_one_number_is_read_whole(written: str, number: float) -> None:
    assert re.findall(NUMBER, written) == [written]
    assert number_of(written) == number


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("2999,3999", ["2999", "3999"]),
        ("5.5,5.2", ["5.5", "5.2"]),
        ("1234567890123456", []),
        ("2.", ["2"]),
    ],
)
def test_several_numbers_stay_several(written: str, numbers: list[str]) -> None:
    assert re.findall(NUMBER, written) == numbers


def test_a_price_of_1_999_has_thousands() -> None:
    assert re.findall(AMOUNT, "1.999") == ["1.999"]
    assert amount_of("1.999") == 1999
    assert amount_of("19.99") == 19.99


def test_fractions() -> None:
    assert re.findall(FRACTION, "1/2.5") == ["1/2.5"]
    assert number_of("1/2.5") == 0.4
    assert number_of("5 1/2") == 5.5
    assert number_of("1/0") == 1


def test_conversions_leave_no_dust() -> None:
    assert rounded(0.1 + 0.2) == 0.3
