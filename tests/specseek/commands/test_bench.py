"""The benchmark itself is in tests/evaluation; here it runs on one small page only."""

import json
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation.extraction_speed import measure_extraction_speed
from specseek.cli import main

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"  # autoscraper calls BeautifulSoup as it once was
)


@pytest.fixture(autouse=True)
def one_small_page(monkeypatch: pytest.MonkeyPatch) -> None:
    small = partial(
        measure_extraction_speed, sizes={"20 KB": 20_000}, seconds=0.01, fewest=1, most=1
    )
    monkeypatch.setattr("specseek.commands.bench.measure_extraction_speed", small)


def test_a_table_and_a_chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["bench", "extraction"])
    assert done.exit_code == 0
    assert "20 KB" in done.stdout
    assert "lxml" in done.stdout
    assert Path("data/benchmarks/extraction.svg").read_text().startswith("<svg")


def test_one_json_object_and_the_chart_where_it_is_wanted(tmp_path: Path) -> None:
    chart = tmp_path / "speed.svg"
    done = CliRunner().invoke(main, ["bench", "extraction", "--json", "--chart", str(chart)])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["timings"]
    assert chart.exists()
    assert "speed.svg" in done.stderr
