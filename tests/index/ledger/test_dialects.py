from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest
from sqlalchemy import make_url
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlalchemy.sql.base import Executable

from index.ledger.dialects import insert_into
from index.ledger.ledger import Ledger
from index.ledger.problems import LedgerError
from index.ledger.tables import metadata, site_memory

POSTGRESQL = make_url("postgresql+psycopg://").get_dialect()()  # needs no driver
PACKAGE = Ledger.__module__.rpartition(".")[0]
MODULES = [
    importlib.import_module(f"{PACKAGE}.{module.name}")
    for module in pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__)
]


def for_postgresql(statement: Any) -> str:
    return str(statement.compile(dialect=POSTGRESQL))


def test_another_database_is_refused_in_words() -> None:
    with pytest.raises(LedgerError, match=r"mysql.*SQLite and PostgreSQL"):
        insert_into(site_memory, "mysql")


def test_the_tables_can_be_made_in_postgresql() -> None:
    for table in metadata.sorted_tables:
        assert for_postgresql(CreateTable(table)).strip().startswith("CREATE TABLE")
        for index in table.indexes:
            assert for_postgresql(CreateIndex(index)).startswith("CREATE INDEX")
    assert "id BIGSERIAL NOT NULL" in for_postgresql(CreateTable(metadata.tables["links"]))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_statement_can_be_written_for_postgresql(module: Any) -> None:
    for name, value in vars(module).items():
        if hasattr(value, "cache_info") and name.startswith("_"):
            assert "ON CONFLICT" in for_postgresql(value("postgresql"))
        elif isinstance(value, Executable):
            assert for_postgresql(value)
