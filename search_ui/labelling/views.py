"""The addresses of the labelling page; all of them are the admin's alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, url_for

from rules.errors import SpecSeekError
from rules.library import RuleLibrary
from rules.yaml_files import dump_yaml
from search_ui.access.guard import admin_only
from search_ui.labelling.bringing import bring_from_web, bring_upload
from search_ui.labelling.form import BadFormError, read_form
from search_ui.labelling.frame import frame_of
from search_ui.labelling.layouts import unread_layouts
from search_ui.labelling.marking import Marking, marked
from search_ui.labelling.opened_page import drafts, opened_page, rules_folder
from search_ui.labelling.saving import keep_draft, make_active
from search_ui.labelling.trial import Trial, try_out
from search_ui.labelling.workbench import first_marking, parts
from search_ui.products.readable import one_way
from search_ui.site import this_site

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response as FlaskResponse
    from werkzeug import Response

    from search_ui.labelling.opened_page import OpenedPage

views = Blueprint("labelling", __name__, url_prefix="/label")


@views.errorhandler(SpecSeekError)
def tell(error: SpecSeekError) -> tuple[str, int]:
    """A damaged archive, rule file or draft, in its own words."""
    return _choosing(str(error)), 422


@views.get("")
@admin_only
def choose() -> str:
    return _choosing()


def _choosing(problem: str = "", url: str = "") -> str:
    return render_template(
        "labelling/choose.html",
        layouts=unread_layouts(),
        drafts=list(drafts().all()),
        problem=problem,
        url=url,
        megabytes=this_site().settings.crawl.page_megabytes,
        crawled=this_site().ledger is not None,
    )


@views.post("/fetch")
@admin_only
def fetch() -> Response | tuple[str, int]:
    return _brought(lambda: bring_from_web(request.form.get("url", "")))


@views.post("/upload")
@admin_only
def upload() -> Response | tuple[str, int]:
    return _brought(lambda: bring_upload(request.files.get("page"), request.form.get("url", "")))


def _brought(bring: Callable[[], str]) -> Response | tuple[str, int]:
    try:
        key = bring()
    except SpecSeekError as error:
        return _choosing(one_way(str(error)), one_way(request.form.get("url", ""))), 422
    return redirect(url_for("labelling.work", key=f"d{key}"), 303)


@views.post("/draft/<key>/remove")
@admin_only
def remove_draft(key: str) -> Response:
    drafts().remove(key)
    return redirect(url_for("labelling.choose"), 303)


@views.get("/page/<key>")
@admin_only
def work(key: str) -> str:
    opened = _opened(key)
    marking = first_marking(opened)
    return _bench(opened, marking, try_out(opened, marking.pairs))


@views.get("/page/<key>/look")
@admin_only
def look(key: str) -> FlaskResponse:
    return frame_of(_opened(key))


@views.post("/page/<key>")
@admin_only
def go_on(key: str) -> Response | str | tuple[str, int]:
    """One step of work: a mark, a changed pair, a look at the rule, or saving."""
    opened = _opened(key)
    try:
        marking = read_form(request.form, opened.outline, this_site().written_topic)
    except BadFormError as error:
        return _bench(opened, first_marking(opened), Trial(), str(error)), 422
    try:
        if saved := _saved(opened, marking):
            return redirect(saved, 303)
    except SpecSeekError as error:
        return _bench(opened, marking, try_out(opened, marking.pairs), str(error)), 422
    marking = _stepped(opened, marking)
    if request.form.get("part") == "pairs":
        return render_template("labelling/pairs.html", **parts(opened, marking))
    trial = try_out(opened, marking.pairs)
    if request.form.get("part") == "trial":
        return render_template("labelling/trial.html", **parts(opened, marking, trial))
    return _bench(opened, marking, trial)


@views.get("/site/<site>")
@admin_only
def site_rules(site: str) -> str:
    library = RuleLibrary(rules_folder())
    rules = library.rules_for(f"http://{site}/")
    if rules is None:
        abort(404)
    return render_template(
        "labelling/site.html",
        site=rules.source,
        rules=rules,
        yaml=dump_yaml(rules),
        samples=library.samples(rules.source),
        layouts=unread_layouts(rules.source),
        saved="saved" in request.args,
    )


def _opened(key: str) -> OpenedPage:
    return opened_page(key) or abort(404)


def _saved(opened: OpenedPage, marking: Marking) -> str | None:
    """Where to go after saving, if that was asked for."""
    match request.form.get("save"):
        case "draft":
            return url_for("labelling.work", key=f"d{keep_draft(opened, marking.pairs)}")
        case "active":
            make_active(opened, marking.pairs)
            return url_for("labelling.site_rules", site=opened.site, saved=1)
    return None


def _stepped(opened: OpenedPage, marking: Marking) -> Marking:
    """After a mark or the removal of a pair, if either was asked for."""
    leaf = request.form.get("mark", type=int)
    if leaf is not None and 0 <= leaf < len(opened.outline.owners):
        return marked(marking, leaf, opened.outline, this_site().written_topic)
    gone = request.form.get("remove", type=int)
    if gone is not None:
        kept = (pair for at, pair in enumerate(marking.pairs) if at != gone)
        return Marking(tuple(kept), None, marking.tool)
    return marking


def _bench(opened: OpenedPage, marking: Marking, trial: Trial, problem: str = "") -> str:
    whole = "whole" in request.args
    return render_template(
        "labelling/work.html", problem=problem, **parts(opened, marking, trial, whole=whole)
    )
