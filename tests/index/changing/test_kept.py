from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.changing.files import EditedByHandError
from index.changing.kept import finish_pending_changes
from index.ledger.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    NewChange,
    add_change,
    change_of,
    keep_files,
    set_state,
)
from index.ledger.existing import existing_ledger
from index.ledger.ledger import Ledger, ledger_url
from settings.loading import load_settings
from tests.index.ledger.small_crawl import NOW, TOPIC

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from settings.model import Settings


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    (tmp_path / "topics").mkdir()
    variables = {"SPECSEEK_DATA": "data", "SPECSEEK_TOPICS": "topics", "SPECSEEK_RULES": "rules"}
    return load_settings(tmp_path, variables)


@pytest.fixture
def data_ledger(chosen: Settings) -> Iterator[Ledger]:
    with Ledger.open(ledger_url(chosen.data)) as opened:
        yield opened


def keep(ledger: Ledger, before: bytes | None, after: bytes, state: ChangeState) -> int:
    with ledger.transaction() as conn:
        number = add_change(conn, NewChange(TOPIC, "", ChangeKind.ALIAS, "ana", {}), NOW)
        keep_files(conn, number, [FileChange("topics/phones.yaml", before, after)])
        set_state(conn, number, state, NOW)
    return number


def state_of(ledger: Ledger, number: int) -> ChangeState:
    with ledger.reading() as conn:
        change = change_of(conn, number)
    assert change is not None
    return change.state


def test_what_the_ledger_has_is_written_the_oldest_first(
    data_ledger: Ledger, chosen: Settings
) -> None:
    file = chosen.topics / "phones.yaml"
    file.write_bytes(b"1")
    numbers = [
        keep(data_ledger, b"1", b"2", ChangeState.KEPT),
        keep(data_ledger, b"2", b"3", ChangeState.KEPT),
    ]
    assert finish_pending_changes(data_ledger, chosen) == numbers
    assert file.read_bytes() == b"3"
    assert [state_of(data_ledger, number) for number in numbers] == [ChangeState.DONE] * 2
    assert finish_pending_changes(data_ledger, chosen) == []


def test_what_is_only_decided_is_left_alone(data_ledger: Ledger, chosen: Settings) -> None:
    number = keep(data_ledger, None, b"2", ChangeState.DECIDED)
    assert finish_pending_changes(data_ledger, chosen) == []
    assert state_of(data_ledger, number) is ChangeState.DECIDED
    assert not (chosen.topics / "phones.yaml").exists()


def test_opening_writes_no_file(data_ledger: Ledger, chosen: Settings) -> None:
    number = keep(data_ledger, None, b"2", ChangeState.KEPT)
    opened = existing_ledger(chosen)
    assert opened is not None
    with opened:
        assert not (chosen.topics / "phones.yaml").exists()
        assert state_of(data_ledger, number) is ChangeState.KEPT
        assert finish_pending_changes(opened, chosen) == [number]
    assert (chosen.topics / "phones.yaml").read_bytes() == b"2"
    assert state_of(data_ledger, number) is ChangeState.DONE


def test_a_file_edited_meanwhile_stops_everyone_until_it_is_moved(
    data_ledger: Ledger, chosen: Settings
) -> None:
    file = chosen.topics / "phones.yaml"
    file.write_bytes(b"mine")
    number = keep(data_ledger, b"1", b"2", ChangeState.KEPT)
    with pytest.raises(EditedByHandError, match="Move your file aside"):
        finish_pending_changes(data_ledger, chosen)
    assert state_of(data_ledger, number) is ChangeState.KEPT
    file.rename(file.with_suffix(".mine"))
    finish_pending_changes(data_ledger, chosen)
    assert file.read_bytes() == b"2"
