"""Carry out what is decided in a scene, and print how long each step took, as JSON."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import TYPE_CHECKING

from evaluation.deciding.scene import opened
from review.apply import follow_with_index, keep_change, plan_change
from review.reread import Staging
from store.changes import ChangeState, changes_in_state, finish_pending_changes

if TYPE_CHECKING:
    from review.context import ReviewContext


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
