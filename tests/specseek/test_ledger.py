"""Reading commands find the ledger that the settings name, and make none."""

from pathlib import Path

import pytest

from specseek.ledger import open_ledger
from store.database import LedgerError
from store.ledger import Ledger, ledger_url


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_none_is_made(tmp_path: Path) -> None:
    assert open_ledger() is None
    assert list(tmp_path.iterdir()) == []


def test_the_one_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger.open(ledger_url(Path("手机"))).close()
    monkeypatch.setenv("SPECSEEK_DATA", "手机")
    with open_ledger() or pytest.fail("not found"):
        pass


def test_one_that_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPECSEEK_LEDGER", "sqlite:///other.sqlite")
    assert open_ledger() is None
    assert list(tmp_path.iterdir()) == []
    Ledger.open("sqlite:///other.sqlite").close()
    with open_ledger() or pytest.fail("not found"):
        pass


def test_an_address_that_names_no_database_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_LEDGER", "no database")
    with pytest.raises(LedgerError, match="does not name a database"):
        open_ledger()
