"""Results and suggestions.

`results_view` reads the query from the address, the index answers it, and `search_results` turns
the answer into what the template draws: cards (`cards.py`), facets (`facets.py`), chips, pages.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, g, jsonify, redirect, request
from markupsafe import escape

from core.topic import ValueType
from index.analysis import analyzer_for
from index.generations import IndexUnusable, MissingIndex
from index.search.address import parameters_of, query_from_parameters
from index.search.model import RangeFacet, SearchQuery
from search_ui.addresses import (
    SEARCH,
    FacetAddresses,
    address,
    compare_address,
    search_address,
)
from search_ui.cards import (
    CardMaker,
    TableColumn,
    card_list,
    card_table,
    key_specs,
    price_attribute,
)
from search_ui.channels import tabs
from search_ui.facets import (
    TALLEST,
    UNIT,
    ChoiceLink,
    choice_list,
    in_topic_units,
    range_box,
    values_box,
)
from search_ui.home import page_response, working_examples
from search_ui.languages import chosen_view, phrase
from search_ui.page_numbers import page_numbers
from search_ui.site import this_site
from search_ui.text import marked, one_way, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from flask import Response
    from markupsafe import Markup
    from werkzeug import Response as AnyResponse

    from core.topic import Attribute, Topic
    from index.search.model import SearchResult, ShownFacet
    from search_ui.cards import ProductCard
    from search_ui.channels import TabLink
    from search_ui.facets import RangeBox, ValuesBox
    from search_ui.home import HomeLink
    from search_ui.languages import Language
    from search_ui.page_numbers import PageNumbers


search_views = Blueprint("search", __name__)
search_views.add_app_template_filter(card_list)
search_views.add_app_template_filter(card_table)
search_views.add_app_template_filter(choice_list)
_MOST_SUGGESTED = 8
_MOST_WHILE_TYPING = 4  # products


@search_views.get(SEARCH)
def results_view() -> AnyResponse:
    """What a form sends leads to the address to share: without empty fields, in topic units."""
    site = this_site()
    topic = site.topic
    sent = list(request.args.items(multi=True))
    asked = query_from_parameters(in_topic_units(sent, topic), topic)
    if any(not value or name.startswith(UNIT) for name, value in sent):
        return redirect(address(SEARCH, parameters_of(asked, topic)))
    finder = site.finder()
    answer = finder.find(asked)
    if answer.is_comparison:
        return redirect(compare_address(product.id for product in answer.products))
    tab_links = tabs(answer.asked.text, shown_products=answer.total)
    examples = [] if answer.total else working_examples(site.index(), finder, topic, g.language)
    return results_page(answer, tab_links, examples)


@search_views.get("/suggest.json")
def suggestions() -> Response:
    """Completions of the text typed so far."""
    typed = request.args.get("q", "")
    return jsonify([str(text) for text in this_site().finder().complete(typed)[:_MOST_SUGGESTED]])


@search_views.get("/typing.json")
def typing() -> Response:
    """What the search box shows below itself: completions, and the first products."""
    finder, topic = this_site().finder(), this_site().topic
    typed = request.args.get("q", "")
    asked = SearchQuery(typed, size=_MOST_WHILE_TYPING)
    products = finder.find(asked).products if typed.strip() else ()
    cards = CardMaker(topic, g.language, (), escape)
    return jsonify(
        suggestions=[str(text) for text in finder.complete(typed)[:_MOST_SUGGESTED]],
        products=[
            {"name": one_way(card.name), "price": card.price, "address": card.address}
            for card in map(cards.card, products)
        ],
    )


@search_views.app_errorhandler(IndexUnusable)
def no_index(problem: IndexUnusable) -> tuple[Response, int]:
    """The same message for everyone, who may not be the one to fix it."""
    if request.path.endswith((".json", ".jsonl", ".csv")):
        return jsonify(error={"status": 503, "reason": str(problem)}), 503
    return no_index_page(problem), 503


# The pages as HTML.


def no_index_page(problem: IndexUnusable) -> Response:
    return page_response("search/no_index.html", missing=isinstance(problem, MissingIndex))


def results_page(
    answer: SearchResult,
    tab_links: tuple[TabLink, ...] = (),
    examples: Sequence[HomeLink] = (),
) -> Response:
    topic = this_site().topic
    asked = answer.asked
    return page_response(
        "search/results.html",
        found=search_results(answer, topic, g.language, _highlighter(answer.words, topic)),
        tabs=tab_links,
        first_number=(asked.page - 1) * asked.size + 1,
        examples=examples,
        tallest=TALLEST,
        view=chosen_view(),
    )


def _highlighter(words: tuple[str, ...], topic: Topic) -> Callable[[str], Markup]:
    if not words:
        return escape
    analyzer, tokens = analyzer_for(topic), frozenset(words)

    def highlight(text: str) -> Markup:
        return marked(analyzer.highlight(text, tokens))

    return highlight


# A page of results for the template: everything in one language, with addresses.


_OPEN_AT_FIRST = 6


class ChipLink(NamedTuple):
    """A filter; `address` leads to the search without it, with so many products if known."""

    label: str
    address: str
    products: int = 0


class SearchResults(NamedTuple):
    """`set_aside` and `corrected` lead to the search that insists on what was typed."""

    text: str
    total: int
    cards: tuple[ProductCard, ...]
    columns: tuple[TableColumn, ...]
    chips: tuple[ChipLink, ...]
    set_aside: tuple[ChipLink, ...]
    corrected: ChipLink | None
    notes: tuple[str, ...]
    boxes: tuple[RangeBox | ValuesBox, ...]
    open_boxes: frozenset[str]
    more_boxes: tuple[ChoiceLink, ...]
    sorts: tuple[tuple[str, str], ...]
    sort: str
    unsorted: tuple[tuple[str, str], ...]
    pages: PageNumbers
    page_addresses: dict[int, str]
    relaxed: tuple[ChipLink, ...]
    corrections: tuple[ChipLink, ...]
    as_json: str
    all_as_json: str
    all_as_csv: str
    narrowed: bool

    @property
    def said(self) -> str:
        """The search in one line."""
        return self.text or ", ".join(chip.label for chip in self.chips)


def search_results(
    answer: SearchResult, topic: Topic, language: Language, highlight: Callable[[str], Markup]
) -> SearchResults:
    asked = answer.asked
    pages = page_numbers(answer.total, asked.page, asked.size)
    one_more = FacetAddresses(asked, topic)
    boxes = tuple(_box(facet, topic, language, one_more) for facet in answer.facets)
    narrowed = [box.name for box in boxes if box.narrowed]
    cards = CardMaker(topic, language, frozenset(narrowed), highlight)
    first = replace(asked, page=1)
    exported = parameters_of(replace(first, size=SearchQuery().size), topic)
    return SearchResults(
        text=asked.text,
        total=answer.total,
        cards=tuple(map(cards.card, answer.products)),
        columns=tuple(_columns(answer, topic, language)),
        chips=tuple(
            ChipLink(say(chip.label, language), search_address(chip.without, topic))
            for chip in answer.chips
        ),
        set_aside=tuple(
            ChipLink(aside.said, search_address(aside.insisted, topic))
            for aside in answer.set_aside
        ),
        corrected=answer.corrected
        and ChipLink(answer.corrected.typed, search_address(answer.corrected.insisted, topic)),
        notes=tuple(say(note, language) for note in answer.notes),
        boxes=boxes,
        open_boxes=frozenset(
            (*narrowed, *asked.facets, *(box.name for box in boxes[:_OPEN_AT_FIRST]))
        ),
        more_boxes=_more_boxes(answer, language, one_more),
        sorts=tuple((sort, say(label, language)) for sort, label in answer.sorts),
        sort=answer.order,
        unsorted=tuple(parameters_of(replace(first, sort=""), topic)),
        pages=pages,
        page_addresses={
            number: search_address(replace(asked, page=number), topic) for number in pages.offered
        },
        relaxed=_relaxed(answer, topic, language),
        corrections=tuple(
            ChipLink(one.text, search_address(one, topic)) for one in answer.corrections
        ),
        as_json=address("/search.json", parameters_of(asked, topic)),
        all_as_json=address("/search.jsonl", exported),
        all_as_csv=address("/search.csv", exported),
        narrowed=bool(asked.chosen or asked.ranges or asked.sort or asked.page > 1 or asked.facets),
    )


def _columns(answer: SearchResult, topic: Topic, language: Language) -> Iterator[TableColumn]:
    """The heads of the table view: name, price, key specs, sites."""
    sortable = {sort.removeprefix("-") for sort, _ in answer.sorts}
    yield TableColumn(phrase("search.table.name", language))
    if price := price_attribute(topic):
        yield _column(phrase("search.table.price", language), price, answer, topic, sortable)
    for spec in key_specs(topic, language):
        yield _column(spec.label, spec.attributes[0], answer, topic, sortable)
    yield TableColumn(phrase("search.table.sites", language))


def _column(
    label: str, attribute: Attribute, answer: SearchResult, topic: Topic, sortable: set[str]
) -> TableColumn:
    """The first click puts the lowest price or the largest amount first, the next reverses it."""
    name, now = attribute.name, answer.order
    if name not in sortable:
        return TableColumn(label)
    both = (name, f"-{name}") if attribute.type is ValueType.PRICE else (f"-{name}", name)
    following = both[1] if now == both[0] else both[0]
    order = {name: "ascending", f"-{name}": "descending"}.get(now, "")
    asked = replace(answer.asked, sort=following, page=1)
    return TableColumn(label, search_address(asked, topic), order)


def _box(
    facet: ShownFacet, topic: Topic, language: Language, one_more: FacetAddresses
) -> RangeBox | ValuesBox:
    if isinstance(facet, RangeFacet):
        return range_box(facet, topic, language)
    return values_box(facet, topic, language, one_more)


def _more_boxes(
    answer: SearchResult, language: Language, one_more: FacetAddresses
) -> tuple[ChoiceLink, ...]:
    """Links that add a facet, or remove an added one."""
    showing = one_more.showing()
    return tuple(
        ChoiceLink(say(more.label, language), more.products, more.added, showing(more.toggled))
        for more in answer.more_facets
    )


def _relaxed(answer: SearchResult, topic: Topic, language: Language) -> tuple[ChipLink, ...]:
    return tuple(
        ChipLink(say(one.chip.label, language), search_address(one.chip.without, topic), one.count)
        for one in answer.relaxed
    )
