"""`/review/changes`: what followed from decisions, and what may be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, url_for

from index.ledger.changes import change_of, changes_of, files_of, reverts
from index.ledger.decisions import decisions_of
from review.deciding import confirm, drop, revert
from search_ui.access.guard import admin_name, admin_only
from search_ui.monitoring.moments import moment
from search_ui.products.readable import one_way
from search_ui.reviewing.bench import NUMBER, begin, existing, workshop
from search_ui.reviewing.cards import shown_text
from search_ui.reviewing.change_rows import row_of
from search_ui.reviewing.diff import diffs_of
from search_ui.reviewing.work import work_on
from search_ui.site import this_site

if TYPE_CHECKING:
    from werkzeug import Response

    from index.ledger.decisions import KnownDecision

views = Blueprint("changes", __name__, url_prefix="/changes")

_MOST = 100
_LONGEST_NAME = 120
_ANSWERS = {"confirm": confirm, "drop": drop, "revert": revert}


@views.get("")
@admin_only
def all_of_them() -> str:
    return changes_page()


def changes_page(problem: str = "") -> str:
    site = this_site()
    changes, decisions = [], []
    if site.ledger is not None:
        with site.ledger.reading() as conn:
            reverted = reverts(conn)
            changes = [row_of(one, reverted) for one in changes_of(conn, site.topic_name, _MOST)]
            decisions = decisions_of(conn, site.topic_name, _MOST)
    return render_template(
        "reviewing/changes.html",
        tab="changes",
        work=work_on(site),
        changes=changes,
        decisions=[_shown(decision) for decision in decisions],
        problem=problem,
        moment=moment,
    )


@views.get(f"/<{NUMBER}:number>")
@admin_only
def one(number: int) -> str:
    with existing().reading() as conn:
        change = change_of(conn, number)
        if change is None or change.topic != this_site().topic_name:
            abort(404)
        files = files_of(conn, number)
        shown = row_of(change, reverts(conn))
    return render_template(
        "reviewing/change.html",
        tab="changes",
        work=work_on(this_site()),
        change=shown,
        files=diffs_of(files),
        moment=moment,
    )


@views.post(f"/<{NUMBER}:number>")
@admin_only
def act(number: int) -> Response:
    """Confirm or drop what was proposed, revert what was done."""
    answer = _ANSWERS.get(request.form.get("choice", "")) or abort(400)
    answer(workshop(), number, admin_name() or "")
    begin()
    return redirect(url_for("reviewing.changes.all_of_them"), 303)


def _shown(decision: KnownDecision) -> KnownDecision:
    return decision._replace(
        site=one_way(decision.site),
        name=shown_text(decision.name, _LONGEST_NAME),
        who=one_way(decision.who),
    )
