"""Do ledger and archive belong together? Asked before a crawl writes to either.

A file in the archive's folder, and the ledger, both have the archive's id and a revision, a number
that grows when a crawl begins and ends; the ledger is always first. So a folder of another ledger
is recognised, and a ledger that is older than its archive.

What a crash leaves is settled here: a torn record, or a few records that were never committed, are
moved into a file of their own beside (`….uncommitted`). Everything else that does not fit stops the
crawl (`ArchiveMismatchError`) before anything is changed; `store.archive_repair` mends it.
"""

from __future__ import annotations

import filecmp
import json
import os
import secrets
import shutil
from itertools import count, islice
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from core.errors import SpecSeekError
from core.files import replace_file, sync_folder
from store.archive import ArchiveError, each_record
from store.database import upsert_into
from store.runs import runs_of
from store.schema import meta
from store.spool import SpooledArchive, local_sizes, spool_of
from store.visits import (
    captures_beyond,
    committed_ends,
    drop_captures,
    ends_of_files,
    is_of_interrupted_run,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from sqlalchemy import Connection
    from warcio.recordloader import ArcWarcRecord

    from store.ledger import Ledger

MARK_FILE = "archive.json"
SET_ASIDE = ".uncommitted"
# A killed crawl leaves one or two; a power cut those of the last seconds.
_MOST_LEFT_OVER = 100
_MOST_TOLD = 10
_META_NAME = "archive "  # then the id: several machines, each with an archive, may share a ledger


class ArchiveMismatchError(SpecSeekError):
    """Ledger and archive do not belong together, or pages are missing; nothing was changed."""

    def __init__(self, found: Collection[str]) -> None:
        told = [*found][:_MOST_TOLD]
        if len(found) > _MOST_TOLD:
            told.append(f"and {len(found) - _MOST_TOLD} more")
        lines = "\n".join(f"- {one}" for one in told)
        super().__init__(
            f"ledger and archive do not fit together; nothing was changed:\n{lines}\n"
            "What to do: if a disk is not mounted, a folder was moved, or a file is elsewhere, put "
            "it back. Else mend it: specseek archive repair (specseek archive verify tells more "
            "and changes nothing)"
        )


# The mark: an id and a revision in both places.


class ArchiveMark(NamedTuple):
    id: str
    revision: int


def stored_mark(archive: Path | SpooledArchive) -> ArchiveMark | None:
    """What the archive's folder says; None if it says nothing, as before the first crawl."""
    file = spool_of(archive) / MARK_FILE
    try:
        told = json.loads(file.read_bytes())
        return ArchiveMark(str(told["id"]), int(told["revision"]))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError) as error:
        raise SpecSeekError(
            f"{file} cannot be read ({error}). What to do: move it away, then check the archive: "
            "specseek archive verify"
        ) from error


def known_revision(conn: Connection, archive_id: str) -> int | None:
    """What the ledger says; None if the archive is not one of its own."""
    value = conn.scalar(select(meta.c.value).where(meta.c.name == _META_NAME + archive_id))
    return None if value is None else int(value)


def next_mark(conn: Connection, archive: Path | SpooledArchive) -> ArchiveMark:
    """Raise the revision in the ledger; `write_mark` follows when that is committed."""
    found = stored_mark(archive)
    archive_id = found.id if found else secrets.token_hex(8)
    before = max(found.revision if found else 0, known_revision(conn, archive_id) or 0)
    _put(conn, _META_NAME + archive_id, str(before + 1))
    return ArchiveMark(archive_id, before + 1)


def write_mark(ledger: Ledger, archive: Path | SpooledArchive, mark: ArchiveMark) -> None:
    """Tell the archive's folder; never before the ledger's own word survives a power cut."""
    ledger.sync()
    folder = spool_of(archive)
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / MARK_FILE, json.dumps(mark._asdict()).encode())


# How far the ledger knows a file, and what it was told to forget.


_END_NAME = "archive end "  # then the file
_FORGOTTEN = "forgotten"


def known_ends(conn: Connection, files: Iterable[str]) -> dict[str, int]:
    """File → where the part ends that the ledger knows, or once knew."""
    names = set(files)
    ends = ends_of_files(conn, names)
    kept = conn.execute(select(meta).where(meta.c.name.startswith(_END_NAME, autoescape=True)))
    for name, end in kept:
        file = name.removeprefix(_END_NAME)
        if file in names:
            ends[file] = max(int(end), ends.get(file, 0))
    return ends


class ForgottenPages(NamedTuple):
    """What `specseek forget` removed: pages of this topic and site that were fetched before."""

    topic: str | None
    site: str | None
    before: float

    def includes(self, crawl: str, site: str, captured_at: float) -> bool:
        of_topic = self.topic is None or crawl.partition(":")[0] == self.topic
        return of_topic and self.site in {None, site} and captured_at <= self.before


def note_forgotten(conn: Connection, what: ForgottenPages, ends: Mapping[str, int]) -> None:
    """So that what stays in archive files is neither taken for new nor taken in again.

    `ends` are the files that lost captures, as they were known before.
    """
    known = ends_of_files(conn, ends)
    for file, end in ends.items():
        if known.get(file, 0) < end:
            _put(conn, _END_NAME + file, str(end))
    _put(conn, _FORGOTTEN, json.dumps([*forgotten_so_far(conn), what]))


def forgotten_so_far(conn: Connection) -> list[ForgottenPages]:
    told = conn.scalar(select(meta.c.value).where(meta.c.name == _FORGOTTEN))
    return [ForgottenPages(*one) for one in json.loads(told or "[]")]


def _put(conn: Connection, name: str, value: str) -> None:
    new = upsert_into(meta, conn.dialect.name)
    put = new.on_conflict_do_update(index_elements=["name"], set_={"value": new.excluded.value})
    conn.execute(put, {"name": name, "value": value})


# What does not fit, and what a crash explains.


class Tail(NamedTuple):
    """What a local file has behind the last capture that the ledger knows of it."""

    file: str
    end: int
    size: int
    pages: int  # whole records of pages, counted up to one more than a crash explains

    def __str__(self) -> str:
        many = f"{self.pages}" if self.pages <= _MOST_LEFT_OVER else f"more than {_MOST_LEFT_OVER}"
        return (
            f"{self.file}: the ledger knows {self.end:,} of {self.size:,} bytes; "
            f"{many} pages follow that it has never heard of"
        )


def settle_archive(
    conn: Connection, archive: Path | SpooledArchive, crawler: str = ""
) -> list[str]:
    """Bring archive and ledger in line after a crash; returns what was done.

    Only what this crawler wrote, if it is one of several: files of others are in their folders, or
    being written to. Call it in the transaction in which a crawl begins, while no writer is active.
    ArchiveMismatchError if a crash does not explain what is found.
    """
    short, missing = _incomplete(conn, archive, crawler)
    tails = _tails(conn, archive, crawler)
    if wrong := [*_of_another_time(conn, archive, tails), *missing]:
        raise ArchiveMismatchError(wrong)
    done = []
    for name, size in short.items():
        lost = drop_captures(conn, captures_beyond(conn, name, size))
        done.append(f"{name}: its last {lost} pages are missing; they are fetched again")
    for tail in _tails(conn, archive, crawler):
        aside = set_aside(spool_of(archive) / tail.file, tail.end)
        done.append(f"{tail.file}: {tail.size - tail.end} uncommitted bytes moved to {aside.name}")
    return done


def _tails(conn: Connection, archive: Path | SpooledArchive, crawler: str) -> list[Tail]:
    folder = spool_of(archive)
    sizes = local_sizes(folder)
    ends = known_ends(conn, sizes)
    if crawler:
        runs = runs_of(conn, crawler)
        prefixes = tuple(f"{name.replace(':', '-')}-{run}-" for name, run in runs)
        sizes = {file: size for file, size in sizes.items() if file.startswith(prefixes)}
    return [
        Tail(name, ends.get(name, 0), size, _pages_behind(folder / name, ends.get(name, 0)))
        for name, size in sizes.items()
        if size > ends.get(name, 0)
    ]


def _pages_behind(path: Path, offset: int) -> int:
    many = 0
    with path.open("rb") as file:
        file.seek(offset)
        try:
            for _, is_page in each_record(file, path.name, _is_page):
                many += is_page
                if many > _MOST_LEFT_OVER:
                    break
        except ArchiveError:
            pass  # a torn record
    return many


def _is_page(record: ArcWarcRecord) -> bool:
    return record.rec_type in {"response", "revisit"}


def _incomplete(
    conn: Connection, archive: Path | SpooledArchive, crawler: str
) -> tuple[dict[str, int], list[str]]:
    """Files that a power cut shortened, with their sizes; and what it does not explain."""
    sizes = archive_sizes(archive)
    short, missing = {}, []
    for name, end in sorted(committed_ends(conn, crawler).items()):
        size = sizes.get(name, 0)
        if size >= end:
            continue
        lost = [one for one, _ in islice(captures_beyond(conn, name, size), _MOST_LEFT_OVER + 1)]
        if size and len(lost) <= _MOST_LEFT_OVER and is_of_interrupted_run(conn, lost):
            short[name] = size
        elif size:
            missing.append(f"{name}: {end - size:,} of {end:,} bytes are missing")
        else:
            missing.append(f"{name}: it is not there ({end:,} bytes)")
    return short, missing


def _of_another_time(
    conn: Connection, archive: Path | SpooledArchive, tails: Collection[Tail]
) -> list[str]:
    mark, folder = stored_mark(archive), spool_of(archive)
    known = known_revision(conn, mark.id) if mark else None
    if mark and known is None and local_sizes(folder):
        return [f"{folder} belongs to another ledger, or to one that was lost"]
    if mark and known is not None and known < mark.revision and tails:
        return ["the ledger is older than the archive (a back-up?)", *map(str, tails)]
    return [str(tail) for tail in tails if tail.pages > _MOST_LEFT_OVER]


def archive_sizes(archive: Path | SpooledArchive) -> dict[str, int]:
    """Name → size in bytes, for the archive's files, wherever they are."""
    return archive.sizes() if isinstance(archive, SpooledArchive) else local_sizes(archive)


# Setting aside: the bytes go into another file before they leave this one.


def set_aside(path: Path, end: int) -> Path:
    """Move what is behind `end` into a file beside; all of a file is renamed. Returns that file.

    Killed half-way and called again it comes to the same.
    """
    if not end:
        aside = _free(path, f"{path.name}{SET_ASIDE}")
        path.rename(aside)
        sync_folder(path.parent)
        return aside
    part = path.with_name(f".{path.name}.tail.tmp")
    with path.open("rb") as source, part.open("wb") as target:
        source.seek(end)
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())
    aside = _free(path, f"{path.name}.{end}{SET_ASIDE}", same_as=part)
    part.replace(aside)
    sync_folder(path.parent)
    os.truncate(path, end)
    return aside


def _free(path: Path, name: str, same_as: Path | None = None) -> Path:
    """A name that no other file has, or one whose content is the same."""
    for number in count(1):
        aside = path.with_name(name if number == 1 else f"{name}-{number}")
        if not aside.exists() or (same_as and filecmp.cmp(aside, same_as, shallow=False)):
            return aside
    raise AssertionError("unreachable")


def files_set_aside(archive: Path | SpooledArchive) -> Mapping[str, int]:
    """Name → size of what was set aside here."""
    found = sorted(spool_of(archive).glob(f"*{SET_ASIDE}*"))
    return {path.name: path.stat().st_size for path in found}
