from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from evaluation.extraction_quality import measure_extraction_quality
from evaluation.floors import below_floors

if TYPE_CHECKING:
    from pathlib import Path


def test_without_real_pages_the_published_table_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path / "nowhere"))
    report = measure_extraction_quality()
    console = Console(width=140)
    with console.capture() as shown:
        console.print(report.table())
    assert "94 / 100 / 104" in shown.get()
    assert "set SPECSEEK_DATA_SETS" in "".join(report.notes)
    assert len(report.notes) == 1
    assert json.loads(json.dumps(report.as_json()))["real"] == []


def test_no_figure_on_real_pages_is_below_its_floor() -> None:
    try:
        data_sets_folder()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    report = measure_extraction_quality(draws=1, learns=False)
    assert report.real
    assert not report.notes
    assert list(below_floors(report.real)) == []
