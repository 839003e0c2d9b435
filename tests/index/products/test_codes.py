from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.products.identify import common_codes, gtins_in, part_number


@pytest.mark.parametrize(
    ("text", "gtins"),
    [
        ("4006381333931", ["04006381333931"]),
        ("EAN 4006381333931 / UPC 036000291452", ["04006381333931", "00036000291452"]),
        ("0036000291452", ["00036000291452"]),  # the same number as EAN
        ("96385074", ["00000096385074"]),
        ("4 006381 333931", ["04006381333931"]),
        ("4006381333932", []),  # wrong check digit
        ("0000000000000", []),
        ("1111111111116", []),
        ("1234567890128", []),
        ("2012345678903", []),  # a shop's own number
        ("12345", []),
        ("n/a", []),
    ],
)
def test_gtins(text: str, gtins: list[str]) -> None:
    assert gtins_in(text) == gtins


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert all(len(one) == 14 for one in gtins_in(text))
    assert isinstance(part_number(text), str)


def test_a_part_number_is_written_in_many_ways() -> None:
    assert part_number("90LM05Z0-B05370") == part_number(" 90lm05z0 b05370 ") == "90lm05z0b05370"
    assert {part_number(text) for text in ("", "-", "1", "0000", "k. A.", "Monitor")} == {""}


def test_codes_on_pages_of_unlike_products_are_none() -> None:
    told = [(f"dell {model}", ["4006381333931"]) for model in ("u1", "u2", "u3")]
    told += [("dell u1", ["5"]), ("dell u1", ["5"]), ("", ["5"])]
    assert common_codes(told) == {"4006381333931"}


def test_a_code_on_thousands_of_pages_is_none() -> None:
    assert common_codes([("", ["5"])] * 10_000) == {"5"}
