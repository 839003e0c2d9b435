"""`/label/site/SITE`: the rules of a site, and what comes after labelling.

Four steps, each a button: read the labelled and the stored pages, add the site to the topic's
seeds, crawl, update the index. All of them are done beside the server (`background.py`); the page
shows the progress, and the product that is found in the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, url_for

from core.errors import SpecSeekError
from core.names import site_of
from core.records import BY_RULE
from core.topic import load_topic
from core.urls import canonical_url
from core.yaml_files import dump_yaml
from index.generations import IndexUnusable
from index.search.model import SearchQuery
from review.context import DecisionError
from review.site_pages import add_seed, read_site
from rules.library import RuleLibrary
from search_ui.access import admin_name, admin_only
from search_ui.background import Wish
from search_ui.commands import terminal_command
from search_ui.crawling import most_minutes, most_pages
from search_ui.label_bring import checked_address
from search_ui.label_layouts import unread_layouts
from search_ui.label_pages import rules_folder
from search_ui.monitor import IndexState, index_state
from search_ui.site import this_site
from search_ui.text import one_way, readable
from search_ui.work_status import begin_work, ledger_or_404, review_context, work_status_of
from store.changes import ChangeKind, ChangeState, changes_of
from store.frontier import link_id_at
from store.ledger import Ledger, ledger_url
from store.stored_pages import Affected, count_affected, values_of_pages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection
    from werkzeug import Response

    from rules.model import SiteRules
    from search_ui.work_status import WorkStatus


site_views = Blueprint("site", __name__, url_prefix="/site")


@site_views.get("/<site>")
@admin_only
def site_rules(site: str) -> str:
    return _page(_rules(site))


@site_views.get("/<site>/next")
@admin_only
def next_part(site: str) -> str:
    """The steps with their progress, for scripts."""
    return render_template("label/next.html", **_step_parts(_rules(site)))


@site_views.post("/<site>/next")
@admin_only
def take_step(site: str) -> Response | tuple[str, int]:
    rules = _rules(site)
    try:
        _take(request.form.get("step", ""), rules.source)
    except SpecSeekError as error:
        return _page(rules, problem=one_way(str(error))), 422
    return redirect(url_for("label.site.site_rules", site=site), 303)


def _rules(site: str) -> SiteRules:
    rules = RuleLibrary(rules_folder()).rules_for(f"http://{site}/")
    return rules if rules is not None else abort(404)


def _page(rules: SiteRules, problem: str = "") -> str:
    return render_template(
        "label/site.html",
        yaml=dump_yaml(rules),
        samples=RuleLibrary(rules_folder()).samples(rules.source),
        layouts=unread_layouts(rules.source),
        saved="saved" in request.args,
        problem=problem,
        **_step_parts(rules),
    )


def _step_parts(rules: SiteRules) -> dict[str, object]:
    settings, topic = this_site().settings, this_site().topic_name
    work = work_status_of(this_site())
    return {
        "site": rules.source,
        "work": work,
        "steps": next_steps(rules, work),
        "most_pages": most_pages(settings),
        "most_minutes": most_minutes(settings),
        "reread": terminal_command(
            settings, "specseek", "reread", "--topic", topic, "--site", rules.source
        ),
    }


# Taking a step.


def _take(step: str, site: str) -> None:
    """Start a step; SpecSeekError if that is not possible."""
    match step:
        case "read":
            _require_ledger()
            read_site(review_context(), site, admin_name() or "")
            begin_work()
        case "seed":
            _require_ledger()
            add_seed(review_context(), _seed_address(site), admin_name() or "")
            begin_work()
        case "crawl":
            # Read anew: a seed may have been added a moment ago.
            if not load_topic(this_site().settings.topics, this_site().topic_name).seeds:
                raise DecisionError("the topic has no seeds, so there is nowhere to begin")
            begin_work(Wish.CRAWL)
        case "index":
            begin_work(Wish.INDEX)
        case _:
            abort(400)


def _require_ledger() -> None:
    """Before the first crawl there is none."""
    settings = this_site().settings
    if this_site().ledger is None:
        Ledger.open(settings.ledger or ledger_url(settings.data)).close()


def _seed_address(site: str) -> str:
    address = checked_address(request.form.get("url", ""))
    if site_of(address) != site:
        raise DecisionError(f"{address} is not an address of {site}")
    return address


# How far each step is.


class FoundProduct(NamedTuple):
    id: str
    title: str


@dataclass(frozen=True)
class NextSteps:
    """`stored` counts the site's pages in the archive.

    `is_read`: they were read after the rule was last changed. `home` is where a crawl of the site
    might begin.
    """

    stored: int
    is_read: bool
    seeds: Sequence[str]
    home: str
    index: IndexState
    products: Sequence[FoundProduct]


def next_steps(rules: SiteRules, work: WorkStatus) -> NextSteps:
    site, here = rules.source, this_site()
    library = RuleLibrary(rules_folder())
    urls = [one.page.url for one in library.samples(site)]
    known: dict[str, int] = {}
    stored, is_read = 0, False
    if here.ledger is not None:
        with here.ledger.reading() as conn:
            known = _links(conn, urls)
            stored = count_affected(conn, Affected(here.topic_name, (site,)))
            is_read = _read_at(conn, site) >= library.file_of(site).stat().st_mtime
    return NextSteps(
        stored=stored,
        is_read=is_read,
        seeds=[seed for seed in here.written_topic.seeds if site_of(seed) == site],
        home=_home(urls[-1]) if urls else f"http://{site}/",
        index=index_state(here),
        products=() if work.going_on else found_products(known),
    )


def _links(conn: Connection, urls: Sequence[str]) -> dict[str, int]:
    """Address of a labelled page → its id in the ledger, if it is there."""
    topic = this_site().topic_name
    addresses = (url for url in map(canonical_url, urls) if url)
    found = ((url, link_id_at(conn, topic, url)) for url in addresses)
    return {url: link for url, link in found if link is not None}


def _read_at(conn: Connection, site: str) -> float:
    """When somebody last decided to read the site's pages, if that was done; else 0."""
    return max(
        (
            change.made_at
            for change in changes_of(conn, this_site().topic_name)
            if (change.kind, change.site) == (ChangeKind.READ, site)
            and change.state is ChangeState.DONE
        ),
        default=0.0,
    )


def _home(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


# The products of labelled pages, as visitors find them.


_MOST_PRODUCTS = 5


def found_products(known: Mapping[str, int]) -> list[FoundProduct]:
    """Those of the pages that were labelled last; none before there is an index."""
    site = this_site()
    try:
        finder = site.finder()
    except IndexUnusable:
        return []
    last = dict(list(known.items())[-_MOST_PRODUCTS:])
    with ledger_or_404().reading() as conn:
        values = values_of_pages(conn, last.values(), BY_RULE)
    naming = site.topic.naming.name if site.topic.naming else ""
    found: dict[str, FoundProduct] = {}
    for url, link in last.items():
        name = next((one.raw for one in values.get(link, ()) if one.attribute == naming), "")
        hits = finder.find(SearchQuery(text=name)).products if name else ()
        for product in hits:
            if url in product.urls:
                found[product.id] = FoundProduct(product.id, readable(product.title))
    return list(found.values())
