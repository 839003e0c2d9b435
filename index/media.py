"""The picture of a product, and links to videos and manuals, out of what its pages show.

Pages have a record of their media beside those of their products (`core.records.MEDIA`). A product
gets the best picture that was fetched for one of its pages; what many products would have for a
picture, such as the words "no picture", is none.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from core.records import HEADLINE, MEDIA, PICTURE
from core.urls import canonical_url
from index.documents import ProductMedia, ProductPicture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from index.products.catalogue import Product
    from store.pictures import StoredPicture
    from store.records import CurrentRecord

_COMMON = 5  # products
_MOST_LINKS = 6
_LARGE = 300  # pixels: beyond this size the surer picture is the better one


class _PageMedia(NamedTuple):
    picture: str
    confidence: float
    links: tuple[ProductMedia, ...]
    headline: str


class Media:
    """First `add` the records of all pages, then `count` all products."""

    def __init__(self, stored: Mapping[str, StoredPicture]) -> None:
        self._stored = stored
        self._pages: dict[str, _PageMedia] = {}
        self._common: frozenset[str] = frozenset()

    def add(self, record: CurrentRecord) -> bool:
        """Remember the media of a page; False if it is the record of a product."""
        if record.source != MEDIA:
            return False
        shown = next((one for one in record.values if one.attribute == PICTURE), None)
        headline = next((one.raw for one in record.values if one.attribute == HEADLINE), "")
        links = tuple(
            ProductMedia(one.attribute or "", one.raw, one.name)
            for one in record.values
            if one.attribute not in {PICTURE, HEADLINE} and canonical_url(one.raw)
        )
        picture, sure = (shown.raw, shown.confidence) if shown else ("", 0.0)
        self._pages[record.url] = _PageMedia(picture, sure, links, headline)
        return True

    def count(self, products: Iterable[Product]) -> None:
        """Find out which pictures many products would have."""
        shown_by: dict[str, set[str]] = defaultdict(set)
        for product in products:
            for picture, _ in self._pictures(product):
                shown_by[picture.digest].add(product.id)
        self._common = frozenset(digest for digest, ids in shown_by.items() if len(ids) >= _COMMON)

    def picture(self, product: Product) -> ProductPicture | None:
        """A large one; of those the one that is most certain."""
        found = [one for one in self._pictures(product) if one[0].digest not in self._common]
        best = max(found, key=lambda one: (_visible_size(one[0]), one[1]), default=None)
        return best[0] if best else None

    def links(self, product: Product) -> tuple[ProductMedia, ...]:
        """Each address once, with a title if any page gives one."""
        found: dict[str, ProductMedia] = {}
        for member in product.members:
            page = self._pages.get(member.url)
            for link in page.links if page else ():
                if not found.setdefault(link.url, link).title:
                    found[link.url] = link
        return tuple(found.values())[:_MOST_LINKS]

    def headline(self, product: Product) -> str:
        """What the first page with a headline calls a product without a name; or ""."""
        pages = (self._pages.get(member.url) for member in product.members)
        return next((page.headline for page in pages if page and page.headline), "")

    def _pictures(self, product: Product) -> Iterator[tuple[ProductPicture, float]]:
        """The fetched pictures of a product's pages, each with how certain it is."""
        for place, member in enumerate(product.members):
            page = self._pages.get(member.url)
            stored = self._stored.get(page.picture) if page else None
            if page and stored:
                yield ProductPicture(*stored, page.picture, place), page.confidence


def _visible_size(picture: ProductPicture) -> int:
    return min(max(picture.width, picture.height), _LARGE)
