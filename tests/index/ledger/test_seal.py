from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.ledger import Ledger, ledger_url
from index.ledger.seal import seal_of

if TYPE_CHECKING:
    from pathlib import Path


def test_a_ledger_keeps_its_seal(ledger: Ledger) -> None:
    first = seal_of(ledger)
    assert seal_of(ledger) == first
    assert len(first.key) == 32
    assert first.ledger


def test_no_two_ledgers_have_the_same(tmp_path: Path) -> None:
    seals = []
    for name in ("one", "other"):
        with Ledger.open(ledger_url(tmp_path / name)) as ledger:
            seals.append(seal_of(ledger))
    assert seals[0].ledger != seals[1].ledger
    assert seals[0].key != seals[1].key


def test_it_is_still_the_same_when_opened_again(tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        first = seal_of(ledger)
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        assert seal_of(ledger) == first
