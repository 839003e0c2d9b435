"""A whole ledger goes into another database, and comes back the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from specseek.cli import main
from store.frontier import NewLink, add_links
from store.ledger import Ledger, data_folder_lock, ledger_url
from tests.search_ui.product_shop import shop

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """With a link that refers to a younger one, as a late redirect makes it."""
    folder = tmp_path / "data"
    shop(folder)
    with closing(sqlite3.connect(folder / "ledger.sqlite")) as conn, conn:
        conn.execute("UPDATE links SET found_on = (SELECT max(id) FROM links) WHERE id = 1")
    return folder


def move(data: Path, to: str, **env: str) -> Result:
    runner = CliRunner(env={"SPECSEEK_DATA": str(data)} | env)
    return runner.invoke(main, ["move-ledger", to])


def dump(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / "ledger.sqlite")) as conn:
        return sorted(line for line in conn.iterdump() if line.startswith("INSERT"))


def without_version(lines: list[str]) -> list[str]:
    return [line for line in lines if "schema_version" not in line]


def test_from_one_file_to_another(data: Path, tmp_path: Path) -> None:
    result = move(data, ledger_url(tmp_path / "other"))
    assert result.exit_code == 0, result.output
    assert "rows copied and compared. Now set `ledger`" in result.stderr
    assert without_version(dump(tmp_path / "other")) == without_version(dump(data))


@pytest.mark.slow
def test_to_postgresql_and_back(data: Path, tmp_path: Path, postgres_url: str) -> None:
    assert move(data, postgres_url).exit_code == 0
    env = {"SPECSEEK_LEDGER": postgres_url}
    found = CliRunner(env={"SPECSEEK_DATA": str(data)} | env).invoke(main, ["search", "小米 14"])
    assert "小米 14 Pro" in found.stdout  # with the index of the old ledger
    with Ledger.open(postgres_url) as ledger, ledger.transaction() as conn:
        new = NewLink("http://new.example/", "new.example", "/", "other", 5, 0)
        assert add_links(conn, "phones", [new], 1.0)  # its id is a new one
        conn.rollback()
    assert move(data, ledger_url(tmp_path / "back"), **env).exit_code == 0
    assert without_version(dump(tmp_path / "back")) == without_version(dump(data))


def test_a_database_that_is_not_empty_is_refused(data: Path, tmp_path: Path) -> None:
    assert move(data, ledger_url(tmp_path / "other")).exit_code == 0
    before = dump(tmp_path / "other")
    result = move(data, ledger_url(tmp_path / "other"))
    assert result.exit_code == 1
    assert "is not empty: nothing was copied" in result.stderr
    assert dump(tmp_path / "other") == before


def test_nothing_stays_of_a_copy_that_fails(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(range(1000))
    monkeypatch.setattr("store.move._digest", lambda *_: next(answers))
    result = move(data, ledger_url(tmp_path / "other"))
    assert result.exit_code == 1
    assert "differs" in result.stderr
    assert without_version(dump(tmp_path / "other")) == []


def test_not_during_a_crawl_nor_before_the_first(data: Path, tmp_path: Path) -> None:
    with data_folder_lock(data):
        result = move(data, ledger_url(tmp_path / "other"))
    assert result.exit_code == 1
    assert "another crawl is running" in result.stderr
    assert move(tmp_path / "none", ledger_url(tmp_path / "other")).exit_code == 1


def test_an_address_that_names_no_database(data: Path) -> None:
    assert move(data, "nonsense").exit_code == 1
    secret = move(data, "postgresql://me:secret@127.0.0.1:1/none")
    assert secret.exit_code == 1
    assert "secret" not in secret.output
