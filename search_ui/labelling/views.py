"""The addresses of the labelling page; all of them are the admin's alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, url_for

from core.errors import SpecSeekError
from core.yaml_files import dump_yaml
from rules.library import RuleLibrary
from search_ui.access.guard import admin_only
from search_ui.labelling.bringing import draft_from_upload, draft_from_web
from search_ui.labelling.form import BadFormError, read_marking
from search_ui.labelling.frame import frame_of
from search_ui.labelling.layouts import unread_layouts
from search_ui.labelling.marking import Marking, mark_text
from search_ui.labelling.opened_page import drafts, opened_page, rules_folder
from search_ui.labelling.saving import keep_draft, make_active
from search_ui.labelling.trial import RuleTrial, try_rule
from search_ui.labelling.workbench import first_marking, template_parts
from search_ui.products.readable import one_way
from search_ui.site import this_site

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response as FlaskResponse
    from werkzeug import Response

    from search_ui.labelling.opened_page import OpenedPage

label_views = Blueprint("label", __name__, url_prefix="/label")


@label_views.errorhandler(SpecSeekError)
def show_error(error: SpecSeekError) -> tuple[str, int]:
    """A damaged archive, rule file or draft, in its own words."""
    return _choosing(str(error)), 422


@label_views.get("")
@admin_only
def choose_page() -> str:
    return _choosing()


def _choosing(problem: str = "", url: str = "") -> str:
    return render_template(
        "label/choose.html",
        layouts=unread_layouts(),
        drafts=list(drafts().all()),
        problem=problem,
        url=url,
        megabytes=this_site().settings.crawl.page_megabytes,
        crawled=this_site().ledger is not None,
    )


@label_views.post("/fetch")
@admin_only
def fetch_draft() -> Response | tuple[str, int]:
    return _brought(lambda: draft_from_web(request.form.get("url", "")))


@label_views.post("/upload")
@admin_only
def upload_draft() -> Response | tuple[str, int]:
    return _brought(
        lambda: draft_from_upload(request.files.get("page"), request.form.get("url", ""))
    )


def _brought(bring: Callable[[], str]) -> Response | tuple[str, int]:
    try:
        key = bring()
    except SpecSeekError as error:
        return _choosing(one_way(str(error)), one_way(request.form.get("url", ""))), 422
    return redirect(url_for("label.label_page", key=f"d{key}"), 303)


@label_views.post("/draft/<key>/remove")
@admin_only
def remove_draft(key: str) -> Response:
    drafts().remove(key)
    return redirect(url_for("label.choose_page"), 303)


@label_views.get("/page/<key>")
@admin_only
def label_page(key: str) -> str:
    opened = _opened(key)
    marking = first_marking(opened)
    return _bench(opened, marking, try_rule(opened, marking.pairs))


@label_views.get("/page/<key>/look")
@admin_only
def label_frame(key: str) -> FlaskResponse:
    return frame_of(_opened(key))


@label_views.post("/page/<key>")
@admin_only
def label_step(key: str) -> Response | str | tuple[str, int]:
    """One step of work: a mark, a changed pair, a look at the rule, or saving."""
    opened = _opened(key)
    try:
        marking = read_marking(request.form, opened.outline, this_site().written_topic)
    except BadFormError as error:
        return _bench(opened, first_marking(opened), RuleTrial(), str(error)), 422
    try:
        if saved := _saved(opened, marking):
            return redirect(saved, 303)
    except SpecSeekError as error:
        return _bench(opened, marking, try_rule(opened, marking.pairs), str(error)), 422
    marking = _stepped(opened, marking)
    if request.form.get("part") == "pairs":
        return render_template("label/pairs.html", **template_parts(opened, marking))
    trial = try_rule(opened, marking.pairs)
    if request.form.get("part") == "trial":
        return render_template("label/trial.html", **template_parts(opened, marking, trial))
    return _bench(opened, marking, trial)


@label_views.get("/site/<site>")
@admin_only
def site_rules(site: str) -> str:
    library = RuleLibrary(rules_folder())
    rules = library.rules_for(f"http://{site}/")
    if rules is None:
        abort(404)
    return render_template(
        "label/site.html",
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
            return url_for("label.label_page", key=f"d{keep_draft(opened, marking.pairs)}")
        case "active":
            make_active(opened, marking.pairs)
            return url_for("label.site_rules", site=opened.site, saved=1)
    return None


def _stepped(opened: OpenedPage, marking: Marking) -> Marking:
    """After a mark or the removal of a pair, if either was asked for."""
    leaf = request.form.get("mark", type=int)
    if leaf is not None and 0 <= leaf < len(opened.outline.owners):
        return mark_text(marking, leaf, opened.outline, this_site().written_topic)
    gone = request.form.get("remove", type=int)
    if gone is not None:
        kept = (pair for at, pair in enumerate(marking.pairs) if at != gone)
        return Marking(tuple(kept), None, marking.tool)
    return marking


def _bench(opened: OpenedPage, marking: Marking, trial: RuleTrial, problem: str = "") -> str:
    whole = "whole" in request.args
    return render_template(
        "label/work.html",
        problem=problem,
        **template_parts(opened, marking, trial, whole=whole),
    )
