"""`/label`: choose a page, mark names and values, see what the rule reads, save.

For the admin only. The browser sends the marks with every step (`marking.py`); each step tries the
rule (`label_trial.py`) and shows the page again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from markupsafe import Markup

from core.errors import SpecSeekError
from core.records import PICTURE
from rules.page_facts import Guess, guess_region
from search_ui.access import admin_name, admin_only
from search_ui.frame import frame_of
from search_ui.label_bring import draft_from_upload, draft_from_web
from search_ui.label_layouts import dismissed_pages, unread_layouts
from search_ui.label_next import site_views
from search_ui.label_pages import drafts, opened_page
from search_ui.label_trial import RuleTrial, keep_draft, make_active, try_rule
from search_ui.languages import phrase
from search_ui.marking import (
    MOST_PAIRS,
    BadFormError,
    MarkedPair,
    Marking,
    in_page_order,
    mark_picture,
    mark_text,
    read_marking,
)
from search_ui.site import this_site
from search_ui.text import one_way
from store.database import steady_time
from store.unread import dismiss_page, restore_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from flask import Response as FlaskResponse
    from werkzeug import Response

    from core.topic import Topic
    from pages.outline import Outline
    from pages.page import Page
    from search_ui.label_pages import OpenedPage
    from search_ui.languages import Language


label_views = Blueprint("label", __name__, url_prefix="/label")
label_views.register_blueprint(site_views)
_LARGEST_ID = 1 << 62


@label_views.errorhandler(SpecSeekError)
def show_error(error: SpecSeekError) -> tuple[str, int]:
    """Show the message about a damaged archive, rule file or draft."""
    return _choosing(str(error)), 422


@label_views.get("")
@admin_only
def choose_page() -> str:
    return _choosing()


def _choosing(problem: str = "", url: str = "") -> str:
    return render_template(
        "label/choose.html",
        layouts=unread_layouts(),
        dismissed=dismissed_pages(),
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


@label_views.post("/dismiss")
@admin_only
def dismiss() -> Response:
    """Offer a page, and those like it, no more (or again)."""
    ledger, link = this_site().ledger, request.form.get("link", type=int)
    if ledger is None or link is None or not 0 < link < _LARGEST_ID:
        abort(404)
    with ledger.transaction() as conn:
        if "again" in request.form:
            restore_page(conn, link)
        else:
            dismiss_page(conn, this_site().topic_name, link, admin_name() or "", steady_time())
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
    """One step: a mark, a changed pair, a trial of the rule, or saving."""
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


def _opened(key: str) -> OpenedPage:
    return opened_page(key) or abort(404)


def _saved(opened: OpenedPage, marking: Marking) -> str | None:
    """Save if the form says so; returns where to go next."""
    match request.form.get("save"):
        case "draft":
            return url_for("label.label_page", key=f"d{keep_draft(opened, marking.pairs)}")
        case "active":
            make_active(opened, marking.pairs)
            return url_for("label.site.site_rules", site=opened.site, saved=1)
    return None


def _stepped(opened: OpenedPage, marking: Marking) -> Marking:
    """The marking after a mark or the removal of a pair."""
    leaf = request.form.get("mark", type=int)
    if leaf is not None and 0 <= leaf < len(opened.outline.owners):
        return mark_text(marking, leaf, opened.outline, this_site().written_topic)
    picture = request.form.get("picture", type=int)
    if picture is not None:
        return mark_picture(marking, picture, opened.page)
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


# What the templates of the labelling page need.


def first_marking(opened: OpenedPage) -> Marking:
    """The initial marking: the draft, or pairs guessed from the page."""
    if opened.pairs:
        return Marking(opened.pairs)
    proposed = map(MarkedPair.of_reading, guessed_region(opened.page).readings)
    return Marking(in_page_order(islice(proposed, MOST_PAIRS)))


def guessed_region(page: Page) -> Guess:
    return _guess(page, this_site().written_topic)


@lru_cache(maxsize=8)
def _guess(page: Page, topic: Topic) -> Guess:
    """Cached: needed again with every mark."""
    return guess_region(page, (topic,))


def template_parts(
    opened: OpenedPage, marking: Marking, trial: RuleTrial | None = None, *, whole: bool = False
) -> dict[str, object]:
    """The variables of the templates."""
    region = range(0) if whole else guessed_region(opened.page).region
    return {
        "opened": opened,
        "marking": marking,
        "marks": marking.marks,
        "texts": markable_texts(opened.outline, region),
        "trial": trial,
        "unread": {example.texts for example in trial.unread} if trial else set(),
        "choices": attribute_options(this_site().written_topic, g.language),
        "labels": _labels(this_site().written_topic, g.language),
    }


@cache
def _labels(topic: Topic, language: Language) -> dict[str, str]:
    """Attribute → label in the page's language."""
    labels = {attribute.name: attribute.label_in(language) for attribute in topic.attributes}
    return {PICTURE: phrase("label.picture", language)} | labels


@cache
def attribute_options(topic: Topic, language: Language) -> Markup:
    """The options of a list of all attributes, rendered once for all rows."""
    labels = _labels(topic, language)
    groups: dict[str, list[Markup]] = {}
    for attribute in topic.attributes:
        option = Markup("<option value='{}'>{}</option>").format(
            attribute.name, labels[attribute.name]
        )
        groups.setdefault(attribute.group, []).append(option)
    picture = Markup("<option value='{}'>{}</option>").format(PICTURE, labels[PICTURE])
    return picture + Markup("").join(
        Markup("<optgroup label='{}'>{}</optgroup>").format(group, Markup("").join(options))
        for group, options in groups.items()
    )


# The tag sequence as a list of texts to mark, each with the tags before it.


MOST_TEXTS = 1_500
_LONGEST = 200
_MARGIN = 3


class MarkableText(NamedTuple):
    """`tag` is the number, from 1, of the tag before the text in the sequence.

    `tags` are the last few tags since the previous text.
    """

    number: int
    tag: int
    tags: str
    text: str


class MarkableTexts(NamedTuple):
    """`whole`: these are all texts of the page; `cut`: there are more than shown."""

    shown: tuple[MarkableText, ...]
    whole: bool
    cut: bool


def markable_texts(outline: Outline, region: range) -> MarkableTexts:
    """The texts of a region and a few around it; of the whole page if the region is empty."""
    leaves = range(len(outline.owners))
    wanted = leaves
    if region:
        wanted = leaves[max(region.start - _MARGIN, 0) : region.stop + _MARGIN]
    shown = wanted[:MOST_TEXTS]
    return MarkableTexts(
        tuple(_texts(outline, shown)),
        whole=len(wanted) == len(leaves),
        cut=len(wanted) > len(shown),
    )


def _texts(outline: Outline, leaves: Iterable[int]) -> Iterable[MarkableText]:
    before = None
    for leaf in leaves:
        tag = outline.leaf_tags[leaf]
        first = tag if before is None else min(before + 1, tag)
        tags = "*".join(outline.tags[max(first, tag - 7, 1) : tag + 1])
        yield MarkableText(leaf, tag, "" if tag == before else tags, outline.texts[leaf][:_LONGEST])
        before = tag
