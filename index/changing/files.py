"""The files of changes: topics and rules, all their bytes or none."""

from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from rules.atomic import replace_file
from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from index.ledger.changes import FileChange
    from settings.model import Settings

TOPIC_FILES = "topics"
RULE_FILES = "rules"


class EditedByHandError(SpecSeekError):
    """A file is not what it was when the change was prepared; nothing is overwritten."""


class UnwritableError(SpecSeekError):
    """A file that a change must write, and may not."""


def file_at(settings: Settings, path: str) -> Path:
    """Where a file of a change lies: below the folder of topics, or that of rules."""
    first, *rest = PurePosixPath(path).parts or ("",)
    folder = {TOPIC_FILES: settings.topics, RULE_FILES: settings.rules}.get(first)
    if folder is None or not rest or ".." in rest:
        raise ValueError(f"{path!r} is no file of a topic's rules")
    return folder.joinpath(*rest)


def bytes_of(path: Path) -> bytes | None:
    """None where there is no file."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def require_untouched(settings: Settings, files: Iterable[FileChange]) -> None:
    """Before the ledger tells of a change: is every file what the change was made for?"""
    for file in files:
        path = file_at(settings, file.path)
        if bytes_of(path) != file.before:
            raise EditedByHandError(
                f"{path} was edited while the change was prepared; nothing was changed. "
                "Run it again: specseek review apply"
            )


def require_writable(settings: Settings, files: Iterable[FileChange]) -> None:
    """What cannot be written is told before anything is changed."""
    for file in files:
        path = file_at(settings, file.path).resolve()
        folder = next(one for one in path.parents if one.exists())
        if not os.access(folder, os.W_OK):
            raise _unwritable(path, f"{folder} allows no writing")


def put(settings: Settings, file: FileChange) -> None:
    """The file becomes what the change says; one that people edited meanwhile is left alone."""
    path = file_at(settings, file.path)
    now = bytes_of(path)
    if now == file.after:
        return
    if now not in {file.before, None}:
        raise EditedByHandError(
            f"{path} was edited before a change that is in the ledger already could be written to "
            "it; nothing is overwritten. Move your file aside, run `specseek review apply`, then "
            "make your edits in the new file"
        )
    try:
        _write(path, file.after)
    except OSError as error:
        raise _unwritable(path, str(error.strerror or error)) from error


def _write(path: Path, body: bytes | None) -> None:
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
