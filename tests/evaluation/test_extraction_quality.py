from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from evaluation.extraction_quality import (
    PUBLISHED_SITES,
    PaperRow,
    measure_extraction_quality,
    paper_rows,
)
from evaluation.scoring import below_floors
from samples.pocket_web import SIX_HOSTS

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


@pytest.mark.slow
def test_no_figure_on_real_pages_is_below_its_floor() -> None:
    try:
        data_sets_folder()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    report = measure_extraction_quality(draws=1, learns=False)
    assert report.real
    assert not report.notes
    assert list(below_floors(report.real)) == []


@pytest.fixture(scope="module")
def rows() -> dict[str, PaperRow]:
    return {row.host: row for row in paper_rows()}


@pytest.mark.parametrize("host", PUBLISHED_SITES)
def test_exact_matching_reproduces_the_paper(rows: dict[str, PaperRow], host: str) -> None:
    assert rows[host].exact == PUBLISHED_SITES[host].result


@pytest.mark.parametrize("host", SIX_HOSTS)
def test_ours_reads_every_page(rows: dict[str, PaperRow], host: str) -> None:
    ours = rows[host].ours
    assert ours.correct == ours.extracted == ours.should


def test_newer_layouts_are_read_too(rows: dict[str, PaperRow]) -> None:
    newer = [row for host, row in rows.items() if host not in SIX_HOSTS]
    assert newer
    assert all(row.published is None and row.ours.recall == 1 for row in newer)


def test_a_row_as_json(rows: dict[str, PaperRow]) -> None:
    shown = rows["mobile.21cn.example"].as_json()
    assert shown["site"] == "W3 21cn"
    assert shown["attributes"] == (7, 11)
    assert shown["published"] == shown["exact"]
