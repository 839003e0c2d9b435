"""The figures themselves are in tests/evaluation; here real pages are left out."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation import quality_commands
from evaluation.__main__ import main


@pytest.fixture(autouse=True)
def no_real_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path / "none"))


@pytest.fixture(scope="module", autouse=True)
def measured_once() -> Iterator[None]:
    """Whether a table or JSON is printed: the figures are the same."""
    with pytest.MonkeyPatch.context() as patch:
        for measure in ("extraction_quality", "merging", "value_quality", "discovery"):
            name = f"measure_{measure}"
            patch.setattr(quality_commands, name, cache(getattr(quality_commands, name)))
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
