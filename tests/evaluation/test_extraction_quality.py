from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from evaluation.extraction_quality import (
    Task,
    gsmarena_tasks,
    measure_extraction_quality,
    rows_of,
)
from evaluation.floors import below_floors
from evaluation.scoring import Spread, Tally, Trial

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
    report = measure_extraction_quality(draws=1)
    assert report.real
    assert not report.notes
    assert list(below_floors(report.real)) == []


MODELS = ["1200", "N95", "8800", "3310"]


@pytest.fixture
def small_gsmarena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data set like the real one, of four pages that say the same in class names."""
    pages = tmp_path / "gsmarena" / "pages"
    pages.mkdir(parents=True)
    gold = {}
    for model in MODELS:
        pairs = {"Model": model, "Weight": f"{len(model)}0 g"}
        rows = "".join(
            f'<tr><td class="ttl">{name}</td><td class="nfo">{value}</td></tr>'
            for name, value in pairs.items()
        )
        (pages / f"{model}.html").write_text(f"<html><body><table>{rows}</table></body></html>")
        gold[f"{model}.html"] = {
            "url": f"https://phones.example/{model}",
            "pairs": [{"name": name, "value": value} for name, value in pairs.items()],
        }
    (tmp_path / "gsmarena" / "gold.json").write_text(json.dumps(gold))
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path))


@pytest.mark.usefixtures("small_gsmarena")
def test_one_sample_and_three_as_they_are_and_stripped() -> None:
    with ThreadPoolExecutor() as pool:
        rows = rows_of(list(gsmarena_tasks(draws=2)), pool)
    assert [(row.name, row.samples) for row in rows] == [
        ("gsmarena", 1),
        ("gsmarena", 3),
        ("candidates, gsmarena", 0),
        ("gsmarena, stripped", 1),
        ("gsmarena, stripped", 3),
        ("candidates, gsmarena, stripped", 0),
    ]
    assert all(row.figure("f1") == Spread((1.0, 1.0)) for row in rows if row.samples)
    assert all(row.figure("recall") == Spread((1.0,)) for row in rows if not row.samples)


def test_sites_of_a_set_are_counted_alone_and_together() -> None:
    def half_right() -> Trial:
        return Trial((Tally(1, 2, 2),))

    def all_right() -> Trial:
        return Trial((Tally(2, 2, 2),))

    tasks = [
        Task("books", "a", 1, half_right),
        Task("books", "b", 1, all_right),
        Task("phones", "", 1, all_right),
    ]
    with ThreadPoolExecutor() as pool:
        rows = rows_of(tasks, pool)
    assert [(row.name, row.figure("f1")) for row in rows] == [
        ("books, a", Spread((0.5,))),
        ("books, b", Spread((1.0,))),
        ("books", Spread((0.75,))),
        ("phones", Spread((1.0,))),
    ]
