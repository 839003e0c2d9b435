from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import inspect, select, text

from store.frontier import LinkState
from store.ledger import Ledger, ledger_url
from store.migrations import MIGRATIONS, newest_version
from store.runs import last_runs, start_run
from store.schema import metadata, schema_version

if TYPE_CHECKING:
    from sqlalchemy import Connection


PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text("utf-8")


def documented(table: str) -> dict[str, bool]:
    """Column → whether the page says that it may be null."""
    section = PAGE.partition(f"\n### {table}\n")[2].partition("\n### ")[0]
    cells = re.findall(r"^\| ([a-z_?, ]+) \|", section, flags=re.MULTILINE)
    names = [name for cell in cells[1:] for name in cell.split(", ")]
    return {name.removesuffix("?"): name.endswith("?") for name in names}


def test_every_table_is_documented_and_no_other() -> None:
    assert sorted(re.findall(r"^### (\w+)$", PAGE, flags=re.MULTILINE)) == sorted(metadata.tables)


@pytest.mark.parametrize("table", metadata.tables)
def test_every_column_is_documented_and_no_other(table: str) -> None:
    columns = metadata.tables[table].columns
    assert documented(table) == {column.name: bool(column.nullable) for column in columns}


def test_every_state_of_a_link_is_documented() -> None:
    for state in LinkState:
        assert f"`{state}`" in PAGE


VERSION_1 = Path(__file__).with_name("version_1.sql")


def add_place(conn: Connection) -> None:
    conn.execute(text("ALTER TABLE runs ADD COLUMN place TEXT"))


def name_place(conn: Connection) -> None:
    conn.execute(text("UPDATE runs SET place = 'here'"))


def break_down(conn: Connection) -> None:
    name_place(conn)
    conn.execute(text("DELETE FROM runs"))
    raise RuntimeError


def places(ledger: Ledger) -> list[Any]:
    with ledger.reading() as conn:
        return list(conn.scalars(text("SELECT place FROM runs")))


def versions(ledger: Ledger) -> list[int]:
    with ledger.reading() as conn:
        return list(conn.scalars(select(schema_version.c.version)))


@pytest.fixture
def old(tmp_path: Path) -> str:
    """The address of a ledger with one run in it."""
    url = ledger_url(tmp_path)
    with Ledger.open(url) as ledger, ledger.transaction() as conn:
        start_run(conn, "phones", 1.0)
    return url


def test_an_old_ledger_takes_the_steps_it_lacks_in_order(old: str) -> None:
    with Ledger.open(old, [*MIGRATIONS, add_place, name_place]) as ledger:
        assert places(ledger) == ["here"]
        assert versions(ledger) == [newest_version(MIGRATIONS), newest_version(MIGRATIONS) + 2]


def test_steps_are_taken_once(old: str) -> None:
    Ledger.open(old, [*MIGRATIONS, add_place]).close()
    with Ledger.open(old, [*MIGRATIONS, add_place]) as ledger:
        assert places(ledger) == [None]
    with Ledger.open(old, [*MIGRATIONS, add_place, name_place]) as ledger:
        assert places(ledger) == ["here"]


def test_a_step_that_fails_leaves_the_ledger_as_it_was(old: str) -> None:
    with pytest.raises(RuntimeError):
        Ledger.open(old, [*MIGRATIONS, add_place, break_down])
    with Ledger.open(old) as ledger, ledger.reading() as conn:
        assert len(last_runs(conn)) == 1
        assert "place" not in {column["name"] for column in inspect(conn).get_columns("runs")}


def layout(conn: Connection) -> dict[str, Any]:
    look = inspect(conn)
    return {
        table: {
            "columns": {
                column["name"]: (str(column["type"]), column["nullable"])
                for column in look.get_columns(table)
            },
            "indexes": sorted(
                (str(index["name"]), *map(str, index["column_names"]))
                for index in look.get_indexes(table)
            ),
            "uniques": sorted(
                unique["column_names"] for unique in look.get_unique_constraints(table)
            ),
            "references": sorted(
                (*key["constrained_columns"], key["referred_table"])
                for key in look.get_foreign_keys(table)
            ),
        }
        for table in look.get_table_names()
    }


def test_a_ledger_of_the_first_version_becomes_what_a_new_one_is(tmp_path: Path) -> None:
    """Fails when tables.py was changed, and no step does the same to the ledgers there are."""
    (tmp_path / "old").mkdir()
    first = sqlite3.connect(tmp_path / "old" / "ledger.sqlite")
    first.executescript(VERSION_1.read_text("utf-8"))
    first.close()
    layouts = []
    for folder in ("old", "new"):
        with Ledger.open(ledger_url(tmp_path / folder)) as ledger, ledger.reading() as conn:
            layouts.append(layout(conn))
    assert layouts[0] == layouts[1]
