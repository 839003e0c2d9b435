"""How long a decision takes on thousands of stored pages, and how much memory.

Each decision is carried out in a process of its own, this module run with the folder of a scene: it
prints how long each step took, as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.made_up_archive import WEIGHT, make_scene, opened, variables
from review.apply import follow_with_index, keep_change, plan_change
from review.decide import accept_proposals
from review.reread import Staging
from store.changes import ChangeState, changes_in_state, finish_pending_changes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from review.context import ReviewContext


@dataclass(frozen=True)
class RereadingRow:
    """`reading` is all up to the commit; memory is that of the largest process, in megabytes."""

    pages: int
    changed: int
    planning: float
    reading: float
    keeping: float
    indexing: float
    reading_memory: int
    memory: int

    @property
    def total(self) -> float:
        """Seconds until ledger and files have it."""
        return self.planning + self.reading + self.keeping


@dataclass(frozen=True)
class RereadingReport:
    rows: tuple[RereadingRow, ...]

    def table(self) -> Table:
        table = Table(
            *("pages", "pages/s", "plan s", "read s", "commit s", "together s", "index s"),
            *("memory MB", "with index MB"),
            box=SIMPLE_HEAD,
        )
        for row in self.rows:
            seconds = (row.planning, row.reading, row.keeping, row.total, row.indexing)
            table.add_row(
                *(f"{row.pages:,}", f"{row.pages / row.reading:,.0f}"),
                *(f"{one:,.1f}" for one in seconds),
                *(f"{row.reading_memory:,}", f"{row.memory:,}"),
            )
        return table

    def as_json(self) -> Mapping[str, object]:
        return {"rows": [asdict(row) for row in self.rows]}


def measure_rereading(
    folder: Path, sizes: Sequence[int], tell: Callable[[str], None]
) -> RereadingReport:
    """One decision on archives of each size, carried out in a process of its own."""
    rows = []
    for pages in sizes:
        tell(f"Making an archive of {pages:,} pages")
        scene = folder / str(pages)
        proposal = make_scene(scene, pages)
        with opened(scene) as context:
            accept_proposals(context, [proposal], WEIGHT, "bench")
        tell(f"Reading {pages:,} pages again")
        rows.append(carried_out(scene, pages))
    return RereadingReport(tuple(rows))


def carried_out(scene: Path, pages: int) -> RereadingRow:
    """What is decided in a scene, timed step by step."""
    command = [sys.executable, "-m", "evaluation.rereading_speed", str(scene)]
    env = {**os.environ, **variables(scene)}
    told = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)  # noqa: S603 - our own
    return RereadingRow(pages=pages, **json.loads(told.stdout))


def main() -> None:
    with opened(Path(sys.argv[1])) as context:
        sys.stdout.write(json.dumps(_timed(context)))


def _timed(context: ReviewContext) -> dict[str, float]:
    """The steps of `apply_changes`, one by one."""
    with context.ledger.reading() as conn:
        (change,) = changes_in_state(conn, [ChangeState.DECIDED])
    clock = _Clock()
    plan = plan_change(context, change)
    planning = clock.lap()
    readings = Staging(context, change.id).fill(plan, lambda _done, _of: None)
    reading = clock.lap()
    changed = keep_change(context, change, plan, readings)
    finish_pending_changes(context.ledger, context.settings)
    keeping, reading_memory = clock.lap(), _megabytes()
    follow_with_index(context)
    return {
        "changed": changed,
        "planning": planning,
        "reading": reading,
        "keeping": keeping,
        "indexing": clock.lap(),
        "reading_memory": reading_memory,
        "memory": _megabytes(),
    }


class _Clock:
    def __init__(self) -> None:
        self._at = time.perf_counter()

    def lap(self) -> float:
        """Seconds since the last one."""
        before, self._at = self._at, time.perf_counter()
        return round(self._at - before, 2)


def _megabytes() -> int:
    """The most that this process, or one of its own, ever had."""
    return max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN)) // 1024


if __name__ == "__main__":
    main()
