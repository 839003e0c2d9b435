"""Changes that the ledger has and the files lack: rolled forward before anything else is done."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from index.changing.files import put
from index.ledger.changes import ChangeState, changes_in, files_of, set_state
from rules.atomic import lock

if TYPE_CHECKING:
    from index.ledger.ledger import Ledger
    from settings.model import Settings


def finish_kept(ledger: Ledger, settings: Settings) -> list[int]:
    """Write the files of every change that is kept; the ids of those that are done now.

    Whoever opens the data calls it first: a process may have died between the two.
    """
    with ledger.reading() as conn:
        if not changes_in(conn, [ChangeState.KEPT]):
            return []
    with lock(settings.data / "changes" / "files.lock"):
        with ledger.reading() as conn:
            waiting = [
                (change.id, files_of(conn, change.id))
                for change in changes_in(conn, [ChangeState.KEPT])
            ]
        for number, files in waiting:
            for file in files:
                put(settings, file)
            with ledger.transaction() as conn:
                set_state(conn, number, ChangeState.DONE, time.time())
    return [number for number, _ in waiting]
