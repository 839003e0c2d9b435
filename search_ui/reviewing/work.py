"""What goes on at this moment: changes on their way, and what keeps them from it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from search_ui.products.readable import one_way
from search_ui.reviewing.background import (
    ApplyFailure,
    is_applying,
    last_applying_start,
    last_failure,
)
from search_ui.reviewing.bench import review_context
from search_ui.reviewing.change_rows import ChangeRow, change_row
from store.changes import ChangeState, changes_in_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from search_ui.site import SearchSite

_ON_THEIR_WAY = (ChangeState.DECIDED, ChangeState.KEPT)
_STARTING = 15.0  # seconds: a process needs some before anything is seen of it


class WorkStatus(NamedTuple):
    """`unfinished`: there are changes on their way, or the index does not have the last one yet."""

    changes: Sequence[ChangeRow] = ()
    unfinished: bool = False
    going_on: bool = False
    problem: ApplyFailure | None = None

    @property
    def stopped(self) -> bool:
        return self.unfinished and not self.going_on


def work_status_of(site: SearchSite) -> WorkStatus:
    if site.ledger is None:
        return WorkStatus()
    with site.ledger.reading() as conn:
        changes = changes_in_state(conn, _ON_THEIR_WAY, site.topic_name)
    unfinished = bool(changes) or any(review_context().changes_folder.glob("[0-9]*"))
    running = is_applying(site.settings.data)
    problem = None if running else last_failure(site.settings.data)
    starting = problem is None and time.time() < last_applying_start(site.settings.data) + _STARTING
    return WorkStatus(
        [change_row(change, ()) for change in changes],
        unfinished,
        running or (unfinished and starting),
        problem._replace(words=one_way(problem.words)) if problem else None,
    )
