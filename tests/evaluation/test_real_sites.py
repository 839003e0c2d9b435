from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from evaluation import real_sites
from evaluation.real_sites import Task, gsmarena_tasks, rows_of
from evaluation.scoring import Spread, Tally, Trial
from rules import choose
from rules.choose import Stage, shipped_weights

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rules.choose import Weights

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
        rows = rows_of(list(gsmarena_tasks(draws=2)), pool, {})
    assert [(row.name, row.samples) for row in rows] == [
        ("gsmarena", 1),
        ("gsmarena", 3),
        ("gsmarena", 0),
        ("candidates, gsmarena", 0),
        ("gsmarena, stripped", 1),
        ("gsmarena, stripped", 3),
        ("gsmarena, stripped", 0),
        ("candidates, gsmarena, stripped", 0),
    ]
    assert all(row.figure("f1") == Spread((1.0, 1.0)) for row in rows if row.samples)
    candidates = [row for row in rows if row.name.startswith("candidates")]
    assert all(row.figure("recall") == Spread((1.0,)) for row in candidates)


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
        rows = rows_of(tasks, pool, {})
    assert [(row.name, row.figure("f1")) for row in rows] == [
        ("books, a", Spread((0.5,))),
        ("books, b", Spread((1.0,))),
        ("books", Spread((0.75,))),
        ("phones", Spread((1.0,))),
    ]


def test_a_site_is_read_by_weights_that_never_saw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    learned = [
        *("gsmarena", "gsmarena stripped", "zol", "detail.zol.example"),
        "swde-more book-buy",
    ]
    seen: list[list[str]] = []

    def learn(without: Callable[[str], bool]) -> Weights:
        seen.append([name for name in learned if not without(name)])
        return shipped_weights()

    monkeypatch.setattr(real_sites, "learned_weights", learn)
    for words in ("gsmarena", "zol", "book- amazon buy"):
        real_sites.weights_without(words)
    assert seen == [learned[2:], [*learned[:2], learned[-1]], learned[:-1]]


def test_each_task_runs_with_its_own_weights() -> None:
    asked: list[tuple[Weights | None, Weights]] = []

    def run(weights: Weights | None = None) -> Trial:
        asked.append((weights, choose.shipped_weights()))
        return Trial((Tally(1, 1, 1),))

    shipped = shipped_weights()
    learned = shipped._replace(sample=Stage(0.0, ()))

    tasks = [Task("a", "", 1, run, "held back"), Task("b", "", 1, run)]
    with ThreadPoolExecutor(1) as pool:
        rows_of(tasks, pool, {"held back": learned})
    assert asked == [(learned, learned), (None, shipped)]
