from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation.rereading_speed import measure_rereading

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_every_page_is_read_again_and_each_step_is_timed(tmp_path: Path) -> None:
    told: list[str] = []
    report = measure_rereading(tmp_path, [12], told.append)
    (row,) = report.rows
    assert (row.pages, row.changed) == (12, 12)
    assert min(row.planning, row.reading, row.keeping, row.indexing) > 0
    assert row.total == row.planning + row.reading + row.keeping
    assert 0 < row.reading_memory <= row.memory
    assert told[0] == "Making an archive of 12 pages"
    console = Console(width=120)
    with console.capture() as captured:
        console.print(report.table())
    assert "together s" in captured.get()
    assert report.as_json()["rows"]
