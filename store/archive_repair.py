"""Compares archive and ledger record by record (`examine`), and mends what differs (`repair`).

Whole pages that the ledger does not know are taken in again: as captures, and as the newest body of
their page if they are that. Captures whose bytes are damaged or gone are forgotten, and the next
crawl fetches their pages whole. No file loses a byte: what no capture can be made of, at the end of
a file, goes into a file beside it.

Each file is one transaction, and nothing is done twice: killed at any moment, it is run again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from core.names import site_of
from core.urls import shape_of
from store.archive import checked_record, sound_records
from store.archive_state import (
    archive_sizes,
    forgotten_so_far,
    known_ends,
    known_revision,
    next_mark,
    set_aside,
    stored_mark,
    write_mark,
)
from store.database import steady_time
from store.frontier import LinkState, NewLink, add_links, finish_link, link_id_at
from store.runs import crawled_topics
from store.schema import captures, links, runs
from store.spool import local_sizes, spool_of
from store.visits import (
    NEVER,
    FetchedPage,
    NewCapture,
    add_capture,
    committed_ends,
    drop_captures,
    page_state,
    save_page,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from sqlalchemy import Connection

    from store.archive import ArchiveDamage, ArchivedRecord, CapturePlace
    from store.ledger import Ledger
    from store.spool import SpooledArchive

    Tell = Callable[[str], None]

_HTML = ("text/html", "application/xhtml+xml")
_RESPONSE, _REVISIT = "response", "revisit"
_OK = 200
# As good as what a list links to: the next visit tells what it is.
_GROUP, _LEVEL = "other", 1


class FoundPage(NamedTuple):
    place: CapturePlace
    record: ArchivedRecord


@dataclass
class FileFindings:
    """One file; `lost` are captures (with their links) that cannot be read from it."""

    name: str
    size: int
    pages: int = 0
    part_of: str = ""
    unknown: list[FoundPage] = field(default_factory=list)
    lost: list[tuple[int, int]] = field(default_factory=list)
    damages: list[ArchiveDamage] = field(default_factory=list)
    known_end: int = 0
    is_here: bool = True

    @property
    def tail(self) -> int:
        """Bytes at the end that are neither known nor a page that can be taken in."""
        end = max([self.known_end, *(page.place.end for page in self.unknown)])
        return max(0, self.size - end) if self.is_here else 0

    @property
    def is_sound(self) -> bool:
        return not (self.unknown or self.lost or self.tail)


@dataclass(frozen=True)
class ArchiveFindings:
    """`missing` are files that are not there, with their captures."""

    files: list[FileFindings]
    missing: dict[str, list[tuple[int, int]]]
    is_foreign: bool
    is_older: bool

    @property
    def is_sound(self) -> bool:
        whole = all(file.is_sound for file in self.files)
        return whole and not (self.missing or self.is_foreign)

    @property
    def unknown(self) -> int:
        return sum(len(file.unknown) for file in self.files)

    @property
    def lost(self) -> int:
        return sum(len(file.lost) for file in self.files)


# Reading all of it, and comparing.


def examine(
    ledger: Ledger,
    archive: Path | SpooledArchive,
    crawls: Collection[str],
    tell: Tell,
    crawler: str = "",
) -> ArchiveFindings:
    """Read every record and check its digest; nothing is changed. `tell` gets each file's name.

    `crawls` are the names that files of earlier versions may begin with. If crawlers share the
    ledger, `crawler` is ours: files of others that are not here are left out.
    """
    mark = stored_mark(archive)
    sizes, here = archive_sizes(archive), local_sizes(spool_of(archive))
    with ledger.reading() as conn:
        known = known_revision(conn, mark.id) if mark else None
        wanted = committed_ends(conn, crawler)
        missing = {name: _captures_of(conn, name) for name in sorted(wanted.keys() - sizes.keys())}
    files = []
    for name, size in sizes.items():
        tell(name)
        with ledger.reading() as conn:
            found = FileFindings(name, size, is_here=name in here)
            files.append(_examined(conn, archive, found, crawls))
    is_foreign = mark is not None and known is None and bool(here)
    is_older = mark is not None and known is not None and known < mark.revision
    return ArchiveFindings(files, missing, is_foreign, is_older)


class _KnownCapture(NamedTuple):
    id: int
    link_id: int
    length: int
    digest: str | None
    kind: str


def _examined(
    conn: Connection,
    archive: Path | SpooledArchive,
    found: FileFindings,
    crawls: Collection[str],
) -> FileFindings:
    of_file = captures.c.file == found.name
    columns = (captures.c.id, captures.c.link_id, captures.c.length, captures.c.digest)
    rows = conn.execute(select(captures.c.offset, *columns, captures.c.kind).where(of_file))
    known = {row[0]: _KnownCapture._make(row[1:]) for row in rows}
    found.known_end = known_ends(conn, [found.name]).get(found.name, 0)
    sound: set[int] = set()
    damages_before, is_trusted = 0, True
    for place, record in sound_records(archive / found.name, checked_record, found.damages):
        # What begins inside a damaged record may have been written by the page's author.
        is_trusted = is_trusted and len(found.damages) == damages_before
        damages_before = len(found.damages)
        found.part_of = found.part_of or (record.part_of if place.offset == 0 else "")
        if record.kind not in {_RESPONSE, _REVISIT}:
            continue
        capture = known.get(place.offset)
        if capture and _is_same(capture, place, record):
            sound.add(capture.id)
            found.pages += 1
            is_trusted = True
        elif capture is None and is_trusted:
            found.unknown.append(FoundPage(place, record))
    found.lost = [(one.id, one.link_id) for one in known.values() if one.id not in sound]
    found.part_of = found.part_of or _crawl_of(conn, found.name, crawls)
    _leave_forgotten(conn, found)
    return found


def _is_same(capture: _KnownCapture, place: CapturePlace, record: ArchivedRecord) -> bool:
    same_body = capture.kind == _REVISIT or capture.digest in {None, record.digest}
    return capture.length == place.length and capture.kind == record.kind and same_body


def _captures_of(conn: Connection, file: str) -> list[tuple[int, int]]:
    wanted = select(captures.c.id, captures.c.link_id).where(captures.c.file == file)
    return [(row.id, row.link_id) for row in conn.execute(wanted)]


def _crawl_of(conn: Connection, file: str, crawls: Collection[str]) -> str:
    """Of a file that does not tell it itself: from a page that is known, or from its name."""
    of_file = select(links.c.topic).join(captures).where(captures.c.file == file).limit(1)
    if crawl := conn.scalar(of_file):
        return str(crawl)
    known = {*crawls, *crawled_topics(conn)}
    names = [name for name in known if file.startswith(_prefix(name))]
    return max(names, key=len, default="")


def _prefix(crawl: str) -> str:
    return f"{crawl.replace(':', '-')}-"


def _leave_forgotten(conn: Connection, found: FileFindings) -> None:
    """What people removed from the ledger is not taken in again; nor what no crawl wrote."""
    forgotten = forgotten_so_far(conn)
    found.unknown = [
        page
        for page in found.unknown
        if found.part_of
        and not any(
            one.includes(found.part_of, site_of(page.record.url), page.record.captured_at)
            for one in forgotten
        )
    ]


# Mending.


class Repaired(NamedTuple):
    """How many pages were taken in, and are to be fetched again; which files were made beside."""

    taken_in: int
    lost: int
    set_aside: tuple[str, ...]


def repair(
    ledger: Ledger, archive: Path | SpooledArchive, findings: ArchiveFindings, tell: Tell
) -> Repaired:
    """Mend what `examine` found; nothing else writes meanwhile. `tell` gets each file's name."""
    taken_in, lost, aside = 0, 0, []

    def forget_missing(conn: Connection) -> int:
        return sum(drop_captures(conn, gone) for gone in findings.missing.values())

    lost += ledger.write(forget_missing)
    for file in findings.files:
        tell(file.name)
        if file.is_sound:
            continue

        def mend(conn: Connection, file: FileFindings = file) -> tuple[int, int, int]:
            dropped = drop_captures(conn, file.lost)
            taken = _take_in(conn, file.name, file.part_of, file.unknown)
            return dropped, taken, known_ends(conn, [file.name]).get(file.name, 0)

        dropped, taken, end = ledger.write(mend)
        taken_in, lost = taken_in + taken, lost + dropped
        path = spool_of(archive) / file.name
        if file.is_here and path.stat().st_size > end:
            aside.append(set_aside(path, end).name)
    write_mark(ledger, archive, ledger.write(lambda conn: next_mark(conn, archive)))
    return Repaired(taken_in, lost, tuple(aside))


def _take_in(conn: Connection, file: str, crawl: str, found: Iterable[FoundPage]) -> int:
    """How many were new to the ledger."""
    run_id, many, now = _run_of(conn, file, crawl), 0, steady_time()
    known = set(conn.scalars(select(captures.c.offset).where(captures.c.file == file)))
    for place, record in found:
        if place.offset in known:
            continue
        link_id = link_id_at(conn, crawl, record.url)
        if link_id is None and record.kind == _REVISIT:
            continue  # neither its page nor its body is known
        if link_id is None:
            link_id = _add_link(conn, crawl, record, now)
        about = (link_id, run_id, record.kind, record.captured_at, record.status)
        capture_id = add_capture(conn, NewCapture(*about, *place, digest=record.digest))
        if record.kind == _RESPONSE and record.status == _OK:
            _save_body(conn, crawl, link_id, capture_id, record)
        many += 1
    return many


def _run_of(conn: Connection, file: str, crawl: str) -> int | None:
    number = file.removeprefix(_prefix(crawl)).partition("-")[0]
    if not (number.isdecimal() and len(number) < 16):
        return None
    of_crawl = (runs.c.id == int(number), runs.c.topic == crawl)
    return conn.scalar(select(runs.c.id).where(*of_crawl))


def _add_link(conn: Connection, crawl: str, record: ArchivedRecord, now: float) -> int:
    """Pages of products are fetched again: what they link to is in no archive."""
    is_channel = ":" in crawl
    shape = "" if is_channel else shape_of(record.url)
    link = NewLink(record.url, site_of(record.url), shape, _GROUP, _LEVEL, depth=1)
    link_id = add_links(conn, crawl, [link], now)[record.url]
    if is_channel or not (_is_page(record) or record.status != _OK):
        finish_link(conn, link_id, LinkState.DONE)
    return link_id


def _is_page(record: ArchivedRecord) -> bool:
    return record.content_type.lower().startswith(_HTML)


def _save_body(
    conn: Connection, crawl: str, link_id: int, capture_id: int, record: ArchivedRecord
) -> None:
    """As the page's newest body, if it is; without validators, so that the next visit is whole."""
    known = page_state(conn, link_id)
    if (known and known.fetched_at > record.captured_at) or not (known or _is_page(record)):
        return
    due = NEVER if ":" in crawl else record.captured_at
    about = (link_id, crawl, record.url, site_of(record.url), record.status)
    page = FetchedPage(
        *(*about, record.captured_at, due),
        content_type=record.content_type,
        digest=record.digest,
        capture_id=capture_id,
    )
    save_page(conn, page)


def told_lines(findings: ArchiveFindings) -> Collection[str]:
    """What was found wrong, a line each."""
    lines = []
    if findings.is_foreign:
        lines.append("the archive's folder belongs to another ledger, or to one that was lost")
    if findings.is_older and not findings.is_sound:
        lines.append("the ledger is older than the archive (a back-up?)")
    for name, lost in findings.missing.items():
        lines.append(f"{name}: it is not there; the ledger has {len(lost)} pages in it")
    for file in findings.files:
        lines += [f"{file.name}: {text}" for text in _told_of(file)]
    return lines


def _told_of(file: FileFindings) -> Iterable[str]:
    for damage in file.damages:
        yield f"the record at byte {damage.offset} {damage.reason}"
    if file.lost:
        yield f"{len(file.lost)} pages of the ledger cannot be read from it"
    if file.unknown:
        yield f"{len(file.unknown)} pages in it are not in the ledger"
    if file.tail:
        yield f"its last {file.tail} bytes are no whole page"
