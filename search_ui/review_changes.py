"""`/review/changes`: changes with their diffs, and the work in progress."""

from __future__ import annotations

import time
from difflib import unified_diff
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, url_for

from review.context import ReviewContext
from review.decide import confirm_change, drop_change, revert_change
from review.queue import learning_is_due
from search_ui.access import admin_name, admin_only
from search_ui.background import (
    ApplyFailure,
    is_applying,
    last_applying_start,
    last_failure,
    start_applying,
)
from search_ui.languages import phrase
from search_ui.review_cards import percent, shown_text
from search_ui.site import this_site
from search_ui.text import one_way, readable
from store.changes import (
    ChangeKind,
    ChangeState,
    change_of,
    changes_in_state,
    changes_of,
    files_of_change,
    reverts_by_change,
)
from store.proposals import decisions_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from werkzeug import Response

    from search_ui.site import SearchSite
    from store.changes import FileChange, KnownChange
    from store.ledger import Ledger
    from store.proposals import KnownDecision


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


def begin_applying() -> None:
    """Apply and learn from decisions, in a process beside this server."""
    site = this_site()
    start_applying(site.settings, site.topic_name)


# The list of changes, and answers to them.


change_views = Blueprint("changes", __name__, url_prefix="/changes")

_MOST = 100
_LONGEST_NAME = 120
_ANSWERS = {"confirm": confirm_change, "drop": drop_change, "revert": revert_change}


@change_views.get("")
@admin_only
def all_changes() -> str:
    return changes_page()


def changes_page(problem: str = "") -> str:
    site = this_site()
    changes, decisions = [], []
    if site.ledger is not None:
        with site.ledger.reading() as conn:
            reverted = reverts_by_change(conn)
            changes = [
                change_row(one, reverted) for one in changes_of(conn, site.topic_name, _MOST)
            ]
            decisions = decisions_of(conn, site.topic_name, _MOST)
    return render_template(
        "review/changes.html",
        tab="changes",
        work=work_status_of(site),
        changes=changes,
        decisions=[_shown(decision) for decision in decisions],
        problem=problem,
    )


@change_views.get(f"/<{NUMBER}:number>")
@admin_only
def one_change(number: int) -> str:
    with ledger_or_404().reading() as conn:
        change = change_of(conn, number)
        if change is None or change.topic != this_site().topic_name:
            abort(404)
        files = files_of_change(conn, number)
        shown = change_row(change, reverts_by_change(conn))
    return render_template(
        "review/change.html",
        tab="changes",
        work=work_status_of(this_site()),
        change=shown,
        files=file_diffs(files),
    )


@change_views.post(f"/<{NUMBER}:number>")
@admin_only
def answer_change(number: int) -> Response:
    """Confirm or drop a proposed change, revert a completed one."""
    answer = _ANSWERS.get(request.form.get("choice", "")) or abort(400)
    answer(review_context(), number, admin_name() or "")
    begin_applying()
    return redirect(url_for("review.changes.all_changes"), 303)


def _shown(decision: KnownDecision) -> KnownDecision:
    return decision._replace(
        site=one_way(decision.site),
        name=shown_text(decision.name, _LONGEST_NAME),
        who=one_way(decision.who),
    )


# A change on the page, with its possible actions.


_LONGEST = 120
_LONGEST_NOTE = 4_000
_CHOICES: Mapping[ChangeState, tuple[str, ...]] = {
    ChangeState.PROPOSED: ("confirm", "drop"),
    ChangeState.DONE: ("revert",),
}


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
    settled = change.kind is ChangeKind.REVERT or change.id in reverted
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
    told = change.detail.get("attribute")
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


# Diffs of files.


MOST_LINES = 400
_LONGEST_FILE = 200_000  # bytes that are compared line by line; sample pages may be larger
_LONGEST_LINE = 400
_KINDS = {"+": "added", "-": "removed", "@": "where"}


class DiffLine(NamedTuple):
    """`kind` is "added", "removed", "where" or "same"."""

    kind: str
    text: str


class FileDiff(NamedTuple):
    """`what` is "new", "gone" or "changed"; `lines` is empty for unreadable files."""

    path: str
    what: str
    lines: tuple[DiffLine, ...]
    cut: bool
    added: int
    removed: int


def file_diffs(files: Iterable[FileChange]) -> list[FileDiff]:
    """Files for people first, sample pages last."""
    return [file_diff(file) for file in sorted(files, key=_rank)]


def _rank(file: FileChange) -> tuple[bool, bool, str]:
    return not file.path.startswith("topics/"), "/samples/" in file.path, file.path


def file_diff(file: FileChange) -> FileDiff:
    is_page = file.path.endswith(".html")
    before, after = (None if is_page else _lines(body) for body in (file.before, file.after))
    found: list[DiffLine] = []
    if before is not None and after is not None:
        found = list(_compared(before, after))
    what = "new" if file.before is None else "gone" if file.after is None else "changed"
    kinds = [line.kind for line in found]
    shown = tuple(found[:MOST_LINES])
    cut = len(found) > MOST_LINES or before is None or after is None
    return FileDiff(file.path, what, shown, cut, kinds.count("added"), kinds.count("removed"))


def _lines(body: bytes | None) -> list[str] | None:
    """None if it is not text, or too long."""
    if body is None:
        return []
    if len(body) > _LONGEST_FILE or b"\0" in body:
        return None
    return body.decode("utf-8", "replace").splitlines()


def _compared(before: list[str], after: list[str]) -> Iterator[DiffLine]:
    for number, line in enumerate(unified_diff(before, after, lineterm="", n=2)):
        if number > 1:  # the names of the files come first
            kind = _KINDS.get(line[:1], "same")
            yield DiffLine(kind, readable(line[:_LONGEST_LINE]))


# The status of the work: changes in progress, and failures.


_ON_THEIR_WAY = (ChangeState.DECIDED, ChangeState.KEPT)
_STARTING = 15.0  # seconds that a new process may take to become visible


class WorkStatus(NamedTuple):
    """`unfinished`: changes are in progress, or the index lacks the last one."""

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
