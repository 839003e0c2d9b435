"""`/review`: proposals, the admin's decisions, and proposals shown on stored pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup

from core.errors import SpecSeekError
from core.topic import Facet, ValueType
from core.topic_parts import ENGLISH
from review.context import DecisionError
from review.regions import accept_regions, open_regions, reject_regions
from rules.learn import Example, TextIndex
from search_ui.access import admin_name, admin_only
from search_ui.background import review_folder
from search_ui.crawling import stop_crawl
from search_ui.frame import still_frame_of
from search_ui.label_pages import opened_page
from search_ui.marking import Marking, MarkTool, placed
from search_ui.review_cards import (
    BAR_HEIGHT,
    BAR_STEP,
    SentFields,
    shown_examples,
    shown_text,
    typed_fields,
)
from search_ui.review_changes import change_views, changes_page
from search_ui.review_decisions import (
    DECIDED_ALONE,
    DECISIONS,
    WITH_CHANGES,
    MadeDecisions,
    accept_as_guessed,
    accept_typed,
    alias_typed,
    decision_notice,
    undo_decisions,
)
from search_ui.review_queue import QueueFilters, SiteRegions, queue_page, region_groups
from search_ui.site import this_site
from search_ui.text import one_way
from search_ui.work_status import (
    NUMBER,
    begin_work,
    is_learning_due,
    review_context,
    work_status_of,
)
from store.proposals import MOST_PAGES, proposals_by_id, shown_on

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask import Response as FlaskResponse
    from werkzeug import Response

    from core.topic import Topic
    from pages.outline import Outline
    from search_ui.label_pages import OpenedPage
    from search_ui.review_cards import ShownExample
    from store.proposals import KnownProposal, ShownOn


review_views = Blueprint("review", __name__, url_prefix="/review")
review_views.register_blueprint(change_views)

_MOST_AT_ONCE = 200
_LONGEST_ID = 18
_OF_REGIONS = {"accept": accept_regions, "reject": reject_regions}


@review_views.errorhandler(SpecSeekError)
def show_review_error(error: SpecSeekError) -> tuple[str, int]:
    """Show the message: a decision that is not possible, a damaged archive, a broken file."""
    words = one_way(str(error))
    if request.blueprint == "review.changes":
        return changes_page(words), 422
    return _listing(QueueFilters.of_query(request.form.get("back", "")), problem=words), 422


@review_views.get("")
@admin_only
def proposal_list() -> str:
    return _listing(QueueFilters.read(request.args), _numbers(request.args.getlist("decided")))


def _listing(
    filters: QueueFilters,
    decisions: Sequence[int] = (),
    *,
    sent: Mapping[int, SentFields] | None = None,
    problem: str = "",
) -> str:
    site = this_site()
    topic = site.written_topic
    queue = made = None
    whole: list[SiteRegions] = []
    if site.ledger is not None:
        if filters == QueueFilters(site=filters.site):  # the first page of all open proposals
            whole = region_groups(open_regions(review_context(), filters.site or None))
        with site.ledger.reading() as conn:
            queue = queue_page(conn, topic, filters, sent or {})
            made = decision_notice(conn, decisions)
    return render_template(
        "review/queue.html",
        tab="proposals",
        work=work_status_of(site),
        queue=queue,
        regions=whole,
        decided=made,
        problem=problem,
        choices=_choices(topic),
        groups=dict.fromkeys(attribute.group for attribute in topic.attributes),
        types=[kind.value for kind in ValueType],
        facets=[facet.value for facet in Facet],
        height=BAR_HEIGHT,
        step=BAR_STEP,
    )


@review_views.get("/work")
@admin_only
def work_status() -> str:
    """The part of the page that shows the progress of changes."""
    return render_template("review/work.html", work=work_status_of(this_site()))


@review_views.post("/decide")
@admin_only
def decide_proposals() -> Response | tuple[str, int]:
    filters = QueueFilters.of_query(request.form.get("back", ""))
    choice = request.form.get("choice", "")
    chosen = _numbers(request.form.getlist("proposal"))
    if choice not in DECISIONS:
        abort(400)
    try:
        made = _made(choice, chosen)
    except SpecSeekError as error:
        sent = SentFields(
            typed_fields(request.form),
            one_way(request.form.get("alias_of", ""))[:100],
            one_way(str(error)),
        )
        if len(chosen) != 1:
            raise
        return _listing(filters, sent={chosen[0]: sent}, problem=sent.problem), 422
    if made.decisions and (choice in WITH_CHANGES or is_learning_due()):
        begin_work()
    if made.problems:
        return _listing(filters, made.decisions, problem="\n".join(made.problems)), 422
    return redirect(_address_after(filters, made.decisions), 303)


@review_views.post("/regions")
@admin_only
def decide_regions() -> Response:
    """Accept or reject whole regions."""
    answer = _OF_REGIONS.get(request.form.get("choice", "")) or abort(400)
    answer(review_context(), request.form.getlist("region")[:_MOST_AT_ONCE], admin_name() or "")
    begin_work()
    return redirect(QueueFilters.of_query(request.form.get("back", "")).address(), 303)


def _made(choice: str, chosen: Sequence[int]) -> MadeDecisions:
    bench, who = review_context(), admin_name() or ""
    if choice in DECIDED_ALONE:
        return MadeDecisions(DECIDED_ALONE[choice](bench, chosen, who))
    typed = typed_fields(request.form)
    if choice == "alias":
        if len(chosen) != 1:
            raise DecisionError("choose one proposal to make it an alias")
        return MadeDecisions(alias_typed(bench, chosen[0], request.form.get("alias_of", ""), who))
    if typed and len(chosen) == 1:
        return MadeDecisions(accept_typed(bench, chosen[0], typed, who))
    return accept_as_guessed(bench, chosen, who)


@review_views.post("/undo")
@admin_only
def undo_form() -> Response:
    numbers = _numbers(request.form.getlist("decision"))
    if undo_decisions(review_context(), numbers, admin_name() or ""):
        begin_work()
    if request.form.get("back") == "changes":
        return redirect(url_for("review.changes.all_changes"), 303)
    return redirect(
        _address_after(QueueFilters.of_query(request.form.get("back", "")), numbers), 303
    )


@review_views.post("/continue")
@admin_only
def continue_work() -> Response:
    """Resume what was interrupted."""
    if work_status_of(this_site()).stopped:
        begin_work()
    return redirect(url_for("review.proposal_list"), 303)


@review_views.post("/stop-crawl")
@admin_only
def stop_crawling() -> Response:
    """Stop the crawl that was started here; what it has fetched stays."""
    stop_crawl(review_folder(this_site().settings.data))
    return redirect(url_for("review.proposal_list"), 303)


@review_views.get(f"/<{NUMBER}:number>/page/<{NUMBER}:link>")
@admin_only
def proposal_on_page(number: int, link: int) -> str:
    shown = proposal_place(number, link) or abort(404)
    return render_template(
        "review/place.html", tab="proposals", work=work_status_of(this_site()), place=shown
    )


@review_views.get(f"/<{NUMBER}:number>/page/<{NUMBER}:link>/look")
@admin_only
def proposal_frame(number: int, link: int) -> FlaskResponse:
    shown = proposal_place(number, link) or abort(404)
    return still_frame_of(shown.opened, shown.marks)


def _address_after(filters: QueueFilters, decisions: Sequence[int]) -> str:
    address = filters.address()
    told = urlencode([("decided", number) for number in decisions])
    return f"{address}{'&' if '?' in address else '?'}{told}" if told else address


def _numbers(sent: Sequence[str]) -> list[int]:
    """Ids of proposals or decisions; invalid ones are ignored."""
    known = (one for one in sent if one.isascii() and one.isdecimal() and len(one) <= _LONGEST_ID)
    return list(dict.fromkeys(map(int, known)))[:_MOST_AT_ONCE]


@lru_cache(maxsize=2)
def _choices(topic: Topic) -> Markup:
    """All attributes, for autocompletion; written once, used by every proposal."""
    option = Markup('<option value="{}">{}</option>')
    labels = ((one.name, one.label_in(ENGLISH)) for one in topic.attributes)
    return Markup("").join(option.format(*names) for names in labels)


# A proposal on one of the stored pages that show it.


_LONGEST = 200
_MOST_OTHERS = 20


@dataclass(frozen=True)
class ProposalPlace:
    """`opened` is the page, `others` are links to other pages with the proposal."""

    known: KnownProposal
    here: ShownOn
    opened: OpenedPage
    others: Sequence[ShownExample]

    @property
    def proposal(self) -> int:
        return self.known.id

    @property
    def link(self) -> int:
        return self.here.link_id

    @property
    def name(self) -> str:
        return shown_text(one_way(self.known.name), _LONGEST)

    @property
    def value(self) -> str:
        return shown_text(self.here.value, _LONGEST)

    @property
    def url(self) -> str:
        return shown_text(one_way(self.here.url), 2 * _LONGEST)

    @cached_property
    def marks(self) -> dict[int, str]:
        return marks_on_page(self.opened.outline, self.known.name, self.here.value)


def proposal_place(number: int, link: int) -> ProposalPlace | None:
    """None if there is no such proposal, or the page does not show it."""
    site = this_site()
    if site.ledger is None:
        return None
    with site.ledger.reading() as conn:
        known = proposals_by_id(conn, [number]).get(number)
        pages = shown_on(conn, number, MOST_PAGES) if known else []
    here = next((page for page in pages if page.link_id == link), None)
    opened = opened_page(f"s{link}")
    if known is None or here is None or opened is None or known.topic != site.topic_name:
        return None
    others = [page for page in pages if page.link_id != link][:_MOST_OTHERS]
    return ProposalPlace(known, here, opened, shown_examples(number, others))


# Finding a proposal's name and value on a stored page.


def marks_on_page(outline: Outline, name: str, value: str) -> dict[int, str]:
    """Number of a text → "name", "value" or "both"; {} if the page shows neither.

    If name and value are not found together, all occurrences of the name alone are marked.
    """
    index = TextIndex(outline)
    if value:
        pair = placed(Example(attribute=name, name=name, value=value), index)
        if pair.name_leaf is not None:
            return Marking((pair,)).marks
    alone = [place for place in index.places(name) if place.opens and place.closes]
    return {
        leaf: MarkTool.NAME.value
        for place in alone or index.places(name)[:1]
        for leaf in range(place.first_leaf, place.end_leaf)
    }
