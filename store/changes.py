"""What follows from decisions: each change with its state and the files it touches.

A change is kept in the ledger first, with the bytes of its files before and after; then its files
are written. `finish_pending_changes` writes those of changes whose process died in between. Files
that people edited meanwhile are never overwritten.
"""

from __future__ import annotations

import json
import os
import time
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from core.errors import SpecSeekError
from core.files import lock, replace_file
from store.schema import change_files, changes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from sqlalchemy import Connection

    from core.settings import Settings
    from store.ledger import Ledger


class ChangeKind(StrEnum):
    ATTRIBUTE = "attribute"
    ALIAS = "alias"
    REPAIR = "repair"
    REGION = "region"
    UNWANTED = "unwanted"
    REVERT = "revert"


class ChangeState(StrEnum):
    """What each means stands in docs/ledger.md."""

    PROPOSED = "proposed"
    DECIDED = "decided"
    KEPT = "kept"
    DONE = "done"
    REFUSED = "refused"
    DROPPED = "dropped"


_STANDING = (ChangeState.KEPT, ChangeState.DONE)
_ENDED = (ChangeState.DONE, ChangeState.REFUSED, ChangeState.DROPPED)


class NewChange(NamedTuple):
    """`detail` is whatever its kind needs, as JSON will have it."""

    topic: str
    site: str
    kind: ChangeKind
    who: str
    detail: Mapping[str, object]
    note: str = ""


class FileChange(NamedTuple):
    """A file's bytes before and after; None where there is no file."""

    path: str
    before: bytes | None
    after: bytes | None


class KnownChange(NamedTuple):
    id: int
    topic: str
    site: str
    kind: ChangeKind
    state: ChangeState
    who: str
    detail: Mapping[str, object]
    note: str
    made_at: float
    decided_at: float | None
    done_at: float | None
    pages_done: int
    pages_all: int


_COLUMNS = select(*(changes.c[name] for name in KnownChange._fields))
_ONE = _COLUMNS.where(changes.c.id == bindparam("change"))
_OF_STATES = _COLUMNS.where(changes.c.state.in_(bindparam("states", expanding=True))).order_by(
    changes.c.id
)
_LAST = (
    _COLUMNS.where(changes.c.topic == bindparam("of_topic"))
    .order_by(changes.c.id.desc())
    .limit(bindparam("most"))
)
_ADD = insert(changes).returning(changes.c.id)
_OF_CHANGE = changes.c.id == bindparam("change")
_SET_PROGRESS = (
    update(changes)
    .where(_OF_CHANGE)
    .values(pages_done=bindparam("done"), pages_all=bindparam("all_of_them"))
)
_FILES = (
    select(*(change_files.c[name] for name in FileChange._fields))
    .where(change_files.c.change_id == bindparam("change"))
    .order_by(change_files.c.path)
)
_FORGET_FILES = delete(change_files).where(change_files.c.change_id == bindparam("change"))
_TOUCHING = (
    _COLUMNS.join(change_files, change_files.c.change_id == changes.c.id)
    .where(
        change_files.c.path == bindparam("of_path"),
        changes.c.id > bindparam("after_change"),
        changes.c.state.in_([state.value for state in _STANDING]),
    )
    .order_by(changes.c.id.desc())
)
_REVERTS = _COLUMNS.where(
    changes.c.kind == ChangeKind.REVERT.value,
    changes.c.state.in_([one.value for one in (ChangeState.DECIDED, *_STANDING)]),
)


def add_change(
    conn: Connection, change: NewChange, now: float, state: ChangeState = ChangeState.DECIDED
) -> int:
    """A change that waits for a person (`proposed`), or is decided already."""
    row = {
        **change._asdict(),
        "detail": json.dumps(dict(change.detail), ensure_ascii=False),
        "state": state.value,
        "made_at": now,
        "decided_at": None if state is ChangeState.PROPOSED else now,
        "pages_done": 0,
        "pages_all": 0,
    }
    return int(conn.execute(_ADD, row).scalar_one())


def change_of(conn: Connection, change_id: int) -> KnownChange | None:
    row = conn.execute(_ONE, {"change": change_id}).first()
    return _known_change(row) if row else None


def changes_in_state(
    conn: Connection, states: Collection[ChangeState], topic: str | None = None
) -> list[KnownChange]:
    """Those in one of these states, the oldest first."""
    wanted = _OF_STATES if topic is None else _OF_STATES.where(changes.c.topic == topic)
    rows = conn.execute(wanted, {"states": [state.value for state in states]})
    return [_known_change(row) for row in rows]


def changes_of(conn: Connection, topic: str, limit: int = 100) -> list[KnownChange]:
    """The newest first."""
    rows = conn.execute(_LAST, {"of_topic": topic, "most": limit})
    return [_known_change(row) for row in rows]


def set_change_state(
    conn: Connection, change_id: int, state: ChangeState, now: float, note: str | None = None
) -> None:
    """Where a change stands from now on; a note replaces the one it had."""
    row: dict[str, object] = {"state": state.value}
    if state in _ENDED:
        row["done_at"] = now
    elif state is ChangeState.DECIDED:
        row["decided_at"] = now
    if note is not None:
        row["note"] = note
    conn.execute(update(changes).where(_OF_CHANGE).values(row), {"change": change_id})


def set_change_note(conn: Connection, change_id: int, note: str) -> None:
    conn.execute(update(changes).where(_OF_CHANGE).values(note=note), {"change": change_id})


def set_change_progress(conn: Connection, change_id: int, done: int, of: int) -> None:
    conn.execute(_SET_PROGRESS, {"change": change_id, "done": done, "all_of_them": of})


def save_change_files(conn: Connection, change_id: int, files: Iterable[FileChange]) -> None:
    """What the change does to files, in place of what was kept of it before."""
    conn.execute(_FORGET_FILES, {"change": change_id})
    rows = [{"change_id": change_id, **file._asdict()} for file in files]
    if rows:
        conn.execute(insert(change_files), rows)


def files_of_change(conn: Connection, change_id: int) -> list[FileChange]:
    return [FileChange._make(row) for row in conn.execute(_FILES, {"change": change_id})]


def later_changes_of(conn: Connection, path: str, change_id: int) -> list[KnownChange]:
    """Changes after this one that touched a file, the newest first."""
    rows = conn.execute(_TOUCHING, {"of_path": path, "after_change": change_id})
    return [_known_change(row) for row in rows]


def reverts_by_change(conn: Connection) -> dict[object, KnownChange]:
    """Id of a change → the one that puts it back, or is about to."""
    found = (_known_change(row) for row in conn.execute(_REVERTS))
    return {one.detail.get("reverts"): one for one in found}


def _known_change(row: Iterable[object]) -> KnownChange:
    known = KnownChange._make(row)
    return known._replace(
        kind=ChangeKind(known.kind),
        state=ChangeState(known.state),
        detail=json.loads(str(known.detail)),
    )


# Finishing changes that are in the ledger but not yet in the files.


def finish_pending_changes(ledger: Ledger, settings: Settings) -> list[int]:
    """Write the files of every change that is kept; the ids of those that are done now.

    Whoever works with topic and rule files calls it first: a process may have died after the ledger
    had the change and before its files were written.
    """
    with ledger.reading() as conn:
        if not changes_in_state(conn, [ChangeState.KEPT]):
            return []
    with lock(settings.data / "changes" / "files.lock"):
        with ledger.reading() as conn:
            waiting = [
                (change.id, files_of_change(conn, change.id))
                for change in changes_in_state(conn, [ChangeState.KEPT])
            ]
        for number, files in waiting:
            for file in files:
                write_change_file(settings, file)
            with ledger.transaction() as conn:
                set_change_state(conn, number, ChangeState.DONE, time.time())
    return [number for number, _ in waiting]


# The files of changes: topics and rules, all their bytes or none.


TOPIC_FILES = "topics"
RULE_FILES = "rules"


class EditedByHandError(SpecSeekError):
    """A file is not what it was when the change was prepared; nothing is overwritten."""


class UnwritableError(SpecSeekError):
    """A file that a change must write, and may not."""


def path_of_change_file(settings: Settings, path: str) -> Path:
    """Where a file of a change lies: below the folder of topics, or that of rules."""
    first, *rest = PurePosixPath(path).parts or ("",)
    folder = {TOPIC_FILES: settings.topics, RULE_FILES: settings.rules}.get(first)
    if folder is None or not rest or ".." in rest:
        raise ValueError(f"{path!r} is no file of a topic's rules")
    return folder.joinpath(*rest)


def bytes_or_none(path: Path) -> bytes | None:
    """None where there is no file."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def require_untouched(settings: Settings, files: Iterable[FileChange]) -> None:
    """Before the ledger tells of a change: is every file what the change was made for?"""
    for file in files:
        path = path_of_change_file(settings, file.path)
        if bytes_or_none(path) != file.before:
            raise EditedByHandError(
                f"{path} was edited while the change was prepared; nothing was changed. "
                "Run it again: specseek review apply"
            )


def require_writable(settings: Settings, files: Iterable[FileChange]) -> None:
    """What cannot be written is told before anything is changed."""
    for file in files:
        path = path_of_change_file(settings, file.path).resolve()
        folder = next(one for one in path.parents if one.exists())
        if not os.access(folder, os.W_OK):
            raise _unwritable(path, f"{folder} allows no writing")


def write_change_file(settings: Settings, file: FileChange) -> None:
    """The file becomes what the change says; one that people edited meanwhile is left alone."""
    path = path_of_change_file(settings, file.path)
    now = bytes_or_none(path)
    if now == file.after:
        return
    if now not in {file.before, None}:
        raise EditedByHandError(
            f"{path} was edited before a change that is in the ledger already could be written to "
            "it; nothing is overwritten. Move your file aside, run `specseek review apply`, then "
            "make your edits in the new file"
        )
    try:
        _write_or_remove(path, file.after)
    except OSError as error:
        raise _unwritable(path, str(error.strerror or error)) from error


def _write_or_remove(path: Path, body: bytes | None) -> None:
    if body is None:
        path.unlink(missing_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, body)


def _unwritable(path: Path, reason: str) -> UnwritableError:
    return UnwritableError(
        f"{path} cannot be written: {reason}. Allow writing to it, or set `topics` and `rules` in "
        "specseek.toml to folders of your own, with copies of the files that are there"
    )
