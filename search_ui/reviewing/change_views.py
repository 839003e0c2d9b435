"""`/review/changes`: what followed from decisions, and what may be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, url_for

from review.deciding import confirm_change, drop_change, revert_change
from search_ui.access.guard import admin_name, admin_only
from search_ui.monitoring.moments import time_element
from search_ui.products.readable import one_way
from search_ui.reviewing.bench import NUMBER, begin_applying, ledger_or_404, review_context
from search_ui.reviewing.cards import shown_text
from search_ui.reviewing.change_rows import change_row
from search_ui.reviewing.diff import file_diffs
from search_ui.reviewing.work import work_status_of
from search_ui.site import this_site
from store.changes import change_of, changes_of, files_of_change, reverts_by_change
from store.proposals import decisions_of

if TYPE_CHECKING:
    from werkzeug import Response

    from store.proposals import KnownDecision

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
        moment=time_element,
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
        moment=time_element,
    )


@change_views.post(f"/<{NUMBER}:number>")
@admin_only
def answer_change(number: int) -> Response:
    """Confirm or drop what was proposed, revert what was done."""
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
