"""`/news` and `/discussions`: articles and posts, searched as products are; `/d/<id>`: one of them.

`channel_results` turns the answer of the index into what the template draws. The tabs above every
list of results lead from products to articles and posts with the same text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, Response, abort, g, redirect, render_template, request

from index.channels.finder import ChannelFinder
from index.channels.query import SORTS, ChannelQuery, channel_parameters, channel_query
from index.search.finder import document_from
from index.search.model import SearchQuery
from search_ui.addresses import address, path_here, search_address, web_link
from search_ui.channel_cards import LONGEST_NAME, PATHS, ChannelCardMaker, channel_address
from search_ui.facets import ChoiceLink
from search_ui.languages import phrase
from search_ui.page_numbers import page_numbers
from search_ui.site import this_site
from search_ui.stored_page import still_page
from search_ui.text import one_way, readable, short
from store.documents import ARTICLE, POST, stored_body

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from werkzeug import Response as AnyResponse

    from index.channels.document import ChannelDocument
    from index.channels.finder import ChannelResult
    from search_ui.channel_cards import ChannelCard
    from search_ui.languages import Language
    from search_ui.page_numbers import PageNumbers


channel_views = Blueprint("channels", __name__)
_MOST_ON_PRODUCT_PAGE = 3


@channel_views.get("/news")
def news() -> AnyResponse:
    return _results(ARTICLE)


@channel_views.get("/discussions")
def discussions() -> AnyResponse:
    return _results(POST)


def _results(kind: str) -> AnyResponse:
    sent = list(request.args.items(multi=True))
    asked = channel_query(sent, kind)
    if any(not value for _, value in sent):  # of a form; the address to share has none of these
        return redirect(channel_address(asked))
    finder = channel_finder()
    answer = finder.find(asked)
    found = channel_results(answer, finder, g.language)
    html = render_template(
        "channels/results.html",
        found=found,
        tabs=tabs(asked.text, asked.product, kind),
        first_number=(answer.asked.page - 1) * answer.asked.size + 1,
    )
    return Response(html.encode("utf-8", "replace"), mimetype="text/html")


@channel_views.get("/d/<int:number>")
def document_page(number: int) -> str:
    document = one_document(number)
    return render_template(
        "channels/document.html",
        card=ChannelCardMaker(channel_finder(), g.language).card(document),
        text=readable(document.text),
        quotes=[readable(quote) for quote in document.quotes],
        thread=web_link(document.thread),
    )


@channel_views.get("/d/<int:number>/page")
def stored_page_view(number: int) -> str:
    document = one_document(number)
    card = ChannelCardMaker(channel_finder(), g.language).card(document)
    return render_template(
        "stored_page.html",
        title=card.name,
        url=one_way(document.page_url),
        source=card.source,
        look=f"{card.stored}/look",
        text_address=card.address,
    )


@channel_views.get("/d/<int:number>/page/look")
def stored_page_frame(number: int) -> Response:
    """The page as it was fetched, as an inert copy."""
    document = one_document(number)
    ledger = this_site().ledger
    if ledger is None:
        abort(404)
    with ledger.reading() as conn:
        body = stored_body(conn, document.id)
    return still_page(body) if body else abort(404)


def channel_finder() -> ChannelFinder:
    """IndexUnusable if there is no index."""
    return ChannelFinder.over(this_site().index())


def one_document(number: int) -> ChannelDocument:
    document = channel_finder().get(number)
    if document is None:
        abort(404, "No article or post of the index has this id.")
    return document


# The tabs above results.


class TabLink(NamedTuple):
    """`current` is whether its results are shown."""

    label: str
    address: str
    found: int
    current: bool


def tabs(
    text: str, product: str = "", current: str = "", shown_products: int | None = None
) -> tuple[TabLink, ...]:
    """Products, articles, posts: the same text, and for the last two the same product.

    None for an index without articles and posts. `current` is the kind of documents shown, "" for
    products, of which `shown_products` are found.
    """
    site = this_site()
    finder = channel_finder()
    if not len(finder):
        return ()
    counts = finder.counts(text, product)
    found = site.finder().count(SearchQuery(text)) if shown_products is None else shown_products
    specs = search_address(SearchQuery(text), site.topic)
    of_kind = (
        (kind, channel_address(ChannelQuery(kind, text, product)), count)
        for kind, count in zip((ARTICLE, POST), counts, strict=True)
    )
    return tuple(
        TabLink(phrase(f"channels.tab.{kind or 'specs'}", g.language), link, count, kind == current)
        for kind, link, count in (("", specs, found), *of_kind)
    )


# A page of results for the template: everything in one language, with addresses.


class ChannelBox(NamedTuple):
    name: str
    label: str
    choices: tuple[ChoiceLink, ...]
    narrowed: bool


class ChannelResults(NamedTuple):
    """`low_address` shows posts of low value, or hides them again; "" if there are none."""

    kind: str
    path: str
    text: str
    total: int
    cards: tuple[ChannelCard, ...]
    chips: tuple[tuple[str, str], ...]
    cleared: str
    boxes: tuple[ChannelBox, ...]
    since: str
    until: str
    unlimited: tuple[tuple[str, str], ...]
    time_cleared: str
    sorts: tuple[tuple[str, str], ...]
    sort: str
    unsorted: tuple[tuple[str, str], ...]
    hidden: int
    low: bool
    low_address: str
    pages: PageNumbers
    page_addresses: Mapping[int, str]
    as_json: str


def channel_results(
    answer: ChannelResult, finder: ChannelFinder, language: Language
) -> ChannelResults:
    asked = answer.asked
    first = replace(asked, page=1)
    titles = _product_titles(answer)
    pages = page_numbers(answer.total, asked.page, asked.size)
    unlimited = channel_parameters(replace(first, since=None, until=None))
    sort = "newest" if asked.newest_first else "relevance"
    cards = ChannelCardMaker(finder, language, answer.words, first)
    return ChannelResults(
        kind=asked.kind,
        path=path_here(PATHS[asked.kind]),
        text=asked.text,
        total=answer.total,
        cards=tuple(map(cards.card, answer.documents)),
        chips=tuple(_chips(first, titles, language)),
        cleared=channel_address(ChannelQuery(asked.kind, asked.text, sort=asked.sort)),
        boxes=tuple(_boxes(answer, first, titles, language)),
        since=dict(channel_parameters(first)).get("from", ""),
        until=dict(channel_parameters(first)).get("to", ""),
        unlimited=tuple(unlimited),
        time_cleared=address(PATHS[asked.kind], unlimited),
        sorts=tuple((one, phrase(f"channels.sort.{one}", language)) for one in SORTS),
        sort=sort,
        unsorted=tuple(channel_parameters(replace(first, sort=""))),
        hidden=answer.hidden,
        low=asked.low,
        low_address=channel_address(replace(first, low=not asked.low)) if answer.hidden else "",
        pages=pages,
        page_addresses={
            number: channel_address(replace(asked, page=number)) for number in pages.offered
        },
        as_json=channel_address(asked, ".json"),
    )


def _product_titles(answer: ChannelResult) -> dict[str, str]:
    """Those of the facet: most are among the documents shown, the others are looked up."""
    titles = {one.id: one.title for document in answer.documents for one in document.products}
    wanted = {*answer.products, answer.asked.product} - {""}
    missing = sorted(wanted - titles.keys())
    hits = this_site().index().searcher.get(missing) if missing else []
    titles |= {hit.id: document_from(hit.document).title for hit in hits}
    return {key: short(titles.get(key, key), LONGEST_NAME) for key in wanted}


_CHOOSE: Mapping[str, Callable[[ChannelQuery, str], ChannelQuery]] = {
    "product": lambda asked, key: replace(asked, product=key),
    "site": lambda asked, key: replace(asked, site=key),
    "author": lambda asked, key: replace(asked, author=key),
}


def _chips(
    asked: ChannelQuery, titles: Mapping[str, str], language: Language
) -> Iterator[tuple[str, str]]:
    """Labels of filters, and the addresses without them."""
    chosen = {"product": asked.product, "site": asked.site, "author": asked.author}
    for name, key in chosen.items():
        if key:
            label = titles.get(key) if name == "product" else None
            yield label or short(key, LONGEST_NAME), channel_address(_CHOOSE[name](asked, ""))
    written = dict(channel_parameters(asked))
    since, until = written.get("from"), written.get("to")
    if since or until:
        label = phrase("channels.between", language, since=since or "…", until=until or "…")
        yield label, channel_address(replace(asked, since=None, until=None))


def _boxes(
    answer: ChannelResult, asked: ChannelQuery, titles: Mapping[str, str], language: Language
) -> Iterator[ChannelBox]:
    facets = (
        ("product", asked.product, answer.products),
        ("site", asked.site, answer.sites),
        ("author", asked.author, answer.authors),
    )
    for name, chosen, counts in facets:
        known = titles if name == "product" else {}
        choices = tuple(
            ChoiceLink(
                known.get(key) or short(key, LONGEST_NAME),
                count,
                key == chosen,
                channel_address(_CHOOSE[name](asked, "" if key == chosen else key)),
            )
            for key, count in counts.items()
        )
        if choices:
            label = phrase(f"channels.facet.{name}", language)
            yield ChannelBox(name, label, choices, bool(chosen))


# The newest articles and posts about a product, for its page.


class AboutProduct(NamedTuple):
    """`total` includes those not shown; `address` leads to all of them."""

    kind: str
    total: int
    address: str
    cards: tuple[ChannelCard, ...]


def about_product(ident: str, language: Language) -> list[AboutProduct]:
    finder = channel_finder()
    found: list[AboutProduct] = []
    for kind in (ARTICLE, POST) if len(finder) else ():
        asked = ChannelQuery(kind, product=ident, size=_MOST_ON_PRODUCT_PAGE)
        answer = finder.find(asked)
        if answer.total:
            cards = tuple(map(ChannelCardMaker(finder, language).card, answer.documents))
            every = channel_address(ChannelQuery(kind, product=ident))
            found.append(AboutProduct(kind, answer.total, every, cards))
    return found
