from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from evaluation import commands
from evaluation.__main__ import main
from evaluation.extraction_speed import LEXBOR_TREE, LXML_TREE, OURS, RIVALS, SpeedReport, Timing

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

REPORT = SpeedReport(
    tuple(Timing(one, "4 KB", 4_000, 0.001, 1) for one in (*OURS, *RIVALS)), LXML_TREE, LEXBOR_TREE
)


@pytest.fixture(autouse=True)
def no_real_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path / "none"))


@pytest.fixture(scope="module", autouse=True)
def measured_once() -> Iterator[None]:
    """Whether a table or JSON is printed: the figures are the same."""
    with pytest.MonkeyPatch.context() as patch:
        for measure in ("extraction_quality", "merging", "value_quality", "discovery"):
            name = f"measure_{measure}"
            patch.setattr(commands, name, cache(getattr(commands, name)))
        yield


def test_the_published_table_and_what_was_left_out() -> None:
    done = CliRunner().invoke(main, ["extraction"])
    assert done.exit_code == 0
    assert "82 / 82 / 86  100.0%  95.3%" in done.stdout
    assert "the real pages are not here" in done.stdout


def test_one_json_object() -> None:
    done = CliRunner().invoke(main, ["extraction", "--json"])
    assert done.exit_code == 0
    assert len(json.loads(done.stdout)["paper"]) >= 5


def test_mentions_of_both_halves_are_above_their_floors() -> None:
    done = CliRunner().invoke(main, ["mentions", "--json"])
    assert done.exit_code == 0
    assert [row["sentences"] for row in json.loads(done.stdout)["scores"]] == [
        "the rules were made with",
        "held back",
    ]


@pytest.mark.slow
def test_merging_without_real_records() -> None:
    done = CliRunner().invoke(main, ["merging"])
    assert done.exit_code == 0
    assert "pocket web, names rewritten" in done.stdout
    assert "the real pages are not here" in done.stdout


def test_merging_as_one_json_object() -> None:
    done = CliRunner().invoke(main, ["merging", "--json"])
    assert done.exit_code == 0
    assert [row["wrong"] for row in json.loads(done.stdout)["known"]] == [[], []]


def test_values_of_the_pocket_web() -> None:
    done = CliRunner().invoke(main, ["values"])
    assert done.exit_code == 0
    assert "Values of typed attributes: pocket web" in done.stdout
    assert "the real pages are not here" in done.stdout


def test_values_as_one_json_object() -> None:
    done = CliRunner().invoke(main, ["values", "--json"])
    assert done.exit_code == 0
    (pocket_web,) = json.loads(done.stdout)["sets"]
    assert pocket_web["types"][-1]["share"] >= 0.99


def test_discovery_without_real_pages() -> None:
    done = CliRunner().invoke(main, ["discovery"])
    assert done.exit_code == 0
    assert done.stdout.count("the real pages are not here") == 1


def test_discovery_as_one_json_object() -> None:
    done = CliRunner().invoke(main, ["discovery", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["names"] is None


@pytest.fixture(autouse=True)
def measured_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaluation.commands.measure_extraction_speed", lambda: REPORT)


def test_a_table_and_a_chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["extraction-speed"])
    assert done.exit_code == 0
    assert "4 KB" in done.stdout
    assert "lxml" in done.stdout
    assert Path("data/benchmarks/extraction.svg").read_text().startswith("<svg")


def test_one_json_object_and_the_chart_where_it_is_wanted(tmp_path: Path) -> None:
    chart = tmp_path / "speed.svg"
    done = CliRunner().invoke(main, ["extraction-speed", "--json", "--chart", str(chart)])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["timings"]
    assert chart.exists()
    assert "speed.svg" in done.stderr
