from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation.deciding.decision_trial import DecisionReport, decision_trial

if TYPE_CHECKING:
    from collections.abc import Mapping


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> DecisionReport:
    return decision_trial(tmp_path_factory.mktemp("decisions"), kills=2, seed=24, pages=12)


def test_whenever_it_is_killed_all_is_before_or_after(report: DecisionReport) -> None:
    assert report.differences == ()
    assert report.before + report.after == report.kills == 2


def test_the_report_says_so(report: DecisionReport) -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(report.table())
    assert "In the end all is as without the kills." in captured.get()
    told: Mapping[str, object] = report.as_json()
    assert told["differences"] == ()
