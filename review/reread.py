"""Reads stored pages again: a better rule needs no second crawl.

`reread` reads all pages of a topic with the current rules, here or by workers, and stores their
records. For a change, `Staging` reads the affected pages with the new rules, in several processes,
into a file that nothing else uses; after a crash it resumes where it was.
"""

from __future__ import annotations

import logging
import os
import pickle
import shutil
import time
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from itertools import islice, takewhile
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from core.errors import SpecSeekError
from core.limits import TooCostlyError
from core.names import site_of
from core.processes import new_processes
from core.records import NotKept, ReadRecord
from core.topic import Topic
from core.yaml_files import parse_yaml
from discovery.sampling import DiscoverySampling, sheets_from
from pages.page import Page
from rules.library import RuleLibrary
from rules.model import SiteRules
from rules.reader import Relevance, copy_reason, read_records, row_memories
from store.archive import ArchiveError, CapturePlace, find_at, read_capture
from store.changes import set_change_progress
from store.database import steady_time
from store.ledger import Ledger, ledger_url
from store.not_kept import end_copies, original_has_record
from store.proposals import note_proposals
from store.records import ValueLoss, cleaned, save_records, value_loss, would_change
from store.runs import load_site_memories
from store.spool import archive_of
from store.stored_pages import (
    BEFORE_ALL,
    PageToRead,
    affected_pages,
    count_affected,
    newest_captures,
)
from store.style_sheets import stored_sheet
from store.visits import set_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Connection

    from core.limits import ReadingLimits
    from core.processes import StartWorkers
    from core.settings import Settings
    from discovery.proposals import Proposal
    from pages.looks import Sheets
    from review.apply import ChangePlan
    from review.context import ReviewContext
    from rules.page_rows import SiteMemory
    from rules.reader import RecordsRead
    from rules.record import Extraction
    from store.archive import Capture
    from store.records import RecordChanges
    from store.spool import ArchiveFolder
    from store.stored_pages import StoredBody


_AT_ONCE = 50  # pages per transaction: pages are independent, so any number would do
_log = logging.getLogger(__name__)
_HTML = ("text/html", "application/xhtml+xml")


class DamagedPageError(SpecSeekError):
    """A page cannot be read from the archive."""


def page_at(archive: ArchiveFolder, body: StoredBody | PageToRead) -> Page:
    """A page from the archive; DamagedPageError if it cannot be read."""
    try:
        capture = read_capture(archive, CapturePlace(body.file, body.offset, body.length))
    except (ArchiveError, OSError) as error:
        raise DamagedPageError(str(error)) from error
    return Page.read(capture.body, body.url, capture.content_type)


class StoredPageReader:
    """Reads pages of a topic out of the archive, with the rules of a library."""

    def __init__(
        self,
        ledger: Ledger,
        archive: ArchiveFolder,
        topic: Topic,
        library: RuleLibrary,
        limits: ReadingLimits,
    ) -> None:
        self._archive = archive
        self._limits = limits
        self._topic = topic
        self._library = library
        with ledger.reading() as conn:
            self._memories = row_memories(load_site_memories(conn, topic.name))

    def read(self, conn: Connection, body: PageToRead) -> RecordsRead:
        """The page's records; DamagedPageError or TooCostlyError if it cannot be read."""
        memory = self._memories.get(site_of(body.url))
        with self._limits.kept():
            page = page_at(self._archive, body)
            read = read_records(page, self._topic, self._library, memory)
        return not_a_copy(conn, self._topic, body.url, read)


def not_a_copy(conn: Connection, topic: Topic, url: str, read: RecordsRead) -> RecordsRead:
    """Without records if the page says that it is a copy, and the other page has the record."""
    if read.copy_of and original_has_record(conn, topic.name, read.copy_of, url):
        return read.as_copy()
    return read


# Reading all pages of a topic again: by this process, or by workers; the ledger is written here.


class Reread(NamedTuple):
    """The result for one page; without changes `why` says why: it is damaged, or too costly."""

    url: str
    outcome: str
    changes: RecordChanges | None
    why: str = ""
    is_damaged: bool = False


def reread(  # noqa: PLR0913 - what is read, with what, and by whom
    ledger: Ledger,
    archive: ArchiveFolder,
    topic: Topic,
    library: RuleLibrary,
    site: str | None,
    *,
    limits: ReadingLimits,
    start: StartWorkers | None = None,
    guard: LossGuard | None = None,
) -> Iterator[Reread]:
    """Read the latest body of every page, or of one site's pages, and update their records.

    Pages are read by the workers that `start` starts, by this process if there is none. One over
    the limits stays as it is. With a guard, nothing is stored until all pages were read and the
    guard has accepted the losses.
    """
    with ledger.reading() as conn:
        memories = row_memories(load_site_memories(conn, topic.name))
    reader = _AgainReader(archive.absolute(), topic, library.folder.absolute(), memories, limits)
    writer = _Writer(reader, topic, _stored_sheets(ledger, archive, topic.name))
    with ledger.reading() as seeing:
        stored = newest_captures(seeing, topic.name, site)
        pages = (body for body in stored if (body.content_type or "").lower().startswith(_HTML))
        portions = _read_again(reader, pages, start)
        for read in _agreed(ledger, portions, guard) if guard else portions:
            with ledger.transaction() as conn:
                results = [writer.store(conn, page) for page in read]
            yield from results


class LossGuard(NamedTuple):
    """`agree` raises an error if the loss is too much; `folder` is for a file until then."""

    folder: Path
    agree: Callable[[ValueLoss], None]


def _agreed(
    ledger: Ledger, portions: Iterator[list[_PageAgain]], guard: LossGuard
) -> Iterator[list[_PageAgain]]:
    loss = ValueLoss()
    with TemporaryFile(dir=guard.folder) as aside:
        for portion in portions:
            with ledger.reading() as conn:
                for page in portion:
                    records = page.read.records if page.read else None
                    loss = loss.plus(value_loss(conn, page.body.link_id, records))
            pickle.dump(portion, aside)
        end = aside.tell()
        guard.agree(loss)
        aside.seek(0)
        while aside.tell() < end:
            yield pickle.load(aside)  # noqa: S301 - our own file, which has no name


def _read_again(
    reader: _AgainReader, pages: Iterator[StoredBody], start: StartWorkers | None
) -> Iterator[list[_PageAgain]]:
    portions = iter(lambda: list(islice(pages, _AT_ONCE)), [])
    if start is None:
        yield from map(reader.read, portions)
        return
    with start(partial(_begin_again, reader)) as workers:
        for _, read in workers.in_order(_again, portions):
            yield read


class _PageAgain(NamedTuple):
    """What a page says now; None, and why, if it cannot be read: it stays as it is."""

    body: StoredBody
    read: RecordsRead | None
    relevance: float = 0.0
    why: str = ""
    is_damaged: bool = False


class _AgainReader:
    """Needs no ledger: it can be sent to workers."""

    def __init__(
        self,
        archive: ArchiveFolder,
        topic: Topic,
        rules: Path,
        memories: Mapping[str, SiteMemory],
        limits: ReadingLimits,
    ) -> None:
        self._archive = archive
        self._topic = topic
        self._library = RuleLibrary(rules)
        self._memories = memories
        self.limits = limits
        self._relevance = Relevance(topic)

    def read(self, bodies: Iterable[StoredBody]) -> list[_PageAgain]:
        return list(map(self._read, bodies))

    def _read(self, body: StoredBody) -> _PageAgain:
        try:
            with self.limits.kept():
                page = self.page(body)
                read = read_records(page, self._topic, self._library, self.memory(body.url))
                relevance = self._relevance.of(page)
        except (DamagedPageError, TooCostlyError) as error:
            return _PageAgain(body, None, 0.0, str(error), isinstance(error, DamagedPageError))
        # The rows are many times as large as the rest, and no longer needed.
        read = read._replace(extraction=replace(read.extraction, rows=None))
        return _PageAgain(body, read, relevance)

    def page(self, body: StoredBody) -> Page:
        return page_at(self._archive, body)

    def memory(self, url: str) -> SiteMemory | None:
        """What the rows of a site's product pages have in common, if any were read."""
        return self._memories.get(site_of(url))


_again_reader: _AgainReader | None = None


def _begin_again(reader: _AgainReader) -> None:
    global _again_reader  # noqa: PLW0603 - how a worker keeps what all its tasks need
    _again_reader = reader


def _again(bodies: list[StoredBody]) -> list[_PageAgain]:
    if _again_reader is None:
        raise RuntimeError("the worker was not prepared")
    return _again_reader.read(bodies)


class _Writer:
    """Stores what pages give now: records, new names, and the outcome of rules."""

    def __init__(self, reader: _AgainReader, topic: Topic, sheets: Sheets) -> None:
        self._reader = reader
        self._topic = topic
        self._sampling = DiscoverySampling(topic, sheets)

    def store(self, conn: Connection, again: _PageAgain) -> Reread:
        body, read, relevance, why, is_damaged = again
        if read is None:
            return Reread(body.url, "", None, why, is_damaged)
        read = not_a_copy(conn, self._topic, body.url, read)
        proposals = self._proposals(body, read.extraction, relevance)
        now = steady_time()
        changes = save_records(conn, body.link_id, read.records, body.capture_id, now)
        if read.records:
            end_copies(conn, self._topic.name, body.url, copy_reason(body.url), now)
        note_proposals(conn, body.link_id, proposals, now)
        set_outcome(
            *(conn, body.link_id, read.outcome, relevance),
            copy_of=read.copy_of,
            not_kept=read.not_kept,
        )
        return Reread(body.url, read.outcome, changes)

    def _proposals(
        self, body: StoredBody, extraction: Extraction, relevance: float
    ) -> tuple[Proposal, ...]:
        """A few pages of each site are searched for new names: here, and in order."""
        if self._sampling.is_to_search(body.url, extraction, relevance):
            # It could be read a moment ago; but a search is another effort.
            with suppress(DamagedPageError, TooCostlyError), self._reader.limits.kept():
                page = self._reader.page(body)
                return self._sampling.search(page, extraction, self._reader.memory(body.url))
        return self._sampling.names_read(extraction)


def _stored_sheets(ledger: Ledger, archive: ArchiveFolder, topic: str) -> Sheets:
    def stored(url: str) -> Capture | None:
        with ledger.reading() as conn:
            place = stored_sheet(conn, topic, url)
        return find_at(archive, CapturePlace(*place)) if place else None

    return sheets_from(stored)


# Pages read for a change, kept in a file until the change is committed.


if TYPE_CHECKING:
    Progress = Callable[[int, int], None]

_PAUSE = 0.5  # seconds between two heartbeats in the ledger


class Staging:
    """The staging file of one change, one line per page; incomplete lines do not count."""

    def __init__(self, context: ReviewContext, change_id: int) -> None:
        self.folder = context.folder_of(change_id)
        self._context = context
        self._change_id = change_id

    def fill(self, plan: ChangePlan, progress: Progress) -> Path:
        """Read the pages that are not in the file yet; leftovers of another plan are dropped."""
        file = self.folder / f"readings-{plan.key(self._context)}.jsonl"
        self.folder.mkdir(parents=True, exist_ok=True)
        for other in self.folder.glob("readings-*"):
            if other != file:
                other.unlink()
        done, last = _whole_lines(file)
        with self._context.ledger.reading() as conn:
            many = count_affected(conn, plan.affected)
            pages = affected_pages(conn, plan.affected, last)
            tell = _ProgressReporter(self._context, self._change_id, many, progress)
            with file.open("ab") as out:
                task = RereadTask.of(self._context, plan)
                with closing(read_affected(self._context, task, pages, many - done)) as portions:
                    for portion in portions:
                        out.write(b"".join(read.line() for read in portion))
                        out.flush()
                        done += len(portion)
                        tell(done)
        tell(done, at_once=True)
        return file

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def staged_pages(file: Path) -> Iterator[PageRead]:
    """The pages of a complete file, one at a time."""
    with file.open("rb") as lines:
        for line in lines:
            yield PageRead.of_line(line)


def _whole_lines(file: Path) -> tuple[int, tuple[str, int]]:
    """The number of complete lines and the page of the last; anything behind them is cut off.

    That is half a line after a crash, or the garbage of a power cut.
    """
    many, end, last = 0, 0, BEFORE_ALL
    with file.open("a+b") as lines:
        lines.seek(0)
        with suppress(ValueError):
            for line in takewhile(_has_an_end, lines):
                page = PageRead.of_line(line).page
                many, end, last = many + 1, end + len(line), (page.file, page.offset)
        lines.truncate(end)
    return many, last


def _has_an_end(line: bytes) -> bool:
    return line.endswith(b"\n")


class _ProgressReporter:
    """Reports progress: to the caller at once, to the ledger now and then."""

    def __init__(
        self, context: ReviewContext, change_id: int, many: int, progress: Progress
    ) -> None:
        self._context = context
        self._change_id = change_id
        self._many = many
        self._progress = progress
        self._told_at = 0.0

    def __call__(self, done: int, *, at_once: bool = False) -> None:
        self._progress(done, self._many)
        if at_once or time.monotonic() - self._told_at > _PAUSE:
            with self._context.ledger.transaction() as conn:
                set_change_progress(conn, self._change_id, done, self._many)
            self._told_at = time.monotonic()


# Reading pages with the rules of a change, in several processes.


_PAGES_PER_TASK = 16  # pages that are sent to a process together
_WORTH_A_PROCESS = 200  # pages that can be read in the time it takes to start a process


class RereadTask(NamedTuple):
    """Everything a process needs to know, in a form that can be pickled."""

    settings: Settings
    topic_name: str
    topic: bytes
    rules: dict[str, bytes | None]

    @classmethod
    def of(cls, context: ReviewContext, plan: ChangePlan) -> RereadTask:
        topic = context.file(context.topic_path).read_bytes()
        if plan.changes(context.topic_path):
            topic = plan.after(context.topic_path) or b""
        folder = f"{context.rules_path}/"
        names = {file.path.removeprefix(folder): file.after for file in plan.files}
        rules = {name: body for name, body in names.items() if "/" not in name}
        return cls(context.settings, context.topic_name, topic, rules)


class PageReader:
    """Reads pages as a task says, and compares them with the ledger."""

    def __init__(self, task: RereadTask, ledger: Ledger) -> None:
        topic = parse_yaml(task.topic.decode("utf-8-sig"), Topic, "topic")
        library = ChangedLibrary(task.settings.rules / task.topic_name, task.rules)
        self._ledger = ledger
        archive, limits = archive_of(task.settings), task.settings.crawl.reading_limits
        self._stored = StoredPageReader(ledger, archive, topic, library, limits)

    def read(self, pages: Iterable[PageToRead]) -> list[PageRead]:
        with self._ledger.reading() as conn:
            found = []
            for page in pages:
                read = self._read(conn, page)
                same = read.outcome == page.outcome and not would_change(
                    conn, page.link_id, read.records or ()
                )
                found.append(
                    msgspec.structs.replace(read, records=None) if same or read.damage else read
                )
            return found

    def _read(self, conn: Connection, page: PageToRead) -> PageRead:
        try:
            read = self._stored.read(conn, page)
        except DamagedPageError as error:
            return PageRead(page, page.outcome or "", None, str(error))
        except TooCostlyError as error:
            _log.warning("%s stays as it is: %s", page.url, error)
            return PageRead(page, page.outcome or "", None)
        records = tuple(map(cleaned, read.records))
        return PageRead(page, read.outcome, records, "", read.copy_of, read.not_kept)


def read_affected(
    context: ReviewContext, task: RereadTask, pages: Iterator[PageToRead], many: int
) -> Generator[list[PageRead]]:
    """In batches, in the order of the pages, with a bounded number in memory."""
    portions = iter(lambda: list(islice(pages, _PAGES_PER_TASK)), [])
    processes = min(len(os.sched_getaffinity(0)), many // _WORTH_A_PROCESS)
    if processes < 2:
        reader = PageReader(task, context.ledger)
        yield from map(reader.read, portions)
        return
    with new_processes(processes, partial(_begin, task)) as workers:
        for _, read in workers.in_order(_read_portion, portions):
            yield read


_reader: PageReader | None = None


def _begin(task: RereadTask) -> None:
    global _reader  # noqa: PLW0603 - how a process pool keeps what all its tasks need
    url = task.settings.ledger or ledger_url(task.settings.data)
    _reader = PageReader(task, Ledger.open(url))


def _read_portion(pages: list[PageToRead]) -> list[PageRead]:
    if _reader is None:
        raise RuntimeError("the process was not prepared")
    return _reader.read(pages)


# The result for a page that was read again, in the form of the staging file.


class PageRead(msgspec.Struct, frozen=True, array_like=True):
    """`records` is None if the ledger need not change."""

    page: PageToRead
    outcome: str
    records: tuple[ReadRecord, ...] | None
    damage: str = ""
    copy_of: str = ""
    not_kept: NotKept | None = None

    def line(self) -> bytes:
        return _ENCODER.encode(self) + b"\n"

    @classmethod
    def of_line(cls, line: bytes) -> PageRead:
        """ValueError if the line is not valid."""
        return _DECODER.decode(line)


_DECODER = msgspec.json.Decoder(PageRead)
_ENCODER = msgspec.json.Encoder()


# The rule library with the files of a change.


class ChangedLibrary(RuleLibrary):
    """Reads changed rule files from memory: file name → content, None for removed files."""

    def __init__(self, folder: Path, changed: Mapping[str, bytes | None]) -> None:
        super().__init__(folder)
        self._changed = {
            name: body and parse_yaml(body.decode("utf-8-sig"), SiteRules, name)
            for name, body in changed.items()
        }

    def rules_for(self, url: str) -> SiteRules | None:
        name = self.file_of(site_of(url)).name
        if name not in self._changed:
            return super().rules_for(url)
        return self._changed[name] or None
