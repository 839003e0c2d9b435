from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.soak import Growth, SoakReport, soak_trial

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_everything_at_once_for_a_moment(tmp_path: Path) -> None:
    report = soak_trial(tmp_path, minutes=0.5, seed=1, tell=lambda _: None)
    assert report.errors == ()
    assert report.answers > 0
    assert report.growth, "the server and its processes"


def test_growth_and_idleness_are_faults() -> None:
    grown = Growth("serve", 31.0, 900.0, 0.0, 0.0, 200.0)
    leaking = Growth("worker", 0.0, 0.0, 11.0, 300.0, 200.0)
    flat = Growth("flat", 3.0, 2.0, 1.0, 0.0, 200.0)
    report = SoakReport(2.0, {"crawl": 3, "build": 0}, 1, {}, (grown, leaking, flat), ())
    assert report.faults == [
        "serve grew by 31 MB and 0 open files",
        "worker grew by 0 MB and 11 open files",
        "no build came to its end",
    ]
