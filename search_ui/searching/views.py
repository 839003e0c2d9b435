"""Home, results and suggestions, by address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, jsonify, redirect, request

from index.generations import IndexUnusable
from index.search.address import parameters_of, query_from_parameters
from search_ui.searching.addresses import SEARCH, address
from search_ui.searching.card_list import card_list
from search_ui.searching.choice_list import choice_list
from search_ui.searching.counts import site_counts
from search_ui.searching.pages import home_page, home_without_index, no_index_page, results_page
from search_ui.site import this_site

if TYPE_CHECKING:
    from flask import Response
    from werkzeug import Response as AnyResponse

search_views = Blueprint("search", __name__)
search_views.add_app_template_filter(card_list)
search_views.add_app_template_filter(choice_list)
_MOST_SUGGESTED = 8


@search_views.get("/")
def home() -> Response:
    try:
        return home_page(site_counts(this_site()))
    except IndexUnusable as problem:
        return home_without_index(problem)


@search_views.get(SEARCH)
def results_view() -> AnyResponse:
    """A form sends fields that nobody filled in; the address to share is without them."""
    topic = this_site().topic
    asked = query_from_parameters(request.args.items(multi=True), topic)
    if "" in request.args.values():
        return redirect(address(SEARCH, parameters_of(asked, topic)))
    return results_page(this_site().finder().find(asked))


@search_views.get("/suggest.json")
def suggestions() -> Response:
    """A list of texts that what was typed so far may become."""
    typed = request.args.get("q", "")
    return jsonify([str(text) for text in this_site().finder().complete(typed)[:_MOST_SUGGESTED]])


@search_views.app_errorhandler(IndexUnusable)
def no_index(problem: IndexUnusable) -> tuple[Response, int]:
    """The same words for whoever asks: a person who may not be the one to mend it."""
    if request.path.endswith((".json", ".csv")):
        return jsonify(error={"status": 503, "reason": str(problem)}), 503
    return no_index_page(problem), 503
