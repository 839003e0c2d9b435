from __future__ import annotations

from datetime import date
from operator import lt

from hypothesis import given, settings
from hypothesis import strategies as st

from index.building.histogram import date_edges, number_edges, touched_bars


def years(edges: tuple[float, ...]) -> list[int]:
    days = [date.fromordinal(int(edge)) for edge in edges]
    assert all((day.month, day.day) == (1, 1) for day in days)
    return [day.year for day in days]


def test_limits_are_round() -> None:
    assert number_edges([float(price) for price in range(199, 5000, 100)]) == tuple(
        250.0 * bar for bar in range(21)
    )


def test_a_slip_of_the_pen_does_not_squeeze_all_others() -> None:
    weights = [100.0 + number for number in range(100)]
    assert number_edges([*weights, 1e9, 0.0001]) == number_edges([*weights, 99.0, 201.0])


def test_one_value_has_a_bar() -> None:
    edges = number_edges([5000.0])
    assert list(touched_bars(edges, 5000.0, 5000.0))
    assert edges[0] <= 5000 <= edges[-1]


def test_no_value_no_bars() -> None:
    assert number_edges([]) == date_edges([]) == ()


def test_dates_are_counted_by_calendar_years() -> None:
    days = [float(date(year, 6, 1).toordinal()) for year in range(2015, 2025)]
    assert years(date_edges(days)) == list(range(2015, 2026))


def test_many_years_are_counted_by_twos_or_fives() -> None:
    days = [float(date(year, 6, 1).toordinal()) for year in range(1960, 2025)]
    assert years(date_edges(days)) == list(range(1960, 2030, 5))


def test_what_lies_beyond_is_in_the_outer_bars() -> None:
    edges = (0.0, 10.0, 20.0, 30.0)
    assert list(touched_bars(edges, -5.0, -5.0)) == [0]
    assert list(touched_bars(edges, 10.0, 10.0)) == [1]
    assert list(touched_bars(edges, 30.0, 99.0)) == [2]
    assert list(touched_bars(edges, 5.0, 25.0)) == [0, 1, 2]


MEASURES = st.floats(min_value=-1e15, max_value=1e15, allow_subnormal=False)


@settings(max_examples=200, deadline=None)
@given(st.lists(MEASURES, min_size=1, max_size=50))
def test_any_numbers_have_few_ascending_limits(values: list[float]) -> None:
    edges = number_edges(values)
    assert 2 <= len(edges) <= 25
    assert all(map(lt, edges, edges[1:]))
    for value in values:
        assert 0 <= touched_bars(edges, value, value)[0] < len(edges) - 1


@settings(max_examples=100, deadline=None)
@given(st.lists(st.dates(date(1900, 1, 1), date(2100, 2, 28)), min_size=1, max_size=50))
def test_any_dates_have_few_ascending_limits(days: list[date]) -> None:
    edges = date_edges([float(day.toordinal()) for day in days])
    assert 2 <= len(edges) <= 25
    assert all(map(lt, edges, edges[1:]))
