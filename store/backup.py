"""Back-ups: one moment of the ledger, with all files that belong to it, in a folder.

A crawl may go on meanwhile. The ledger is copied first, then the files: archives only grow, so that
what the copy of the ledger names is there. Of each archive file just that part is taken. The
manifest, with the digest of every file, is written last: without it, a folder is no back-up.

Run again into the same folder, only what is new or has changed is copied.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import SpecSeekError
from core.files import LockedError, lock, replace_file
from store.archive_state import MARK_FILE
from store.database import LedgerError
from store.ledger import Ledger, ledger_url
from store.move import copy_ledger
from store.seal import LEDGER_FILE
from store.spool import ARCHIVE_SUFFIX
from store.visits import committed_ends

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    Tell = Callable[[str], None]

MANIFEST_FILE = "manifest.json"
_DATA = "data"
_ARCHIVE = "archive"
_LOCK = "backup.lock"
_CHUNK = 1 << 20
_ALMOST_NOTHING = 1_000_000  # bytes that are free on a full disk
# Not copied: indexes can be rebuilt, locks belong to processes, the ledger is copied separately.
_LEFT_OUT = ("index",)
_PASSING = (".lock", ".tmp", ".partial")


class BackupError(SpecSeekError):
    """The folder is no back-up, is damaged, or has no room; the message says what to do."""


class BackedUpFile(NamedTuple):
    size: int
    sha256: str


def make_backup(
    ledger: Ledger, data: Path, others: Mapping[str, Path], folder: Path, tell: Tell
) -> dict[str, BackedUpFile]:
    """Back up a ledger, its data folder, and other folders by name (`topics`, `rules`).

    `tell` is called with the name of each file. The manifest of an earlier back-up in the folder
    is removed first: until this one is complete there is none.
    """
    try:
        with lock(folder / _LOCK, wait=False):
            return _made(ledger, data, others, folder, tell)
    except LockedError as error:
        raise BackupError(
            f"another back-up is being made in {folder} (process {error.holder}); "
            "wait for it, or name another folder"
        ) from error


def _made(
    ledger: Ledger, data: Path, others: Mapping[str, Path], folder: Path, tell: Tell
) -> dict[str, BackedUpFile]:
    known = _manifest(folder) if (folder / MANIFEST_FILE).exists() else {}
    (folder / _DATA).mkdir(parents=True, exist_ok=True)
    aside, ends = _copied_ledger(ledger, folder / _DATA)
    # Only now, when the ledger was read without errors, is an earlier back-up given up.
    (folder / MANIFEST_FILE).unlink(missing_ok=True)
    (aside / LEDGER_FILE).replace(folder / _DATA / LEDGER_FILE)
    shutil.rmtree(aside)
    saved = {f"{_DATA}/{LEDGER_FILE}": _digest(folder / _DATA / LEDGER_FILE)}
    for name, path in _files(data, others):
        length = _length(name, ends)
        if length == 0:
            continue  # nothing in it belongs to this moment
        tell(name)
        saved[name] = _save(path, folder / name, known.get(name), length)
    for name in known.keys() - saved.keys():
        (folder / name).unlink(missing_ok=True)
    for left in folder.rglob(".*.partial"):  # of a back-up that was killed
        left.unlink()
    body = json.dumps({"files": saved}, ensure_ascii=False, indent=1)
    replace_file(folder / MANIFEST_FILE, body.encode())
    return saved


def _length(name: str, ends: Mapping[str, int]) -> int | None:
    """How much of a file to copy; None for all of it.

    The archive's mark is left out: it may be newer than the copy of the ledger.
    """
    room, _, file = name.rpartition("/")
    if room != f"{_DATA}/{_ARCHIVE}":
        return None
    if file == MARK_FILE:
        return 0
    return ends.get(file, 0) if file.endswith(ARCHIVE_SUFFIX) else None


def _copied_ledger(ledger: Ledger, folder: Path) -> tuple[Path, dict[str, int]]:
    """Copy the ledger into a folder aside; that folder, and the committed ends of archive files.

    Reading every row and comparing it with the copy also finds most damage.
    """
    ledger.refuse_damage()
    aside = folder / ".new"
    shutil.rmtree(aside, ignore_errors=True)
    try:
        with Ledger.open(ledger_url(aside)) as copy:
            copy_ledger(ledger, copy, lambda _: None)
            with copy.reading() as conn:
                ends = committed_ends(conn)
    except LedgerError as error:
        # On a full disk SQLite may also say that the file it is writing is damaged.
        is_full = shutil.disk_usage(folder).free < _ALMOST_NOTHING
        shutil.rmtree(aside, ignore_errors=True)
        if not is_full:
            raise
        raise BackupError(
            f"There is no space left in {folder} for a copy of the ledger. What to do: free some "
            "space, and run the same command again"
        ) from error
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    # Closed by its last connection, it is one file: SQLite has put its log into it.
    return aside, ends


def _files(data: Path, others: Mapping[str, Path]) -> Iterator[tuple[str, Path]]:
    """Name in the back-up, and path, of all files to copy."""
    for room, root in {_DATA: data, **others}.items():
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root)
            passing = path.suffix in _PASSING or path.name.startswith(LEDGER_FILE)
            if room == _DATA and (inside.parts[0] in _LEFT_OUT or passing):
                continue
            if path.is_file() and not path.is_symlink():
                yield f"{room}/{inside.as_posix()}", path


def _save(path: Path, copy: Path, known: BackedUpFile | None, length: int | None) -> BackedUpFile:
    """Copy a file, or its beginning, unless the copy is the same already."""
    wanted = _digest(path, length)
    if known != wanted or not copy.is_file() or _digest(copy) != wanted:
        _copy(path, copy, length)
        if _digest(copy) != wanted:
            raise BackupError(f"{path} was changed while it was copied: make the back-up again")
    return wanted


def _copy(path: Path, copy: Path, length: int | None = None) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    aside = copy.with_name(f".{copy.name}.partial")
    with path.open("rb") as source, aside.open("wb") as target:
        for chunk in _chunks(source, length):
            target.write(chunk)
        target.flush()
        os.fsync(target.fileno())
    aside.chmod(path.stat().st_mode)
    aside.replace(copy)


def _chunks(source: Any, length: int | None) -> Iterator[bytes]:  # noqa: ANN401 - a binary file
    left = length
    while chunk := source.read(_CHUNK if left is None else min(_CHUNK, left)):
        yield chunk
        left = None if left is None else left - len(chunk)


def _digest(path: Path, length: int | None = None) -> BackedUpFile:
    total, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        for chunk in _chunks(file, length):
            total.update(chunk)
            size += len(chunk)
    return BackedUpFile(size, total.hexdigest())


# Checking and restoring.


def _manifest(folder: Path) -> dict[str, BackedUpFile]:
    try:
        told = json.loads((folder / MANIFEST_FILE).read_bytes())["files"]
        return {name: BackedUpFile(*file) for name, file in told.items()}
    except FileNotFoundError:
        raise BackupError(
            f"{folder} is no complete back-up: it has no {MANIFEST_FILE}. "
            "What to do: name another folder, or run `specseek backup` again."
        ) from None
    except (ValueError, TypeError, KeyError) as error:
        raise BackupError(f"{folder / MANIFEST_FILE} is damaged: {error}") from error


def checked_backup(folder: Path) -> dict[str, BackedUpFile]:
    """The files of a back-up, every one of which is as it was saved."""
    saved = _manifest(folder)
    wrong = [name for name, file in saved.items() if not _is_as_saved(folder / name, file)]
    if wrong:
        shown = ", ".join(wrong[:5]) + (f" and {len(wrong) - 5} more" if len(wrong) > 5 else "")
        raise BackupError(
            f"{folder} is damaged: {shown}. Nothing was restored. What to do: use another back-up."
        )
    return saved


def _is_as_saved(path: Path, saved: BackedUpFile) -> bool:
    return path.is_file() and path.stat().st_size == saved.size and _digest(path) == saved


def restore_backup(folder: Path, data: Path, others: Mapping[str, Path], tell: Tell) -> int:
    """Restore into folders that are empty or absent; the number of files.

    The ledger comes last: without it, nobody takes a half-restored folder for a whole one.
    """
    saved = checked_backup(folder)
    targets = {_DATA: data, **others}
    rooms = {name.partition("/")[0] for name in saved}
    for room in sorted(rooms):
        if room not in targets:
            raise BackupError(f"the back-up has {room}: set `{room}` to a folder of your own")
        if targets[room].exists() and any(targets[room].iterdir()):
            raise BackupError(
                f"{targets[room]} is not empty: nothing was restored. "
                f"What to do: move it away, or set `{room}` to another folder."
            )
    for name in sorted(saved, key=lambda one: one == f"{_DATA}/{LEDGER_FILE}"):
        tell(name)
        room, _, inside = name.partition("/")
        _copy(folder / name, targets[room] / inside)
    return len(saved)
