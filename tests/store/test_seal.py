"""Tests of `store.seal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from store.ledger import Ledger, ledger_url, seal_of
from store.seal import stored_seal

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings


def settings_of(data: Path, ledger: str = "") -> Settings:
    return load_settings(environ={"SPECSEEK_DATA": str(data), "SPECSEEK_LEDGER": ledger})


@pytest.mark.parametrize("name", ["data", "数据 100%?#"])
def test_the_seal_is_read_while_the_ledger_is_open_or_closed(tmp_path: Path, name: str) -> None:
    data = tmp_path / name
    with Ledger.open(ledger_url(data)) as ledger:
        assert stored_seal(settings_of(data)) is None
        made = seal_of(ledger)
        assert stored_seal(settings_of(data)) == made
    assert stored_seal(settings_of(data)) == made


def test_a_ledger_in_another_place_is_found_by_its_address(tmp_path: Path) -> None:
    url = ledger_url(tmp_path / "elsewhere")
    with Ledger.open(url) as ledger:
        made = seal_of(ledger)
    assert stored_seal(settings_of(tmp_path, url)) == made


def test_what_is_no_plain_sqlite_ledger_is_left_to_the_ledger(tmp_path: Path) -> None:
    assert stored_seal(settings_of(tmp_path)) is None
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "ledger.sqlite").write_bytes(b"something else")
    assert stored_seal(settings_of(tmp_path)) is None
    assert stored_seal(settings_of(tmp_path, "postgresql://host/name")) is None
