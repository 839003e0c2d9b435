from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from store.changes import (
    ChangeKind,
    ChangeState,
    EditedByHandError,
    FileChange,
    NewChange,
    UnwritableError,
    add_change,
    bytes_or_none,
    change_of,
    changes_in_state,
    changes_of,
    files_of_change,
    finish_pending_changes,
    later_changes_of,
    path_of_change_file,
    require_untouched,
    require_writable,
    reverts_by_change,
    save_change_files,
    set_change_progress,
    set_change_state,
    write_change_file,
)
from store.ledger import Ledger, existing_ledger, ledger_url
from tests.store.small_crawl import NOW, SITE, TOPIC

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from core.settings import Settings


NFC = NewChange(TOPIC, SITE, ChangeKind.ATTRIBUTE, "ana", {"names": ["NFC功能"]})
FILE = FileChange("topics/phones.yaml", b"before", b"after")


def test_a_change_goes_its_way_from_state_to_state(conn: Connection) -> None:
    number = add_change(conn, NFC, NOW, ChangeState.PROPOSED)
    proposed = change_of(conn, number)
    assert proposed is not None
    assert (proposed.kind, proposed.state) == (ChangeKind.ATTRIBUTE, ChangeState.PROPOSED)
    assert (proposed.detail, proposed.decided_at) == ({"names": ["NFC功能"]}, None)
    set_change_state(conn, number, ChangeState.DECIDED, NOW + 1)
    set_change_progress(conn, number, 3, of=10)
    set_change_state(conn, number, ChangeState.REFUSED, NOW + 2, "for a reason")
    refused = change_of(conn, number)
    assert refused is not None
    assert (refused.decided_at, refused.done_at, refused.note) == (NOW + 1, NOW + 2, "for a reason")
    assert (refused.pages_done, refused.pages_all) == (3, 10)
    assert change_of(conn, number + 1) is None


def test_changes_are_found_by_state_and_by_topic(conn: Connection) -> None:
    first, second = add_change(conn, NFC, NOW), add_change(conn, NFC, NOW)
    other = add_change(conn, NFC._replace(topic="watches"), NOW)
    set_change_state(conn, second, ChangeState.KEPT, NOW)
    decided = [change.id for change in changes_in_state(conn, [ChangeState.DECIDED])]
    assert decided == [first, other]
    both = changes_in_state(conn, [ChangeState.DECIDED, ChangeState.KEPT], TOPIC)
    assert [change.id for change in both] == [first, second]
    assert [change.id for change in changes_of(conn, TOPIC)] == [second, first]


def test_files_are_kept_byte_by_byte(conn: Connection) -> None:
    number = add_change(conn, NFC, NOW)
    save_change_files(conn, number, [FILE])
    files = [FileChange("rules/phones/a.example.yaml", None, bytes(range(256))), FILE]
    save_change_files(conn, number, files)
    assert files_of_change(conn, number) == files


def test_later_changes_of_a_file_are_told_the_newest_first(conn: Connection) -> None:
    numbers = [add_change(conn, NFC, NOW) for _ in range(4)]
    for number in numbers:
        save_change_files(conn, number, [FILE])
    for number in numbers[:3]:
        set_change_state(conn, number, ChangeState.DONE, NOW)
    later = later_changes_of(conn, FILE.path, numbers[0])
    assert [change.id for change in later] == [numbers[2], numbers[1]]
    assert later_changes_of(conn, "topics/other.yaml", numbers[0]) == []


def test_a_change_knows_what_reverted_it(conn: Connection) -> None:
    number = add_change(conn, NFC, NOW)
    revert = NFC._replace(kind=ChangeKind.REVERT, detail={"reverts": number})
    refused = add_change(conn, revert, NOW)
    set_change_state(conn, refused, ChangeState.REFUSED, NOW)
    assert reverts_by_change(conn) == {}
    again = add_change(conn, revert, NOW)
    assert reverts_by_change(conn) == {number: change_of(conn, again)}


TOPIC_FILE = FileChange("topics/phones.yaml", b"old", b"new")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    for name in ("topics", "rules"):
        (tmp_path / name).mkdir()
    folders = {"SPECSEEK_TOPICS": tmp_path / "topics", "SPECSEEK_RULES": tmp_path / "rules"}
    return load_settings(tmp_path, {name: str(folder) for name, folder in folders.items()})


def test_paths_are_below_the_folders_that_the_settings_name(settings: Settings) -> None:
    assert path_of_change_file(settings, "topics/phones.yaml") == settings.topics / "phones.yaml"
    sample = "phones/samples/a.example/1.html"
    assert path_of_change_file(settings, f"rules/{sample}") == settings.rules / sample


@pytest.mark.parametrize("path", ["", "topics", "data/x", "topics/../x", "/etc/passwd"])
def test_nothing_else_is_a_file_of_a_change(settings: Settings, path: str) -> None:
    with pytest.raises(ValueError, match="is not a topic or rule file"):
        path_of_change_file(settings, path)


def test_a_file_is_made_replaced_and_removed(settings: Settings) -> None:
    path = "rules/phones/samples/a.example/1.html"
    write_change_file(settings, FileChange(path, None, b"page"))
    assert bytes_or_none(path_of_change_file(settings, path)) == b"page"
    write_change_file(settings, FileChange(path, b"page", b"other"))
    write_change_file(settings, FileChange(path, b"page", b"other"))
    assert bytes_or_none(path_of_change_file(settings, path)) == b"other"
    write_change_file(settings, FileChange(path, b"other", None))
    write_change_file(settings, FileChange(path, b"other", None))
    assert bytes_or_none(path_of_change_file(settings, path)) is None


def test_what_people_wrote_meanwhile_stays(settings: Settings) -> None:
    file = path_of_change_file(settings, TOPIC_FILE.path)
    file.write_bytes(b"mine")
    with pytest.raises(EditedByHandError, match="Move your file away"):
        write_change_file(settings, TOPIC_FILE)
    with pytest.raises(EditedByHandError, match="nothing was changed"):
        require_untouched(settings, [TOPIC_FILE])
    assert file.read_bytes() == b"mine"
    file.unlink()
    write_change_file(settings, TOPIC_FILE)
    assert file.read_bytes() == b"new"


def test_a_file_as_it_was_is_untouched(settings: Settings) -> None:
    path_of_change_file(settings, TOPIC_FILE.path).write_bytes(b"old")
    require_untouched(settings, [TOPIC_FILE, FileChange("rules/phones/a.yaml", None, b"x")])
    require_writable(settings, [TOPIC_FILE, FileChange("rules/phones/a.yaml", None, b"x")])


def test_a_folder_in_the_way_is_told(settings: Settings) -> None:
    (settings.rules / "phones").write_bytes(b"")
    with pytest.raises(UnwritableError, match="cannot be written"):
        write_change_file(settings, FileChange("rules/phones/a.yaml", None, b"x"))


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
        save_change_files(conn, number, [FileChange("topics/phones.yaml", before, after)])
        set_change_state(conn, number, state, NOW)
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
    with pytest.raises(EditedByHandError, match="Move your file away"):
        finish_pending_changes(data_ledger, chosen)
    assert state_of(data_ledger, number) is ChangeState.KEPT
    file.rename(file.with_suffix(".mine"))
    finish_pending_changes(data_ledger, chosen)
    assert file.read_bytes() == b"2"
