from __future__ import annotations

import pytest

from evaluation.contestants import RIVALS
from evaluation.extraction_speed import SIZES, measure_extraction_speed
from evaluation.ours import OURS


def test_the_sizes_measured() -> None:
    assert list(SIZES) == ["20 KB", "100 KB", "500 KB", "2 MB"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # autoscraper's
def test_a_small_run_from_end_to_end() -> None:
    report = measure_extraction_speed({"4 KB": 4_000, "8 KB": 8_000}, 0.0, fewest=2, most=2)
    assert set(report.sizes) == {"4 KB", "8 KB"}
    assert set(OURS) <= set(report.contestants)
    missing = set(RIVALS) - set(report.contestants)
    assert len(report.notes) == len(missing)
    assert all("is not here" in note for note in report.notes)
    assert all(timing.seconds > 0 and timing.turns == 2 for timing in report.timings)
    assert len(report.timings) == 2 * len(report.contestants)
    assert report.chart().startswith("<svg")
