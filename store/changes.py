"""Changes that follow from decisions: their state, and the files they edit.

A change is stored in the ledger first, with the content of its files before and after; then its
files are written. `finish_pending_changes` does that for changes whose process died in between.
Files that somebody edited meanwhile are never overwritten.
"""

from __future__ import annotations

import json
import os
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from core.errors import SpecSeekError
from core.files import lock, replace_file
from store.database import steady_time
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
    READ = "read"
    SEED = "seed"
    REVERT = "revert"


class ChangeState(StrEnum):
    """Explained in docs/ledger.md."""

    PROPOSED = "proposed"
    DECIDED = "decided"
    KEPT = "kept"
    DONE = "done"
    REFUSED = "refused"
    DROPPED = "dropped"


_STANDING = (ChangeState.KEPT, ChangeState.DONE)
_ENDED = (ChangeState.DONE, ChangeState.REFUSED, ChangeState.DROPPED)


class NewChange(NamedTuple):
    """`detail` is JSON data that depends on the kind."""

    topic: str
    site: str
    kind: ChangeKind
    who: str
    detail: Mapping[str, object]
    note: str = ""


class FileChange(NamedTuple):
    """A file's content before and after; None means no file."""

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
    """Store a change, either decided or waiting for somebody to decide (`PROPOSED`)."""
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
    """The changes in one of these states, oldest first."""
    wanted = _OF_STATES if topic is None else _OF_STATES.where(changes.c.topic == topic)
    rows = conn.execute(wanted, {"states": [state.value for state in states]})
    return [_known_change(row) for row in rows]


def changes_of(conn: Connection, topic: str, limit: int = 100) -> list[KnownChange]:
    """Newest first."""
    rows = conn.execute(_LAST, {"of_topic": topic, "most": limit})
    return [_known_change(row) for row in rows]


def set_change_state(
    conn: Connection, change_id: int, state: ChangeState, now: float, note: str | None = None
) -> None:
    """Set the state; a note replaces the previous one."""
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
    """Store the file edits of a change, replacing those stored before."""
    conn.execute(_FORGET_FILES, {"change": change_id})
    rows = [{"change_id": change_id, **file._asdict()} for file in files]
    if rows:
        conn.execute(insert(change_files), rows)


def files_of_change(conn: Connection, change_id: int) -> list[FileChange]:
    return [FileChange._make(row) for row in conn.execute(_FILES, {"change": change_id})]


def later_changes_of(conn: Connection, path: str, change_id: int) -> list[KnownChange]:
    """Later changes to the same file, newest first."""
    rows = conn.execute(_TOUCHING, {"of_path": path, "after_change": change_id})
    return [_known_change(row) for row in rows]


def reverts_by_change(conn: Connection) -> dict[object, KnownChange]:
    """Id of a change → the change that reverts it, or is about to."""
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
    """Write the files of every change in state KEPT; return the ids of these changes.

    Call it before working with topic and rule files: a process may have died after it stored a
    change in the ledger and before it wrote the files.
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
                set_change_state(conn, number, ChangeState.DONE, steady_time())
    return [number for number, _ in waiting]


# The files of changes, topics and rules: written completely or not at all.


TOPIC_FILES = "topics"
RULE_FILES = "rules"


class EditedByHandError(SpecSeekError):
    """A file was edited after the change was prepared; nothing is overwritten."""


class UnwritableError(SpecSeekError):
    """A file that a change has to write is not writable."""


def path_of_change_file(settings: Settings, path: str) -> Path:
    """The path of a change's file, in the folder of topics or of rules."""
    first, *rest = PurePosixPath(path).parts or ("",)
    folder = {TOPIC_FILES: settings.topics, RULE_FILES: settings.rules}.get(first)
    if folder is None or not rest or ".." in rest:
        raise ValueError(f"{path!r} is not a topic or rule file")
    return folder.joinpath(*rest)


def bytes_or_none(path: Path) -> bytes | None:
    """The file's content, or None if there is no file."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def require_untouched(settings: Settings, files: Iterable[FileChange]) -> None:
    """Raise unless every file still is as it was when the change was prepared."""
    for file in files:
        path = path_of_change_file(settings, file.path)
        if bytes_or_none(path) != file.before:
            raise EditedByHandError(
                f"{path} was edited while the change was prepared; nothing was changed. "
                "Run it again: specseek review apply"
            )


def require_writable(settings: Settings, files: Iterable[FileChange]) -> None:
    """Raise if a file cannot be written, before anything is changed."""
    for file in files:
        path = path_of_change_file(settings, file.path).resolve()
        folder = next(one for one in path.parents if one.exists())
        if not os.access(folder, os.W_OK):
            raise _unwritable(path, f"{folder} is not writable")


def write_change_file(settings: Settings, file: FileChange) -> None:
    """Write a change's file, unless somebody edited it meanwhile."""
    path = path_of_change_file(settings, file.path)
    now = bytes_or_none(path)
    if now == file.after:
        return
    if now not in {file.before, None}:
        raise EditedByHandError(
            f"{path} was edited before a change that the ledger already has was written to it; "
            "nothing is overwritten. Move your file away, run `specseek review apply`, then "
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
        f"{path} cannot be written: {reason}. Make it writable, or set `topics` and `rules` in "
        "specseek.toml to folders of your own, with copies of these files"
    )
