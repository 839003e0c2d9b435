"""The pages themselves: an answer, or what stands where there is none, as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, g, render_template
from markupsafe import Markup, escape

from index.analysis import analyzer_for
from index.generations import MissingIndex
from index.search.model import SearchQuery
from search_ui.searching.addresses import search_address
from search_ui.searching.range_box import TALLEST
from search_ui.searching.results import search_results
from search_ui.searching.wording import example_queries
from search_ui.site import this_site

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.topic import Topic
    from index.generations import IndexUnusable
    from index.search.model import SearchResult
    from search_ui.searching.counts import SiteCounts


def home_page(counts: SiteCounts) -> Response:
    return _page("search/home.html", counts=counts, examples=_examples())


def home_without_index(problem: IndexUnusable) -> Response:
    return _page("search/home.html", missing=isinstance(problem, MissingIndex))


def no_index_page(problem: IndexUnusable) -> Response:
    return _page("search/no_index.html", missing=isinstance(problem, MissingIndex))


def results_page(answer: SearchResult) -> Response:
    topic = this_site().topic
    asked = answer.asked
    return _page(
        "search/results.html",
        found=search_results(answer, topic, g.language, _highlighter(answer.words, topic)),
        first_number=(asked.page - 1) * asked.size + 1,
        examples=[] if answer.total else _examples(),
        tallest=TALLEST,
    )


def _page(template: str, **parts: object) -> Response:
    """Text of the web may have lone surrogates, which no answer can send."""
    html = render_template(template, **parts)
    return Response(html.encode("utf-8", "replace"), mimetype="text/html")


def _examples() -> list[tuple[str, str]]:
    topic = this_site().topic
    texts = example_queries(topic.name, g.language)
    return [(text, search_address(SearchQuery(text), topic)) for text in texts]


def _highlighter(words: tuple[str, ...], topic: Topic) -> Callable[[str], Markup]:
    if not words:
        return escape
    analyzer, tokens = analyzer_for(topic), frozenset(words)

    def highlight(text: str) -> Markup:
        pieces = analyzer.highlight(text, tokens)
        return Markup().join(
            Markup("<mark>{}</mark>").format(piece) if marked else escape(piece)
            for piece, marked in pieces
        )

    return highlight
