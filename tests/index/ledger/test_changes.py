from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    NewChange,
    add_change,
    change_of,
    changes_in,
    changes_of,
    files_of,
    keep_files,
    later_changes_of,
    reverts,
    set_progress,
    set_state,
)
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC

if TYPE_CHECKING:
    from sqlalchemy import Connection

NFC = NewChange(TOPIC, SITE, ChangeKind.ATTRIBUTE, "ana", {"names": ["NFC功能"]})
FILE = FileChange("topics/phones.yaml", b"before", b"after")


def test_a_change_goes_its_way_from_state_to_state(conn: Connection) -> None:
    number = add_change(conn, NFC, NOW, ChangeState.PROPOSED)
    proposed = change_of(conn, number)
    assert proposed is not None
    assert (proposed.kind, proposed.state) == (ChangeKind.ATTRIBUTE, ChangeState.PROPOSED)
    assert (proposed.detail, proposed.decided_at) == ({"names": ["NFC功能"]}, None)
    set_state(conn, number, ChangeState.DECIDED, NOW + 1)
    set_progress(conn, number, 3, of=10)
    set_state(conn, number, ChangeState.REFUSED, NOW + 2, "for a reason")
    refused = change_of(conn, number)
    assert refused is not None
    assert (refused.decided_at, refused.done_at, refused.note) == (NOW + 1, NOW + 2, "for a reason")
    assert (refused.pages_done, refused.pages_all) == (3, 10)
    assert change_of(conn, number + 1) is None


def test_changes_are_found_by_state_and_by_topic(conn: Connection) -> None:
    first, second = add_change(conn, NFC, NOW), add_change(conn, NFC, NOW)
    other = add_change(conn, NFC._replace(topic="watches"), NOW)
    set_state(conn, second, ChangeState.KEPT, NOW)
    decided = [change.id for change in changes_in(conn, [ChangeState.DECIDED])]
    assert decided == [first, other]
    both = changes_in(conn, [ChangeState.DECIDED, ChangeState.KEPT], TOPIC)
    assert [change.id for change in both] == [first, second]
    assert [change.id for change in changes_of(conn, TOPIC)] == [second, first]


def test_files_are_kept_byte_by_byte(conn: Connection) -> None:
    number = add_change(conn, NFC, NOW)
    keep_files(conn, number, [FILE])
    files = [FileChange("rules/phones/a.example.yaml", None, bytes(range(256))), FILE]
    keep_files(conn, number, files)
    assert files_of(conn, number) == files


def test_later_changes_of_a_file_are_told_the_newest_first(conn: Connection) -> None:
    numbers = [add_change(conn, NFC, NOW) for _ in range(4)]
    for number in numbers:
        keep_files(conn, number, [FILE])
    for number in numbers[:3]:
        set_state(conn, number, ChangeState.DONE, NOW)
    later = later_changes_of(conn, FILE.path, numbers[0])
    assert [change.id for change in later] == [numbers[2], numbers[1]]
    assert later_changes_of(conn, "topics/other.yaml", numbers[0]) == []


def test_a_change_knows_what_reverted_it(conn: Connection) -> None:
    number = add_change(conn, NFC, NOW)
    revert = NFC._replace(kind=ChangeKind.REVERT, detail={"reverts": number})
    refused = add_change(conn, revert, NOW)
    set_state(conn, refused, ChangeState.REFUSED, NOW)
    assert reverts(conn) == {}
    again = add_change(conn, revert, NOW)
    assert reverts(conn) == {number: change_of(conn, again)}
