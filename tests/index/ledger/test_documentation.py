from __future__ import annotations

import re
from pathlib import Path

import pytest

from index.ledger.frontier import LinkState
from index.ledger.tables import metadata

PAGE = (Path(__file__).parents[3] / "docs" / "ledger.md").read_text("utf-8")


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
