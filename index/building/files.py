"""The files of a generation, and whether they are unchanged."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MANIFEST = "manifest.json"  # vouches for the others
_MOST_DIFFERENCES = 5


class FileDigest(NamedTuple):
    size: int
    digest: str


def file_digests(folder: Path) -> dict[str, FileDigest]:
    """Of every file below, by its name from here."""
    return {name: _mark(folder / name) for name in sorted(_names(folder))}


def differences(folder: Path, marks: Mapping[str, FileDigest]) -> list[str]:
    """In words; none where all files are as they were and no other is there.

    A file nobody knows may be opened by an engine all the same. An empty one does no harm:
    engines leave some behind for locks.
    """
    found = []
    names = frozenset(_names(folder))
    found += [f"{name} is missing" for name in marks.keys() - names]
    found += [
        f"{name} is no part of it"
        for name in names - marks.keys()
        if (folder / name).is_symlink() or (folder / name).stat().st_size
    ]
    found += [
        f"{name} was changed"
        for name in marks.keys() & names
        if _is_other(folder / name, marks[name])
    ]
    return sorted(found)[:_MOST_DIFFERENCES]


def file_stats(folder: Path) -> dict[str, tuple[int, ...]]:
    """What tells at a glance whether a file may have been written to."""
    return {name: _look((folder / name).lstat()) for name in sorted(_names(folder))}


def sync_files(folder: Path) -> None:
    """See to it that all that was written is on the disk, and stays there in a power cut."""
    for place, _, names in os.walk(folder):
        for name in names:
            _sync(os.path.join(place, name), os.O_RDONLY)  # noqa: PTH118 - os.walk's strings
        _sync(place, os.O_RDONLY | os.O_DIRECTORY)


def _sync(path: str, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if name != MANIFEST and (path.is_symlink() or not path.is_dir()):
            yield name


def _mark(path: Path) -> FileDigest:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=32))
    return FileDigest(path.stat().st_size, digest.hexdigest())


def _is_other(path: Path, mark: FileDigest) -> bool:
    is_plain = path.is_file() and not path.is_symlink()
    return not is_plain or path.stat().st_size != mark.size or _mark(path) != mark


def _look(stat: os.stat_result) -> tuple[int, ...]:
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino, stat.st_mode
