"""Pages read for a change, kept in a file until the change is: nothing else sees them."""

from __future__ import annotations

import shutil
import time
from contextlib import closing, suppress
from itertools import takewhile
from typing import TYPE_CHECKING

from review.changes.page_read import PageRead
from review.changes.reading import RereadTask, read_affected
from store.changes import set_change_progress
from store.stored_pages import BEFORE_ALL, affected_pages, count_affected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from review.changes.plan import ChangePlan
    from review.workshop import ReviewContext


if TYPE_CHECKING:
    Progress = Callable[[int, int], None]

_PAUSE = 0.5  # seconds between two signs of life in the ledger


class Staging:
    """The folder of one change. A line is a page; lines without an end do not count."""

    def __init__(self, context: ReviewContext, change_id: int) -> None:
        self.folder = context.folder_of(change_id)
        self._context = context
        self._change_id = change_id

    def fill(self, plan: ChangePlan, progress: Progress) -> Path:
        """Read the pages that are not in the file yet; what another plan left is dropped."""
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
    """The pages of a file that is whole, one at a time."""
    with file.open("rb") as lines:
        for line in lines:
            yield PageRead.of_line(line)


def _whole_lines(file: Path) -> tuple[int, tuple[str, int]]:
    """How many there are, and where the page of the last lies; what follows them is cut off.

    That is half a line after a crash, or whatever a power cut left.
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
    """Tells how far reading has come: whoever asked at once, the ledger now and then."""

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
