"""Decisions carried out: prepared aside, kept in one step, then files and index follow.

A process may be killed at any moment. Before the ledger keeps a change everything is as it was,
and what was read already is not read again; after it, whoever opens the data next finishes it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from core.errors import FileProblems
from core.files import lock
from index.build import build_index
from review.changes.planning import plan_change
from review.changes.staging import Staging, staged_pages
from review.problems import DecisionError, RefusedError
from review.rereading import DamagedPageError
from rules.training import TrainingError
from store.changes import (
    ChangeKind,
    ChangeState,
    EditedByHandError,
    UnwritableError,
    change_of,
    changes_in_state,
    finish_pending_changes,
    require_untouched,
    require_writable,
    save_change_files,
    set_change_note,
    set_change_state,
)
from store.ledger import data_folder_lock
from store.proposals import decisions_of_change, undo_decisions
from store.records import save_records
from store.visits import set_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from review.changes.plan import ChangePlan
    from review.workshop import ReviewContext
    from store.changes import KnownChange


if TYPE_CHECKING:
    Progress = Callable[[KnownChange, int, int], None]

# What no second try would mend; else the decision stands, and is carried out when it can be.
_REFUSALS = (
    *(RefusedError, DecisionError, TrainingError),
    *(UnwritableError, DamagedPageError),
)


class AppliedChange(NamedTuple):
    """What became of a change; `records` is how many pages say something else now."""

    change: KnownChange
    records: int = 0


def _no_progress(_change: KnownChange, _done: int, _of: int) -> None: ...


def apply_changes(context: ReviewContext, progress: Progress = _no_progress) -> list[AppliedChange]:
    """Finish whatever is decided or kept; what became of each.

    One process at a time: a second one waits, and finds nothing left to do. Not while a crawl
    runs: then SpecSeekError says so, and decisions stay to be carried out later.
    """
    with (
        lock(context.changes_folder / "apply.lock"),
        data_folder_lock(context.settings.data),
    ):
        finish_pending_changes(context.ledger, context.settings)
        with context.ledger.reading() as conn:
            decided = changes_in_state(conn, [ChangeState.DECIDED], context.topic_name)
        applied = [_apply(context, change, progress) for change in decided]
        follow_with_index(context)
        return applied


def follow_with_index(context: ReviewContext) -> bool:
    """Bring the index up to date where a change is not in it yet; was there one?

    A change's folder stays until then: so it is known after a crash, too.
    """
    with context.ledger.reading() as conn:
        over = [change for change in _with_folder(conn, context) if change.done_at is not None]
    done = any(change.state is ChangeState.DONE for change in over)
    if done:
        build_index(context.index_place(), context.ledger)
    for change in over:
        Staging(context, change.id).remove()
    return done


def _with_folder(conn: Connection, context: ReviewContext) -> Iterator[KnownChange]:
    for folder in context.changes_folder.glob("[0-9]*"):
        change = change_of(conn, int(folder.name)) if folder.name.isdecimal() else None
        if change is not None and change.topic == context.topic_name:
            yield change


def _apply(context: ReviewContext, change: KnownChange, progress: Progress) -> AppliedChange:
    records = 0
    try:
        plan = plan_change(context, change)
        require_writable(context.settings, plan.files)
        staging = Staging(context, change.id)
        readings = staging.fill(plan, lambda done, of: progress(change, done, of))
        records = keep_change(context, change, plan, readings)
    except (EditedByHandError, FileProblems) as error:
        _note(context, change, str(error))
    except _REFUSALS as error:
        _refuse(context, change, str(error))
    else:
        _write_files(context, change)
    with context.ledger.reading() as conn:
        return AppliedChange(change_of(conn, change.id) or change, records)


def _write_files(context: ReviewContext, change: KnownChange) -> None:
    """The change is made by now: what is in the way of its files is told, and tried again."""
    try:
        finish_pending_changes(context.ledger, context.settings)
    except (EditedByHandError, UnwritableError) as error:
        _note(context, change, str(error))


def keep_change(
    context: ReviewContext, change: KnownChange, plan: ChangePlan, readings: Path
) -> int:
    """One transaction: from here on the change is made, whatever happens to this process."""
    with context.ledger.transaction() as conn:
        now = time.time()
        known = change_of(conn, change.id)
        if known is None or known.state is not ChangeState.DECIDED:
            return 0  # someone took it back meanwhile
        require_untouched(context.settings, plan.files)
        changed = 0
        for read in staged_pages(readings):
            if read.records is not None:
                page = read.page
                save_records(conn, page.link_id, read.records, page.capture_id, now)
                set_outcome(conn, page.link_id, read.outcome)
                changed += 1
        save_change_files(conn, change.id, plan.files)
        if change.kind is ChangeKind.REVERT:
            reverted = int(str(change.detail["reverts"]))
            undo_decisions(conn, decisions_of_change(conn, reverted), now)
        # What was in the way before is over; a repair's note tells who confirmed it.
        note = None if change.kind is ChangeKind.REPAIR else plan.note
        set_change_state(conn, change.id, ChangeState.KEPT, now, note)
        return changed


def _refuse(context: ReviewContext, change: KnownChange, why: str) -> None:
    with context.ledger.transaction() as conn:
        now = time.time()
        undo_decisions(conn, decisions_of_change(conn, change.id), now)
        set_change_state(conn, change.id, ChangeState.REFUSED, now, why)


def _note(context: ReviewContext, change: KnownChange, why: str) -> None:
    with context.ledger.transaction() as conn:
        set_change_note(conn, change.id, why)
