"""Histograms, limits and handles of range facets."""

from __future__ import annotations

from datetime import date

import pytest

from search_ui.searching.range_box import range_box
from tests.search_ui.searching.answers import PHONES, batteries, years


def day(year: int, month: int = 1, number: int = 1) -> float:
    return float(date(year, month, number).toordinal())


def test_bars_are_as_tall_as_many_and_the_smallest_is_seen() -> None:
    bars = range_box(batteries(), PHONES, "zh").bars
    assert [bar.partition('height="')[2][:4].rstrip('"/') for bar in bars.split("<rect")[1:]] == [
        "1.5",
        "40",
        "",
        "1.5",
    ]


@pytest.mark.parametrize(
    ("low", "high", "inside"),
    [
        (None, None, []),
        (5000.0, None, [3]),
        (None, 5000.0, [0, 1]),
        (4500.0, 4600.0, [1]),
        (4000.0, 4000.0, [1]),
    ],
)
def test_bars_within_the_limits_stand_out(
    low: float | None, high: float | None, inside: list[int]
) -> None:
    bars = range_box(batteries(low, high), PHONES, "zh").bars.split("<rect")[1:]
    assert [at for at, bar in enumerate(bars) if "inside" in bar] == inside


def test_handles_stand_at_the_edges_nearest_to_the_limits() -> None:
    assert range_box(batteries(), PHONES, "zh").handles == (0, 4)
    assert range_box(batteries(4900.0, 6100.0), PHONES, "zh").handles == (2, 3)


def test_limits_and_edges_are_written_as_people_do() -> None:
    box = range_box(batteries(5000.0 * 1.02), PHONES, "zh")
    assert (box.low, box.high, box.unit) == ("5100", "", "mAh")
    assert box.lows == box.highs == ("3000", "4000", "5000", "6000", "7000")


def test_an_edge_between_years_ends_one_and_begins_the_other() -> None:
    box = range_box(years(day(2020, 3), day(2021, 12, 31)), PHONES, "en")
    assert box.lows == ("2020", "2021", "2022")
    assert box.highs == ("2019", "2020", "2021")
    assert (box.low, box.high) == ("2020-03", "2021")
    assert box.label == "Released"
