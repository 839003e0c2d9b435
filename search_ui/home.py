"""The home page: the search box, ways into the index, and how to write queries.

Brands, prices and examples are taken from the index, so that each leads to products.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, Response, g, render_template
from markupsafe import escape

from core.topic import Better, Facet, ValueType
from index.engines.engine import SearchRequest
from index.fields import brand_attribute
from index.generations import IndexUnusable, MissingIndex
from index.search.labels import Interval, limits_in_words
from index.search.model import SearchQuery
from index.values.format import format_number
from index.values.local_format import number_in, unit_in
from search_ui.addresses import search_address
from search_ui.cards import CardMaker, date_attribute, price_attribute
from search_ui.languages import in_sentence, phrase
from search_ui.site import this_site
from search_ui.text import one_way, say
from store.reports import site_reports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument
    from index.opening import OpenIndex
    from index.search.finder import Finder
    from index.search.model import Limits
    from search_ui.languages import Language
    from search_ui.site import SearchSite
    from store.ledger import Ledger


home_views = Blueprint("home", __name__)
_MOST_BRANDS = 18
_MOST_NEWEST = 6


class HomeLink(NamedTuple):
    label: str
    address: str
    products: int = 0


@home_views.get("/")
def home() -> Response:
    try:
        return _home_page()
    except IndexUnusable as problem:
        missing = isinstance(problem, MissingIndex)
        return page_response("search/home.html", missing=missing)


def _home_page() -> Response:
    site, language = this_site(), g.language
    index, finder, topic = site.index(), site.finder(), site.topic
    newest = newest_products(finder, topic)
    cards = CardMaker(topic, language, (), escape)
    return page_response(
        "search/home.html",
        counts=site_counts(site),
        examples=working_examples(index, finder, topic, language),
        brands=brands(index, topic, language),
        bands=[
            HomeLink(label, search_address(query, topic), finder.count(query))
            for label, query in price_bands(index, topic, language)
        ],
        newest=[cards.card(product) for product in newest],
        newest_address=search_address(SearchQuery(sort=_newest_first(finder, topic)), topic),
        help=query_help(index, finder, topic, language),
    )


@home_views.get("/help")
def help_page() -> Response:
    site, language = this_site(), g.language
    lines = query_help(site.index(), site.finder(), site.topic, language)
    return page_response("search/help_page.html", help=lines)


def page_response(template: str, **parts: object) -> Response:
    """Text from the web may have lone surrogates, which cannot be encoded."""
    html = render_template(template, **parts)
    return Response(html.encode("utf-8", "replace"), mimetype="text/html")


def working_examples(
    index: OpenIndex, finder: Finder, topic: Topic, language: Language
) -> list[HomeLink]:
    """Example queries that find something: those of the topic file, or else those of the help."""
    written = topic.examples.get(language)
    texts = written or [
        text for kind, text in _help_texts(index, finder, topic, language) if kind in _GOOD_EXAMPLES
    ]
    return [
        HomeLink(text, _search(text, topic)) for text in texts if finder.count(SearchQuery(text))
    ]


_GOOD_EXAMPLES = ("limit", "range", "or", "order")


# Brands, price bands and the newest products.


def brands(index: OpenIndex, topic: Topic, language: Language) -> list[HomeLink]:
    """Those with most products first."""
    name = brand_attribute(topic)
    labels = index.schema.labels.get(name, {})
    return [
        HomeLink(
            say(labels[key], language) if key in labels else key,
            search_address(SearchQuery(chosen={name: (key,)}), topic),
            products,
        )
        for key, products in islice(_facet(index, name).items(), _MOST_BRANDS)
    ]


def _facet(index: OpenIndex, name: str) -> Mapping[str, int]:
    if name not in index.schema.fields.terms:
        return {}
    return index.searcher.search(SearchRequest(facets=(name,), limit=0)).facets[name]


_BANDS = 5


class PriceBand(NamedTuple):
    label: str
    query: SearchQuery


def price_bands(index: OpenIndex, topic: Topic, language: Language) -> list[PriceBand]:
    """Bands of prices with about the same number of products; the outer ones are open."""
    price = price_attribute(topic)
    edges = index.schema.edges.get(price.name, ()) if price else ()
    if price is None or len(edges) <= _BANDS:
        return []
    counts = _facet(index, price.name)
    bars = [counts.get(str(number), 0) for number in range(len(edges) - 1)]
    bands = []
    for first, last in pairwise(_band_ends(bars)):
        limits: Limits = (
            edges[first] if first else None,
            edges[last] if last < len(bars) else None,
        )
        query = SearchQuery(ranges={price.name: limits})
        label = say(limits_in_words(price, Interval(*limits)), language)
        bands.append(PriceBand(label, query))
    return bands


def _band_ends(bars: Sequence[int]) -> list[int]:
    """Places among the bars where a band ends.

    >>> _band_ends([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    [0, 2, 4, 6, 8, 10]
    """
    ends, in_band, wanted = [0], 0, sum(bars) / _BANDS
    for place, products in enumerate(bars[:-1], 1):
        in_band += products
        if in_band and in_band >= wanted:
            ends.append(place)
            in_band = 0
    return [*ends, len(bars)]


def newest_products(finder: Finder, topic: Topic) -> tuple[ProductDocument, ...]:
    sort = _newest_first(finder, topic)
    return finder.find(SearchQuery(sort=sort, size=_MOST_NEWEST)).products if sort else ()


def _newest_first(finder: Finder, topic: Topic) -> str:
    """The order by the topic's date; "" if products cannot be sorted by it."""
    dated = date_attribute(topic)
    sort = f"-{dated.name}" if dated else ""
    return sort if sort in {offered for offered, _ in finder.sorts} else ""


# How to write queries, told by examples from the index.


class HelpLine(NamedTuple):
    """What may be typed, what it means, and where it leads."""

    text: str
    meaning: str
    address: str


def query_help(
    index: OpenIndex, finder: Finder, topic: Topic, language: Language
) -> list[HelpLine]:
    """Only examples that find something."""
    return [
        HelpLine(text, phrase(f"search.help.{kind}", language), _search(text, topic))
        for kind, text in _help_texts(index, finder, topic, language)
        if finder.count(SearchQuery(text))
    ]


def _search(text: str, topic: Topic) -> str:
    return search_address(SearchQuery(text), topic)


def _help_texts(
    index: OpenIndex, finder: Finder, topic: Topic, language: Language
) -> Iterator[tuple[str, str]]:
    """The kind of each example, and its text."""
    known = [link.label for link in brands(index, topic, language)]
    if measured := _measured(index, topic):
        attribute, amount = measured
        name, shown = _typed(attribute, language), _typed_amount(amount, attribute, language)
        yield "limit", phrase("search.help.limit.text", language, name=name, amount=shown)
    price, bands = price_attribute(topic), price_bands(index, topic, language)[1:-1]
    if price and bands:
        (low, high), *_ = bands[0].query.ranges.values()
        name = _typed(price, language)
        yield "range", f"{name} {format_number(low or 0)}-{format_number(high or 0)}"
    if len(known) > 1:
        yield "or", phrase("search.help.or.text", language, one=known[0], other=known[1])
        yield "not", f"-{known[0]}"
    yield "order", phrase("search.help.order.text", language, name=known[0] if known else "")
    newest = newest_products(finder, topic)[:1]
    yield from (("phrase", f'"{one_way(product.title)}"') for product in newest)


def _typed(attribute: Attribute, language: Language) -> str:
    """The attribute's name as people type it."""
    return in_sentence(attribute.label_in(language), language)


def _typed_amount(amount: float, attribute: Attribute, language: Language) -> str:
    unit, size = unit_in(attribute.unit, language)
    between = "" if language == "zh" else " "
    return f"{number_in(amount / size, language)}{between}{unit}"


def _measured(index: OpenIndex, topic: Topic) -> tuple[Attribute, float] | None:
    """A key spec with an amount, and an amount in the middle of those that products have."""
    names = {name for several in topic.key_specs for name in several}
    for attribute in sorted(
        topic.attributes, key=lambda one: (one.name not in names, one.better is Better.NEITHER)
    ):
        edges = index.schema.edges.get(attribute.name, ())
        if edges and attribute.facet is Facet.RANGE and attribute.type is ValueType.QUANTITY:
            return attribute, edges[len(edges) // 2]
    return None


# Counts of products and sites.


class SiteCounts(NamedTuple):
    products: int
    sites: int


def site_counts(site: SearchSite) -> SiteCounts:
    """IndexUnusable if there is no index."""
    index = site.index()
    generation = index.manifest.generation
    return SiteCounts(index.schema.products, _sites_read(site.ledger, site.topic.name, generation))


@lru_cache(maxsize=4)
def _sites_read(ledger: Ledger | None, topic: str, _generation: str) -> int:
    """Counted once per generation of the index: the ledger may be large."""
    if ledger is None:
        return 0
    with ledger.reading() as conn:
        return sum(report.records > 0 for report in site_reports(conn, topic))
