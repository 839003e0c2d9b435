"""`/review/changes`: changes with their diffs."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for

from review.decide import confirm_change, drop_change, revert_change
from search_ui.access import admin_name, admin_only
from search_ui.review_cards import shown_text
from search_ui.site import this_site
from search_ui.text import one_way, readable
from search_ui.work_status import (
    NUMBER,
    begin_work,
    change_row,
    ledger_or_404,
    review_context,
    work_status_of,
)
from store.changes import change_of, changes_of, files_of_change, reverts_by_change
from store.proposals import decisions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from werkzeug import Response

    from store.changes import FileChange
    from store.proposals import KnownDecision


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
    begin_work()
    return redirect(url_for("review.changes.all_changes"), 303)


def _shown(decision: KnownDecision) -> KnownDecision:
    return decision._replace(
        site=one_way(decision.site),
        name=shown_text(decision.name, _LONGEST_NAME),
        who=one_way(decision.who),
    )


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
