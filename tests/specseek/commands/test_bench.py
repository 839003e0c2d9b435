"""The benchmark itself is in tests/evaluation; here it runs on one small page only."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation.extraction_speed import measure_extraction_speed
from evaluation.speed_report import SpeedReport
from specseek.cli import main

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"  # autoscraper calls BeautifulSoup as it once was
)


@pytest.fixture(scope="module")
def small_report() -> SpeedReport:
    return measure_extraction_speed({"4 KB": 4_000}, seconds=0.01, fewest=1, most=1)


@pytest.fixture(autouse=True)
def one_small_page(small_report: SpeedReport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specseek.commands.bench.measure_extraction_speed", lambda: small_report)


def test_a_table_and_a_chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["bench", "extraction"])
    assert done.exit_code == 0
    assert "4 KB" in done.stdout
    assert "lxml" in done.stdout
    assert Path("data/benchmarks/extraction.svg").read_text().startswith("<svg")


def test_one_json_object_and_the_chart_where_it_is_wanted(tmp_path: Path) -> None:
    chart = tmp_path / "speed.svg"
    done = CliRunner().invoke(main, ["bench", "extraction", "--json", "--chart", str(chart)])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["timings"]
    assert chart.exists()
    assert "speed.svg" in done.stderr
