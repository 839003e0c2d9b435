"""An article or a post in a list of results: title, source, snippet, products it speaks of."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from index.channels.query import ChannelQuery, channel_parameters
from search_ui.addresses import address, path_here, product_address, web_link
from search_ui.languages import phrase
from search_ui.text import marked, one_way, readable, short, utc_minute
from store.documents import ARTICLE, POST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from index.channels.document import ChannelDocument, MentionedProduct
    from index.channels.finder import ChannelFinder
    from search_ui.languages import Language


PATHS: Mapping[str, str] = {ARTICLE: "/news", POST: "/discussions"}
LONGEST_NAME = 60  # characters of products, sites and authors
_LONGEST_TITLE = 160
_MOST_PRODUCTS = 6


def channel_address(asked: ChannelQuery, kind: str = "") -> str:
    """The address of a search or, with `.json`, of its data."""
    return address(PATHS[asked.kind] + kind, channel_parameters(asked))


class ProductLink(NamedTuple):
    title: str
    address: str


class ChannelCard(NamedTuple):
    """`when` is for people, `moment` for machines; `dated` is false for when it was first seen.

    `more_products` are shown on the document's own page only.
    """

    address: str
    title: Markup
    name: str
    site: str
    author: str
    by_author: str
    when: str
    moment: str
    dated: bool
    number: int | None
    snippet: Markup
    products: tuple[ProductLink, ...]
    more_products: tuple[ProductLink, ...]
    source: str
    stored: str
    low: bool


class ChannelCardMaker:
    """Makes the cards of one page, with these words marked.

    An author's name leads to the author's documents, within the search if there is one.
    """

    def __init__(
        self,
        finder: ChannelFinder,
        language: Language,
        words: Sequence[str] = (),
        asked: ChannelQuery | None = None,
    ) -> None:
        self._finder = finder
        self._language = language
        self._words = words
        self._asked = asked

    def card(self, document: ChannelDocument) -> ChannelCard:
        untitled = phrase("channels.untitled", self._language)
        title = short(document.title, _LONGEST_TITLE) or untitled
        author = short(document.author, LONGEST_NAME)
        asked = replace(self._asked or ChannelQuery(document.kind), author=document.author)
        return ChannelCard(
            address=path_here(f"/d/{document.id}"),
            title=marked(self._finder.highlight(title, self._words)),
            name=one_way(title),
            site=readable(document.site),
            author=author,
            by_author=channel_address(asked) if author else "",
            when=utc_minute(document.at, self._language),
            moment=datetime.fromtimestamp(document.at, UTC).isoformat(timespec="seconds"),
            dated=document.dated,
            number=document.number,
            snippet=marked(self._finder.snippet(readable(document.text), self._words)),
            products=tuple(map(_product_link, document.products[:_MOST_PRODUCTS])),
            more_products=tuple(map(_product_link, document.products[_MOST_PRODUCTS:])),
            source=web_link(document.url) or web_link(document.page_url),
            stored=path_here(f"/d/{document.id}/page"),
            low=document.is_low,
        )


def _product_link(product: MentionedProduct) -> ProductLink:
    return ProductLink(short(product.title, LONGEST_NAME), product_address(product.id))
