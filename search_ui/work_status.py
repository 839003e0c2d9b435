"""The work beside the server as pages show it: changes in progress, a crawl, what has ended.

Review and labelling pages show the same part (`templates/review/work.html`), which scripts reload
as long as something is going on. They name what they have seen running (`watch`), so that the
part tells when it has ended.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import abort, g, request

from review.context import ReviewContext
from review.queue import learning_is_due
from search_ui.background import (
    ApplyFailure,
    Wish,
    is_working,
    last_failure,
    last_work_start,
    open_wishes,
    review_folder,
    start_work,
)
from search_ui.crawling import is_crawling, is_stopping, most_pages
from search_ui.languages import phrase
from search_ui.review_cards import percent, shown_text
from search_ui.site import this_site
from search_ui.text import one_way
from store.changes import ChangeKind, ChangeState, change_of, changes_in_state
from store.ledger import is_data_folder_locked
from store.runs import RUNNING, last_runs
from store.shared_frontier import running_crawlers

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from sqlalchemy import Connection

    from core.settings import Settings
    from search_ui.site import SearchSite
    from store.changes import KnownChange
    from store.ledger import Ledger
    from store.runs import Run


# The largest id in addresses: no ledger has a greater one.
NUMBER: Final = f"int(max={1 << 62})"


def ledger_or_404() -> Ledger:
    """404 if there has been no crawl yet."""
    return this_site().ledger or abort(404)


def review_context() -> ReviewContext:
    site = this_site()
    return ReviewContext(site.settings, site.topic_name, ledger_or_404())


def is_learning_due() -> bool:
    site = this_site()
    with ledger_or_404().reading() as conn:
        return learning_is_due(conn, site.topic_name)


def begin_work(wish: Wish | None = None) -> None:
    """Apply decisions, learn from them, and do what is wished for, beside this server."""
    site = this_site()
    start_work(site.settings, site.topic_name, wish)


# A change on the page, with its possible actions.


_LONGEST = 120
_LONGEST_NOTE = 4_000
_CHOICES: Mapping[ChangeState, tuple[str, ...]] = {
    ChangeState.PROPOSED: ("confirm", "drop"),
    ChangeState.DONE: ("revert",),
}


_NOT_REVERTIBLE = (ChangeKind.REVERT, ChangeKind.READ)


class ChangeRow(NamedTuple):
    """`choices` are the possible actions."""

    id: int
    title: str
    site: str
    state: str
    who: str
    note: str
    accuracy: str
    made_at: float
    pages_done: int
    pages_all: int
    choices: tuple[str, ...]


def change_row(change: KnownChange, reverted: Container[object]) -> ChangeRow:
    """`reverted` are the ids of reverted changes."""
    settled = change.kind in _NOT_REVERTIBLE or change.id in reverted
    return ChangeRow(
        change.id,
        phrase(f"review.change.kind.{change.kind}", g.language, name=_about(change)),
        one_way(change.site) or _sites(change),
        change.state.value,
        one_way(change.who),
        shown_text(one_way(change.note), _LONGEST_NOTE),
        _accuracy(change),
        change.made_at,
        change.pages_done,
        change.pages_all,
        () if settled else _CHOICES.get(change.state, ()),
    )


def _about(change: KnownChange) -> str:
    """The attribute; for a known one, with its new names."""
    told = change.detail.get("attribute", change.detail.get("seed"))
    attribute = told.get("name", "") if isinstance(told, dict) else told or ""
    names = change.detail.get("names") or change.detail.get("region_names")
    also = ", ".join(map(str, names)) if isinstance(names, list) else ""
    if "names" in change.detail and not isinstance(told, dict):
        about = f"{also} → {attribute}"
    else:
        about = str(attribute) or also or change.site
    return shown_text(one_way(about), _LONGEST)


def _sites(change: KnownChange) -> str:
    sites = change.detail.get("sites")
    return (
        shown_text(one_way(", ".join(map(str, sites))), _LONGEST) if isinstance(sites, list) else ""
    )


def _accuracy(change: KnownChange) -> str:
    """The predicted accuracy of a repaired rule."""
    predicted = change.detail.get("predicted")
    told = predicted.get("f1") if isinstance(predicted, dict) else None
    if not isinstance(told, int | float):
        return ""
    return phrase("review.change.accuracy", g.language, percent=percent(told))


# The status of the work.


_ON_THEIR_WAY = (ChangeState.DECIDED, ChangeState.KEPT)
_STARTING = 15.0  # seconds that a new process may take to become visible
_MOST_WATCHED = 50


class CrawlStatus(NamedTuple):
    """A crawl that runs; `ours`: it was started here, so that it can be stopped here.

    `run` is None until the ledger knows of it; `most_pages` is the limit of those started here.
    """

    ours: bool
    stopping: bool
    run: Run | None
    most_pages: int


class WorkStatus(NamedTuple):
    """`unfinished`: changes are in progress, or the index lacks the last one.

    `last_run` is the id of the last crawl that has ended. `ended` and `ended_crawls` are what the
    page has been watching, and what has ended since.
    """

    changes: Sequence[ChangeRow] = ()
    unfinished: bool = False
    going_on: bool = False
    problem: ApplyFailure | None = None
    crawl: CrawlStatus | None = None
    wishes: Sequence[Wish] = ()
    last_run: int = 0
    ended: Sequence[ChangeRow] = ()
    ended_crawls: Sequence[Run] = ()

    @property
    def stopped(self) -> bool:
        return self.unfinished and not self.going_on

    @property
    def is_watched(self) -> bool:
        """Whether the page should reload the status."""
        return self.going_on or self.crawl is not None

    @property
    def watch(self) -> str:
        """What the page is to watch from now on: changes, and crawls after the last one.

        Not the crawl itself: it may begin and end between two requests.
        """
        crawls = [f"r{self.last_run}"] if self.crawl or Wish.CRAWL in self.wishes else []
        return " ".join([*(f"c{change.id}" for change in self.changes), *crawls])


def work_status_of(site: SearchSite) -> WorkStatus:
    data = site.settings.data
    running, wishes = is_working(data), open_wishes(data, site.topic_name)
    problem = None if running else last_failure(data)
    # If the clock was set back, the start seems to be in the future: do not wait for it.
    starting = problem is None and 0 <= time.time() - last_work_start(data) < _STARTING
    status = WorkStatus(
        going_on=running or (bool(wishes) and starting),
        problem=problem._replace(words=one_way(problem.words)) if problem else None,
        wishes=wishes,
    )
    if site.ledger is None:
        return status
    with site.ledger.reading() as conn:
        elsewhere = site.ledger.is_shared and bool(running_crawlers(conn, site.topic_name))
        changes = changes_in_state(conn, _ON_THEIR_WAY, site.topic_name)
        ended = _ended(conn, review_context())
        runs = last_runs(conn, site.topic_name, _MOST_WATCHED)
    over = [run for run in runs if run.outcome != RUNNING]
    unfinished = bool(changes) or any(review_context().changes_folder.glob("[0-9]*"))
    return status._replace(
        changes=[change_row(change, ()) for change in changes],
        unfinished=unfinished,
        going_on=status.going_on or (unfinished and starting),
        crawl=_crawl(site.settings, runs, running=running, elsewhere=elsewhere),
        ended=ended,
        last_run=max((run.id for run in over), default=0),
        ended_crawls=[run for run in over if run.id > min(_numbers("r"), default=run.id)],
    )


def _crawl(
    settings: Settings, runs: Sequence[Run], *, running: bool, elsewhere: bool
) -> CrawlStatus | None:
    """The crawl that runs, wherever it was started; `elsewhere` may be on another host."""
    folder = review_folder(settings.data)
    ours = is_crawling(folder)
    run = next((run for run in runs if run.outcome == RUNNING), None)
    here = not running and run and is_data_folder_locked(settings.data)
    if ours or here or elsewhere:
        return CrawlStatus(ours, is_stopping(folder), run, most_pages(settings))
    return None


def _ended(conn: Connection, context: ReviewContext) -> list[ChangeRow]:
    """The changes that the page has been watching, if they have ended and the index has them."""
    found = (change_of(conn, number) for number in _numbers("c"))
    return [
        change_row(change, ())
        for change in found
        if change
        and change.topic == context.topic_name
        and change.done_at is not None
        and not context.folder_of(change.id).exists()
    ]


def _numbers(mark: str) -> list[int]:
    """Of what the page watches: "c12" is change 12, "r3" the crawls after run 3."""
    told = request.args.get("watch", "")[:1_000].split()
    numbers = (one[1:] for one in told if one[:1] == mark)
    known = (one for one in numbers if one.isascii() and one.isdecimal() and len(one) < 18)
    return list(dict.fromkeys(map(int, known)))[:_MOST_WATCHED]
