from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.finding.days import End, day_of, written_day


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("2023", date(2023, 1, 1), date(2023, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("2023-5", date(2023, 5, 1), date(2023, 5, 31)),
        (" 2023-05-06 ", date(2023, 5, 6), date(2023, 5, 6)),
    ],
)
def test_a_year_and_a_month_have_a_first_and_a_last_day(
    written: str, first: date, last: date
) -> None:
    assert day_of(written, "first") == first.toordinal()
    assert day_of(written, "last") == last.toordinal()


@pytest.mark.parametrize(
    "no_day", ["", "23", "2023年", "2023-13", "2023-02-30", "0000", "２０２３", "1e3"]
)
def test_what_is_no_day(no_day: str) -> None:
    assert day_of(no_day, "first") is None


@given(st.dates(), st.sampled_from(["first", "last"]))
@settings(max_examples=200, deadline=None)
def test_a_day_comes_back_from_its_writing(day: date, end: End) -> None:
    assert day_of(written_day(day.toordinal(), end), end) == day.toordinal()


@pytest.mark.parametrize(("day", "year"), [(-1e15, "0001"), (1e15, "9999")])
def test_no_day_is_out_of_the_calendar(day: float, year: str) -> None:
    assert written_day(day, "first").startswith(year)
