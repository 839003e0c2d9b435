"""The pages' addresses with `.json` or `.csv`: the same, for programs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for

from index.search.address import query_from_parameters
from search_ui.comparing.choice import FEWEST_COMPARED, MOST_COMPARED, compared_products
from search_ui.comparing.differences import compared_attributes
from search_ui.interface.answers import csv_answer, tagged_by_content, tagged_by_index
from search_ui.interface.compare_json import compare_json
from search_ui.interface.examples import example_queries_for_api
from search_ui.interface.openapi import openapi
from search_ui.interface.product_json import product_json
from search_ui.interface.search_json import next_page, search_json
from search_ui.interface.tables import compare_rows, product_rows, search_rows
from search_ui.products.past_prices import past_prices
from search_ui.products.readable import readable_document
from search_ui.products.shelf import product
from search_ui.site import this_site

if TYPE_CHECKING:
    from werkzeug import Response as AnyResponse

    from index.documents import ProductDocument
    from index.search.model import SearchResult
    from search_ui.comparing.choice import ComparedProducts

api_views = Blueprint("api", __name__)


@api_views.get("/search.json")
def search_as_json() -> Response:
    return tagged_by_index(lambda: jsonify(search_json(_answer(), this_site().topic)))


@api_views.get("/search.csv")
def search_as_csv() -> Response:
    return tagged_by_index(_search_csv)


def _search_csv() -> Response:
    found, topic = _answer(), this_site().topic
    answer = csv_answer(search_rows(found.products, topic), f"{topic.name}-{found.asked.page}")
    if following := next_page(found, topic, ".csv"):
        answer.headers["Link"] = f'<{following}>; rel="next"'
    return answer


@api_views.get("/p/<path:ident>.json")
def product_as_json(ident: str) -> AnyResponse:
    site, document = this_site(), _product(ident)
    return tagged_by_content(
        jsonify(product_json(document, past_prices(document, site), site.topic))
    )


@api_views.get("/p/<path:ident>.csv")
def product_as_csv(ident: str) -> Response:
    document = _product(ident)
    return tagged_by_index(lambda: csv_answer(product_rows(document, this_site().topic), ident))


@api_views.get("/compare.json")
def compare_as_json() -> Response:
    return tagged_by_index(_compare_json)


def _compare_json() -> Response:
    topic, choice = this_site().topic, _choice()
    return jsonify(compare_json(choice.products, compared_attributes(choice.products, topic)))


@api_views.get("/compare.csv")
def compare_as_csv() -> Response:
    return tagged_by_index(_compare_csv)


def _compare_csv() -> Response:
    choice = _choice()
    rows = compared_attributes(choice.products, this_site().topic)
    return csv_answer(compare_rows(choice.products, rows), "compare")


@api_views.get("/openapi.json")
def description() -> AnyResponse:
    return tagged_by_content(jsonify(openapi(this_site().topic)))


@api_views.get("/opensearch.xml")
def opensearch() -> Response:
    """For browsers, which then offer the site in their own search box."""
    root = request.url_root.rstrip("/")
    body = render_template("api/opensearch.xml", root=root)
    return Response(body, content_type="application/opensearchdescription+xml; charset=utf-8")


@api_views.get("/opensearch-suggestions.json")
def opensearch_suggestions() -> Response:
    """In the form in which browsers take them."""
    typed = request.args.get("q", "")
    answer = jsonify([typed, list(this_site().finder().complete(typed))])
    answer.mimetype = "application/x-suggestions+json"
    return answer


@api_views.get("/favicon.ico")
def icon() -> AnyResponse:
    """Browsers that show JSON ask for it: no page is there to name another."""
    return redirect(url_for("static", filename="icon.svg"), 301)


@api_views.get("/interface")
def about() -> str:
    return render_template("api/about.html", examples=example_queries_for_api(this_site().topic))


def _answer() -> SearchResult:
    site = this_site()
    answer = site.finder().find(query_from_parameters(request.args.items(multi=True), site.topic))
    return replace(answer, products=tuple(map(readable_document, answer.products)))


def _product(ident: str) -> ProductDocument:
    document = product(ident)
    if document is None:
        abort(404, "No product of the index has this id.")
    return document


def _choice() -> ComparedProducts:
    choice = compared_products(request.args.getlist("id"))
    if choice.unknown:
        abort(404, f"No product of the index has the id {choice.unknown[0][:200]!r}.")
    if choice.too_many or len(choice.products) < FEWEST_COMPARED:
        abort(
            400,
            f"Comparing takes {FEWEST_COMPARED} to {MOST_COMPARED} different products: ?id=…&id=…",
        )
    return choice
