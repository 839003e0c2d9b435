from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from evaluation.quality_row import Spread
from evaluation.real_sites import RealSites

if TYPE_CHECKING:
    from pathlib import Path

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
        rows = list(RealSites(pool, trials=2).gsmarena())
    assert [(row.name, row.samples) for row in rows] == [
        ("gsmarena", 1),
        ("gsmarena", 3),
        ("gsmarena, stripped", 1),
        ("gsmarena, stripped", 3),
    ]
    assert all(row.figure("f1") == Spread((1.0, 1.0)) for row in rows)
