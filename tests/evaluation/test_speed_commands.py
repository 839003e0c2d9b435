"""The benchmark itself is in tests/evaluation; here its report is printed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation.__main__ import main
from evaluation.contestants import LEXBOR_TREE, LXML_TREE, RIVALS
from evaluation.ours import OURS
from evaluation.speed_report import SpeedReport, Timing

REPORT = SpeedReport(
    tuple(Timing(one, "4 KB", 4_000, 0.001, 1) for one in (*OURS, *RIVALS)), LXML_TREE, LEXBOR_TREE
)


@pytest.fixture(autouse=True)
def measured_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaluation.speed_commands.measure_extraction_speed", lambda: REPORT)


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
