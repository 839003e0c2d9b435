"""What can be told about the trial without Spark: its files, and what counts as a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.spark_trial import SparkReport, repeated_pages
from store.archive import list_pages

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = {"Spark, 1 core": 100.0, "Spark, 2 cores": 60.0}


@pytest.mark.parametrize(
    ("pages", "same", "faults"),
    [
        (1_000, True, []),
        (20_000, True, ["Two cores are 1.67 times as fast as one: too slow"]),
        (1_000, False, ["Not the same bytes as local: gsmarena"]),
    ],
)
def test_faults(*, pages: int, same: bool, faults: list[str]) -> None:
    assert SparkReport(pages, {"gsmarena": same}, SECONDS, {}, 0.0).faults == faults


@pytest.mark.slow
def test_half_of_the_pages_are_in_one_file(tmp_path: Path) -> None:
    *small, large = (len(list_pages(file).pages) for file in repeated_pages(tmp_path, 200))
    assert small == [5] * 20
    assert large == 100
