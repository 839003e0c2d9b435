"""Files of topics and rules as changes see them: all their bytes, or none."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from review.problems import EditedByHandError, RefusedError
from rules.atomic import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from index.ledger.changes import FileChange
    from review.workshop import Workshop


def bytes_of(path: Path) -> bytes | None:
    """None where there is no file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def require_untouched(workshop: Workshop, files: Iterable[FileChange]) -> None:
    """Before the ledger tells of a change: is every file what the change was made for?"""
    for file in files:
        if bytes_of(workshop.file(file.path)) != file.before:
            raise EditedByHandError(
                f"{workshop.file(file.path)} was edited while the change was prepared; nothing was "
                "changed. Run it again: specseek review apply"
            )


def require_writable(workshop: Workshop, files: Iterable[FileChange]) -> None:
    """What cannot be written is refused before anything is changed."""
    for file in files:
        path = workshop.file(file.path).resolve()
        there = next(folder for folder in path.parents if folder.exists())
        if not os.access(there, os.W_OK):
            raise RefusedError(
                f"{path} cannot be written: {there} allows no writing. Set `topics` and `rules` in "
                "specseek.toml to folders of your own, with copies of the files that are there"
            )


def put(workshop: Workshop, file: FileChange) -> None:
    """The file becomes what the change says; one that people edited meanwhile is left alone."""
    path = workshop.file(file.path)
    now = bytes_of(path)
    if now == file.after:
        return
    if now not in (file.before, None):
        raise EditedByHandError(
            f"{path} was edited before a change that is in the ledger already could be written to "
            "it; nothing is overwritten. Move your file aside, run `specseek review apply`, then "
            "make your edits in the new file"
        )
    if file.after is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, file.after)
