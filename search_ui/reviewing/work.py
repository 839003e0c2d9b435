"""What goes on at this moment: changes on their way, and what keeps them from it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from index.ledger.changes import ChangeState, changes_in
from search_ui.products.readable import one_way
from search_ui.reviewing.background import Problem, is_running, last_problem
from search_ui.reviewing.change_rows import ChangeRow, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from search_ui.site import Site

_ON_THEIR_WAY = (ChangeState.DECIDED, ChangeState.KEPT)
_STARTING = 10.0  # seconds: a process needs some before anything is seen of it


class Work(NamedTuple):
    """`stopped`: nobody is at work on what there is to do."""

    changes: Sequence[ChangeRow] = ()
    stopped: bool = False
    problem: Problem | None = None

    @property
    def going_on(self) -> bool:
        return bool(self.changes) and not self.stopped


def work_on(site: Site) -> Work:
    if site.ledger is None:
        return Work()
    with site.ledger.reading() as conn:
        changes = changes_in(conn, _ON_THEIR_WAY, site.topic_name)
    running = is_running(site.settings.data)
    problem = None if running else last_problem(site.settings.data)
    newest = max((change.decided_at or change.made_at for change in changes), default=0.0)
    starting = problem is None and time.time() < newest + _STARTING
    return Work(
        [row_of(change) for change in changes],
        stopped=bool(changes) and not running and not starting,
        problem=problem._replace(words=one_way(problem.words)) if problem else None,
    )
