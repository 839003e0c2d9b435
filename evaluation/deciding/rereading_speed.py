"""How long a decision takes on thousands of stored pages, and how much memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.deciding.scene import WEIGHT, make_scene, opened, variables
from review.decide import accept_proposals

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path


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
    command = [sys.executable, "-m", "evaluation.deciding.timed_process", str(scene)]
    env = {**os.environ, **variables(scene)}
    told = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)  # noqa: S603 - our own
    return RereadingRow(pages=pages, **json.loads(told.stdout))
