"""Can a change be put back, and what would its files be then?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from review.problems import DecisionError
from store.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    bytes_or_none,
    files_of_change,
    later_changes_of,
    reverts_by_change,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from review.workshop import ReviewContext
    from store.changes import KnownChange


def files_before(
    conn: Connection, context: ReviewContext, change: KnownChange, by: int = 0
) -> list[FileChange]:
    """The files as they were before it, or DecisionError: why it cannot be, and what to do.

    `by` is the change that is to do it, where there is one already.
    """
    if change.kind is ChangeKind.REVERT:
        raise DecisionError(
            f"change {change.id} is a revert itself; its names are open again: accept them anew"
        )
    if change.state is not ChangeState.DONE:
        raise DecisionError(
            f"change {change.id} cannot be reverted: it is {change.state}, not done; "
            "see: specseek rules log"
        )
    revert = reverts_by_change(conn).get(change.id)
    if revert and revert.id != by:
        raise DecisionError(f"change {change.id} was reverted already, by change {revert.id}")
    files = files_of_change(conn, change.id)
    for file in files:
        if bytes_or_none(context.file(file.path)) != file.after:
            raise DecisionError(_why_not_revertible(conn, change, file))
    return [FileChange(file.path, file.after, file.before) for file in files]


def _why_not_revertible(conn: Connection, change: KnownChange, file: FileChange) -> str:
    reverted = reverts_by_change(conn)
    later = [
        other
        for other in later_changes_of(conn, file.path, change.id)
        if other.kind is not ChangeKind.REVERT and other.id not in reverted
    ]
    if later:
        return (
            f"change {later[0].id} touched {file.path} after change {change.id}; revert that one "
            f"first: specseek rules revert {later[0].id}"
        )
    return (
        f"{file.path} was edited since change {change.id}; nothing is overwritten. Undo the edit, "
        f"or take the change back by hand: specseek rules log --diff shows it"
    )
