"""Reads the pages of many WARC files with several workers; a killed run can be resumed.

Each input has one output, a file of JSON lines in the order of its pages. It is written aside and
renamed when it is complete: outputs that are there are finished, and what was under way when a run
ended is done again. The pages of a file are read in parts by whichever worker is free, and the
parts are put together in order, so that the output does not depend on the workers: processes of
this machine, or of a cluster.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
from collections import Counter
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from batch.tasks import PageResult
from core.errors import SpecSeekError, error_text, file_error_text
from core.names import site_of
from pages.page import Page
from store.archive import capture_at, list_pages
from store.bucket import StorageError
from store.spool import file_size

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from batch.tasks import Task
    from core.limits import ReadingLimits
    from core.processes import StartWorkers, Workers
    from store.archive import ArchiveContents, ArchiveDamage, PagePlace
    from store.spool import ArchiveFile

    Tell = Callable[[int], None]

DAMAGED = "damaged"
_PAGES_PER_PART = 32
_MOST_PAGES_PER_PART = 256
_PARTS_PER_WORKER = 8  # of a file that has pages enough
_PAGES_TO_LEARN_FROM = 60


class BatchError(SpecSeekError):
    """Inputs that cannot be worked on together."""


@dataclass(frozen=True)
class Outcome:
    """The result for one input; `problems` tell what could not be read."""

    path: ArchiveFile
    output: Path
    was_finished: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    problems: tuple[str, ...] = ()


def run_batch(  # noqa: PLR0913 - what is read, by whom, and what it may cost
    task: Task,
    inputs: Sequence[ArchiveFile],
    folder: Path,
    start: StartWorkers,
    tell: Tell,
    *,
    limits: ReadingLimits,
) -> Generator[Outcome]:
    """In the order of the inputs; `tell` is called with the number of further bytes done with.

    Workers are started if there is anything to do. A page over the limits is refused.
    """
    outputs = _outputs(task, inputs, folder)
    folder.mkdir(parents=True, exist_ok=True)
    with _in_sole_use(folder):
        waiting = {}
        for path, output in outputs.items():
            if is_finished(output):
                tell(_size(path))
                yield Outcome(path, output, was_finished=True)
            else:
                waiting[path] = output
        if waiting:
            with start(begin_worker) as workers:
                yield from _run(_Run(task, workers, tell, limits, len(waiting)), waiting)


def begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us


@contextmanager
def _in_sole_use(folder: Path) -> Iterator[None]:
    """Two runs would write the same files; the folder itself is locked, so that no file stays."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BatchError(f"{folder} is in use by another run") from error
        yield
    finally:
        os.close(handle)


def _outputs(task: Task, inputs: Sequence[ArchiveFile], folder: Path) -> dict[ArchiveFile, Path]:
    found: dict[ArchiveFile, Path] = {}
    taken: dict[str, ArchiveFile] = {}
    for path in dict.fromkeys(inputs):
        name = path.name.removesuffix(".gz").removesuffix(".warc") + f".{task.name}.jsonl"
        if other := taken.get(name):
            raise BatchError(
                f"{other} and {path} would both be written to {name}: give them different names, "
                "or different folders for output"
            )
        taken[name] = path
        found[path] = folder / name
    return found


def is_finished(output: Path) -> bool:
    """Whether the output is complete; inputs that were damaged are tried again."""
    try:
        with output.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _LONGEST_DAMAGE))
            last = file.read().rstrip(b"\n").rpartition(b"\n")[2]
    except FileNotFoundError:
        return False
    return _DAMAGE_ENDS not in last


_DAMAGE_ENDS = f'"status": "{DAMAGED}"'.encode()
_LONGEST_DAMAGE = 10_000


def _run(run: _Run, waiting: dict[ArchiveFile, Path]) -> Iterator[Outcome]:
    """A thread for each file that is under way; the work is done by the workers."""
    with ThreadPoolExecutor(run.workers.number) as threads:
        files = [
            threads.submit(_File(run, path, output).finish) for path, output in waiting.items()
        ]
        try:
            for file in files:
                yield file.result()
        except BrokenExecutor as error:
            raise BatchError(
                f"a worker ended unexpectedly (was memory short?): {error}. Outputs that are "
                "finished stay: run the same command again, with fewer --workers if memory was "
                "short"
            ) from error
        finally:
            for file in files:
                file.cancel()
            run.workers.executor.shutdown(wait=False, cancel_futures=True)


class _Part(NamedTuple):
    """Some pages of a file, and what is known of their sites."""

    task: Task
    path: ArchiveFile
    places: list[PagePlace]
    sites: dict[str, Any]
    limits: ReadingLimits


class _Run:
    """What the files of a run share."""

    def __init__(
        self, task: Task, workers: Workers, tell: Tell, limits: ReadingLimits, files: int
    ) -> None:
        self.task = task
        self.workers = workers
        self.tell = tell
        self.limits = limits
        self._unfinished = files
        self._lock = Lock()

    def finished(self) -> None:
        with self._lock:
            self._unfinished -= 1

    def under_way(self) -> int:
        """The number of files that are; the last ones get all workers."""
        return min(self._unfinished, self.workers.number)


class _File:
    """One input on its way to its output."""

    def __init__(self, run: _Run, path: ArchiveFile, output: Path) -> None:
        self._run = run
        self._path = path
        self._output = output
        self._counts: Counter[str] = Counter()

    def finish(self) -> Outcome:
        aside = self._output.with_name(f".{self._output.name}.partial")
        try:
            contents = self._run.workers.submit(list_pages, self._path).result()
            with aside.open("wb") as file:
                for line in self._lines(contents):
                    file.write(line)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self._output)
        except OSError as error:
            error.filename = error.filename or str(self._output)  # a full disk names none
            return Outcome(self._path, self._output, problems=(file_error_text(error),))
        finally:
            aside.unlink(missing_ok=True)
            self._run.finished()
        problems = tuple(map(str, contents.damages))
        return Outcome(self._path, self._output, counts=self._counts, problems=problems)

    def _lines(self, contents: ArchiveContents) -> Iterator[bytes]:
        """Pages first, then what could not be read."""
        for line in self._run.task.lines(self._results(contents)):
            self._counts[line.get("status", "pages")] += 1
            yield json_line(line)
        for damage in contents.damages:
            yield json_line(_damage_line(damage))

    def _results(self, contents: ArchiveContents) -> Iterator[PageResult]:
        """In order, with a bounded number of parts in memory."""
        parts = self._parts(contents.pages, self._learned(contents))
        done = 0
        with closing(self._run.workers.in_order(_read, parts, self._run.under_way)) as read:
            for part, results in read:
                yield from results
                self._run.tell(part.places[-1].offset - done)
                done = part.places[-1].offset
        self._run.tell(_size(self._path) - done)

    def _learned(self, contents: ArchiveContents) -> dict[str, Any]:
        """What the first pages of each site have in common, if the task asks for that."""
        if not self._run.task.learns:
            return {}
        places: dict[str, list[PagePlace]] = {}
        for place in contents.pages:
            of_site = places.setdefault(site_of(place.url), [])
            if len(of_site) < _PAGES_TO_LEARN_FROM:
                of_site.append(place)
        parts = (self._part(some, {}) for some in _at_once(places.values()))
        learned: dict[str, Any] = {}
        for _, of_sites in self._run.workers.in_order(_learn, parts, self._run.under_way):
            learned |= of_sites
        return learned

    def _parts(self, pages: Sequence[PagePlace], sites: dict[str, Any]) -> Iterator[_Part]:
        """Large enough to be worth sending, small enough to keep all workers busy."""
        share = len(pages) // (_PARTS_PER_WORKER * self._run.workers.number)
        size = min(max(share, _PAGES_PER_PART), _MOST_PAGES_PER_PART)
        remaining = iter(pages)
        while some := list(islice(remaining, size)):
            known = {site_of(place.url) for place in some} & sites.keys()
            yield self._part(some, {site: sites[site] for site in known})

    def _part(self, places: list[PagePlace], sites: dict[str, Any]) -> _Part:
        return _Part(self._run.task, self._path, places, sites, self._run.limits)


def _at_once(sites: Iterable[list[PagePlace]]) -> Iterator[list[PagePlace]]:
    """A file may have pages of thousands of sites, a page or two of each: put these together."""
    some: list[PagePlace] = []
    for places in sites:
        some += places
        if len(some) >= _PAGES_PER_PART:
            yield some
            some = []
    if some:
        yield some


def json_line(data: Mapping[str, Any]) -> bytes:
    """UTF-8; lone surrogates are written as JSON escapes."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _damage_line(damage: ArchiveDamage) -> dict[str, str]:
    file = f"{damage.file}:{damage.offset}"
    return {"file": file, "why": damage.reason[:1000], "status": DAMAGED}


def _size(path: ArchiveFile) -> int:
    try:
        return file_size(path)
    except OSError:
        return 0


# What the workers do.


def _learn(part: _Part) -> dict[str, Any]:
    """What was learned of each site that the part has pages of."""
    by_site: dict[str, list[PagePlace]] = {}
    for place in part.places:
        by_site.setdefault(site_of(place.url), []).append(place)
    return {
        site: part.task.learn(_readable_pages(part._replace(places=places)), part.limits)
        for site, places in by_site.items()
    }


def _readable_pages(part: _Part) -> Iterator[Page]:
    for place in part.places:
        try:
            with part.limits.kept():
                page, _ = _page(part, place)
        except StorageError:
            raise
        except Exception:  # noqa: BLE001, S112 - told when the page is read
            continue
        yield page


def _read(part: _Part) -> list[PageResult]:
    return [_result(part, place) for place in part.places]


def _result(part: _Part, place: PagePlace) -> PageResult:
    file = f"{part.path.name}:{place.offset}"
    try:
        with part.limits.kept():
            page, fetched = _page(part, place)
            found = part.task.read(page, fetched, part.sites.get(site_of(place.url)))
    except StorageError:  # ends the run: start it again when the storage is back
        raise
    except Exception as error:  # noqa: BLE001 - one bad page costs that page
        return PageResult(file, place.url, None, error_text(error))
    return PageResult(file, place.url, found)


def _page(part: _Part, place: PagePlace) -> tuple[Page, datetime | None]:
    """The page, and when it was fetched."""
    capture = capture_at(part.path, place.offset)
    return Page.read(capture.body, place.url, capture.content_type), capture.fetched
