"""The API: addresses with `.json`, `.jsonl` or `.csv`, and descriptions of it."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_plus

import yaml
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)

from core.topic import Facet, ValueType
from core.topic_parts import ENGLISH
from index.search.address import choice_name, maximum_name, minimum_name, query_from_parameters
from index.search.model import SearchQuery
from search_ui.addresses import search_address
from search_ui.api_csv import compare_rows, csv_lines, csv_text, product_rows, search_rows
from search_ui.api_json import compare_json, next_page, product_json, search_json, summary_json
from search_ui.compare import FEWEST_COMPARED, MOST_COMPARED, compared_attributes, compared_products
from search_ui.prices import past_prices
from search_ui.product import product
from search_ui.site import this_site
from search_ui.text import readable_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from werkzeug import Response as AnyResponse

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument
    from index.search.model import SearchResult
    from search_ui.api_json import Json
    from search_ui.compare import ComparedProducts
    from search_ui.languages import Language


api_views = Blueprint("api", __name__)


@api_views.get("/search.json")
def search_as_json() -> Response:
    return tagged_by_index(lambda: jsonify(search_json(_answer(), this_site().topic)))


@api_views.get("/search.csv")
def search_as_csv() -> Response:
    """All products, or one page if a page or its size is asked for."""
    paged = "page" in request.args or "size" in request.args
    return tagged_by_index(_page_csv if paged else _all_csv)


def _page_csv() -> Response:
    found, topic = _answer(), this_site().topic
    rows = search_rows(found.products, topic)
    answer = csv_answer(csv_text(rows), f"{topic.name}-{found.asked.page}")
    if following := next_page(found, topic, ".csv"):
        answer.headers["Link"] = f'<{following}>; rel="next"'
    return answer


def _all_csv() -> Response:
    topic = this_site().topic
    return csv_answer(csv_lines(search_rows(_all_products(), topic)), topic.name)


@api_views.get("/search.jsonl")
def search_as_json_lines() -> Response:
    """All products, each as a line of JSON."""
    return tagged_by_index(_all_json_lines)


def _all_json_lines() -> Response:
    topic, dumps = this_site().topic, current_app.json.dumps
    lines = (f"{dumps(summary_json(product, topic))}\n" for product in _all_products())
    return as_download(Response(lines, mimetype="application/jsonl"), topic.name, "jsonl")


def _all_products() -> Iterator[ProductDocument]:
    """Reads nothing of the request later on: responses are sent after its end."""
    site = this_site()
    asked = query_from_parameters(request.args.items(multi=True), site.topic)
    return map(readable_document, site.finder().find_all(asked))


@api_views.get("/p/<path:ident>.json")
def product_as_json(ident: str) -> AnyResponse:
    site, document = this_site(), _product(ident)
    return tagged_by_content(
        jsonify(product_json(document, past_prices(document, site), site.topic))
    )


@api_views.get("/p/<path:ident>.csv")
def product_as_csv(ident: str) -> Response:
    document = _product(ident)
    rows = product_rows(document, this_site().topic)
    return tagged_by_index(lambda: csv_answer(csv_text(rows), ident))


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
    return csv_answer(csv_text(compare_rows(choice.products, rows)), "compare")


@api_views.get("/openapi.json")
def description() -> AnyResponse:
    return tagged_by_content(jsonify(openapi(this_site().topic) | _servers()))


def _servers() -> Json:
    """Where paths begin, if several topics are served."""
    return {"servers": [{"url": request.script_root}]} if request.script_root else {}


@api_views.get("/opensearch.xml")
def opensearch() -> Response:
    """The description with which browsers offer the site in their own search box."""
    root = request.url_root.rstrip("/")
    body = render_template("api/opensearch.xml", root=root)
    return Response(body, content_type="application/opensearchdescription+xml; charset=utf-8")


@api_views.get("/opensearch-suggestions.json")
def opensearch_suggestions() -> Response:
    """Suggestions in the format of browsers."""
    typed = request.args.get("q", "")
    answer = jsonify([typed, list(this_site().finder().complete(typed))])
    answer.mimetype = "application/x-suggestions+json"
    return answer


@api_views.get("/favicon.ico")
def icon() -> AnyResponse:
    """Browsers request it when they show JSON, which cannot name another icon."""
    return redirect(url_for("static", filename="icon.svg"), 301)


@api_views.get("/interface")
def about() -> str:
    examples = example_queries_for_api(this_site().topic, g.language)
    return render_template("api/about.html", examples=examples)


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


# Responses for programs: with a file name and an ETag.


# Part of every ETag: raise it when responses for the same index change.
ANSWER_FORMAT = 1


def csv_answer(body: str | Iterable[str], name: str) -> Response:
    answer = Response(body, content_type="text/csv; charset=utf-8; header=present")
    return as_download(answer, name, "csv")


def as_download(answer: Response, name: str, kind: str) -> Response:
    """With a name that every file system accepts."""
    plain = re.sub(r"[^A-Za-z0-9.-]+", "_", name).strip("._") or "products"
    answer.headers["Content-Disposition"] = f'attachment; filename="{plain[:100]}.{kind}"'
    return answer


def tagged_by_index(make: Callable[[], Response]) -> Response:
    """The ETag is the index generation: if the client has it, the response is not even built."""
    tag = f"{ANSWER_FORMAT}-{this_site().index().manifest.generation}"
    answer = Response(status=304) if request.if_none_match.contains_weak(tag) else make()
    answer.set_etag(tag, weak=True)
    return answer


def tagged_by_content(answer: Response) -> AnyResponse:
    """The ETag is a hash of the content: for responses that use more than the index."""
    answer.add_etag(weak=True)
    return answer.make_conditional(request)


# Example addresses, with attributes of the topic.


class ExampleQuery(NamedTuple):
    """`shown` is the address as people write it."""

    words: str
    address: str
    shown: str


def example_queries_for_api(topic: Topic, language: Language) -> list[ExampleQuery]:
    """By text, by limits, sorted in larger pages, and as a table."""
    measured = [one for one in topic.attributes if _is_measured(one)]
    limits = {one.name: (None, 3000.0) for one in measured[:1]}
    sort = f"-{measured[0].name}" if measured else ""
    text = next(iter(topic.examples.get(language, ())), topic.title_in(language))
    return [
        _example("api.example.text", SearchQuery(text), topic, ".json"),
        _example("api.example.limit", SearchQuery(ranges=limits), topic, ".json"),
        _example("api.example.sort", SearchQuery(sort=sort, size=100), topic, ".json"),
        _example("api.example.table", SearchQuery(ranges=limits, sort=sort), topic, ".csv"),
    ]


def _is_measured(attribute: Attribute) -> bool:
    return attribute.facet is Facet.RANGE and attribute.type is not ValueType.DATE


def _example(words: str, asked: SearchQuery, topic: Topic, kind: str) -> ExampleQuery:
    address = search_address(asked, topic, f"/search{kind}")
    return ExampleQuery(words, address, unquote_plus(address))


# The OpenAPI 3.1 description.


_FILE = files("search_ui") / "openapi.yaml"
_ALWAYS = ("q", "sort", "page", "size", "facet")


@cache
def _written() -> Json:
    description: Json = yaml.safe_load(_FILE.read_text("utf-8"))
    return description


def openapi(topic: Topic) -> Json:
    """The same for every index of a topic."""
    description = deepcopy(_written())
    parameters = [{"$ref": f"#/components/parameters/{name}"} for name in _ALWAYS]
    narrowing = [one for attribute in topic.attributes for one in _narrowing(attribute)]
    for path in ("/search.json", "/search.jsonl", "/search.csv"):
        description["paths"][path]["get"]["parameters"] = [*parameters, *narrowing]
    return description


def _narrowing(attribute: Attribute) -> Iterator[Json]:
    """The parameters that filter by an attribute: values, or limits of a range."""
    if attribute.facet is Facet.VALUES:
        texts = {"type": "array", "items": {"type": "string"}}
        words = f"{attribute.label_in(ENGLISH)}: any of these keys"
        yield _parameter(choice_name(attribute.name), words, texts) | {"explode": True}
    elif attribute.facet is Facet.RANGE:
        kind, unit = _limit(attribute)
        label = attribute.label_in(ENGLISH)
        yield _parameter(minimum_name(attribute.name), f"{label}, at least{unit}", kind)
        yield _parameter(maximum_name(attribute.name), f"{label}, at most{unit}", kind)


def _limit(attribute: Attribute) -> tuple[Json, str]:
    if attribute.type is ValueType.DATE:
        return {"type": "string"}, ": 2023, 2023-09 or 2023-09-30"
    return {"type": "number"}, f", in {attribute.unit}"


def _parameter(name: str, words: str, schema: Json) -> Json:
    return {"name": name, "in": "query", "description": words, "schema": schema}
