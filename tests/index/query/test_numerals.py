"""Tests of `index.query.numerals` and `index.query.limits`."""

from __future__ import annotations

import re

import pytest

from index.query.limits import Limit, limit_before, limit_behind
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
        ("two thousand five hundred", 2500),
        ("a hundred and fifty", 150),
        ("tausend", 1000),
        ("funfhundert", 500),
        ("zweihundertfuenfzig", 250),
        ("zweitausenddreihundert", 2300),
        ("einundzwanzig", 21),
    ],
)
def test_numbers_in_digits_and_in_words(written: str, expected: float) -> None:
    assert re.fullmatch(NUMERAL, written)
    assert numeral_of(written) == (expected, expected)


@pytest.mark.parametrize(
    ("written", "german", "english"),
    [("1.299", 1299, 1.299), ("1,299", 1.299, 1299), ("27,5", 27.5, 27.5), ("27.5", 27.5, 27.5)],
)
def test_points_and_commas(written: str, german: float, english: float) -> None:
    assert numeral_of(written, ",") == (german, german)
    assert numeral_of(written, ".") == (english, english)


def test_two_digits_before_a_unit_are_a_range() -> None:
    assert numeral_of("两三千") == (2000, 3000)


@pytest.mark.parametrize(
    ("before", "limit"),
    [
        ("不超过", Limit.AT_MOST),
        ("超过", Limit.MORE),
        ("no more than ", Limit.AT_MOST),
        ("more than ", Limit.MORE),
        (">=", Limit.AT_LEAST),
        (">", Limit.MORE),
        ("至少 ", Limit.AT_LEAST),
        ("under ", Limit.LESS),
        ("hochstens ", Limit.AT_MOST),
        ("nicht mehr als ", Limit.AT_MOST),
        ("grosser als ", Limit.MORE),
        ("bis zu ", Limit.AT_MOST),
    ],
)
def test_the_longest_words_before_a_number_count(before: str, limit: Limit) -> None:
    found = limit_before(before + "3000", len(before))
    assert found == (limit, 0)


def test_a_word_within_another_is_no_limit() -> None:
    assert limit_before("thunder 3000", 8) is None
    assert limit_before("不超过", 3, earliest=3) is None


@pytest.mark.parametrize(
    ("behind", "limit"),
    [
        ("以上", Limit.AT_LEAST),
        ("及以下", Limit.AT_MOST),
        (" or less", Limit.AT_MOST),
        ("左右", Limit.ABOUT),
        ("+", Limit.AT_LEAST),
        ("内", Limit.AT_MOST),
    ],
)
def test_words_behind_a_number(behind: str, limit: Limit) -> None:
    assert limit_behind(f"8{behind}", 1) == (limit, 1 + len(behind))


@pytest.mark.parametrize("behind", ["+256", "内存", "maxi", "以"])
def test_what_only_looks_like_a_limit(behind: str) -> None:
    assert limit_behind(f"8{behind}", 1) is None
