"""A site of the pocket web: what all have in common, and what each must say about itself.

A product page comes with its gold: the record a perfect reader takes off it.
"""

from __future__ import annotations

import posixpath
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from samples import page_parts
from samples.catalogue import chosen, naming
from samples.chance import number
from samples.response import Response
from samples.words import site_words

if TYPE_CHECKING:
    from samples.catalogue import Product
    from samples.words import SampleArticle, SiteWords


class GoldPair(NamedTuple):
    """One attribute as a page shows it.

    `attribute` is the standard name, `name` the name as shown but without its feature
    (the `：` of `参考价格：`), empty where the page shows none; `value` as shown.
    """

    attribute: str
    name: str
    value: str


@dataclass(frozen=True)
class Spec:
    """The part of a page that holds the product's attributes, and what it says."""

    area: str
    gold: tuple[GoldPair, ...]
    variant: str = "regular"


@dataclass(frozen=True)
class ProductPage:
    """A product page as the pocket web serves it; `variant` tells irregular pages apart."""

    url: str
    body: bytes
    content_type: str
    gold: tuple[GoldPair, ...]
    variant: str
    product: str
    """Which product it tells of: its name in `samples/facts`, however the page writes it."""


class Site(ABC):
    """Subclasses say how their pages look; what pages there are is `samples.routes`' matter."""

    topic: ClassVar[str]
    words_file: ClassVar[str]
    """What it says around its products: a file of `samples/words`."""
    host: ClassVar[str]
    title: ClassVar[str]
    page_count: ClassVar[int]
    codec: ClassVar[str]
    """How the bytes are really written: sites that declare GB2312 write GBK."""
    content_type: ClassVar[str]
    """What the server says, with or without a charset."""
    links: ClassVar[Literal["absolute", "root", "relative"]] = "root"
    style: ClassVar[str]
    list_length: ClassVar[int] = 20
    across_path: ClassVar[str] = ""
    """Where the site keeps a page from across the strait, in Big5; most have none."""
    picture_host: ClassVar[str] = ""
    """Where its pictures are, if not on its own host."""
    picture_kind: ClassVar[Literal["jpeg", "png", "gif", "webp"]] = "jpeg"

    @abstractmethod
    def spec(self, product: Product) -> Spec:
        """Return the area with the product's attributes, and its gold."""

    @abstractmethod
    def around(self, here: str, product: Product, area: str) -> str:
        """Return the middle of a product page: the area with its neighbours."""

    @abstractmethod
    def frame(self, here: str, title: str, middle: str) -> str:
        """Return the whole page: head, navigation, advertisements, middle and foot."""

    @abstractmethod
    def product_path(self, product: Product) -> str: ...

    @abstractmethod
    def list_path(self, brand: str, page: int) -> str:
        """Return the address of a list page; brand "" lists all products."""

    def article_path(self, slug: str) -> str:
        return f"/news/{slug}.html"

    def article_middle(self, article: SampleArticle) -> str:
        return page_parts.article(self, article)

    @abstractmethod
    def price_text(self, product: Product) -> str:
        """Return its price as lists and "similar products" write it."""

    @abstractmethod
    def summary(self, product: Product) -> str:
        """Return the few words that lists say of a product."""

    @abstractmethod
    def drawn(self, product: Product) -> bytes:
        """Return the picture of a product, in the site's format."""

    def rank(self, _product: Product) -> int:
        """Say how much the site wants to show a product; the lowest come first."""
        return 0

    @cached_property
    def words(self) -> SiteWords:
        return site_words(self.words_file)

    @cached_property
    def products(self) -> tuple[Product, ...]:
        return chosen(self.topic, self.host, self.page_count, self.rank)

    @cached_property
    def brands(self) -> tuple[str, ...]:
        """The brands of the site's products, those with most products first."""
        counted = Counter(map(self.brand, self.products))
        return tuple(brand for brand, _ in counted.most_common())

    def brand(self, product: Product) -> str:
        return product[naming(self.topic).brand]

    def known_name(self, product: Product) -> str:
        """Its name in `samples/facts`."""
        return product[naming(self.topic).name]

    def shown_name(self, product: Product) -> str:
        """Its name as this site writes it."""
        return self.known_name(product)

    def identity(self, product: Product) -> int:
        """Return the number under which the site files a product."""
        return 100_000 + number("id", self.host, self.known_name(product)) % 900_000

    def brand_identity(self, brand: str) -> int:
        return 10 + number("brand", self.host, brand) % 99_990

    def url(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def href(self, here: str, path: str) -> str:
        """Write a link on page `here` to another page in the site's own way."""
        if self.links == "absolute":
            return self.url(path)
        if self.links == "root":
            return path
        folder = posixpath.dirname(here.partition("?")[0])
        relative = posixpath.relpath(path, folder)
        return relative + "/" if path.endswith("/") else relative

    def encoded(self, text: str) -> bytes:
        """Write text as the site's server does: what its charset lacks becomes an entity."""
        return text.encode(self.codec, "xmlcharrefreplace")

    def picture_path(self, product: Product) -> str:
        return f"/pic/{self.identity(product)}.{self.picture_kind.replace('jpeg', 'jpg')}"

    def picture_url(self, product: Product) -> str:
        return f"http://{self.picture_host or self.host}{self.picture_path(product)}"

    def picture(self, product: Product) -> Response:
        """What the site sends for a product's picture."""
        return Response(200, f"image/{self.picture_kind}", self.drawn(product))

    def copies(self, _product: Product) -> dict[str, str]:
        """Further pages that say the same, by path; each names its canonical address."""
        return {}

    def about(self, _product: Product) -> str:
        """What the head of a product page says of it, beside its title."""
        return ""

    def product_html(self, product: Product, spec: Spec) -> str:
        here = self.product_path(product)
        title = self.words.product_title.format(name=self.shown_name(product))
        page = self.frame(here, title, self.around(here, product, spec.area))
        return page.replace("</head>", f"{self.about(product)}</head>", 1)

    def product(self, product: Product) -> ProductPage:
        spec = self.spec(product)
        body = self.encoded(self.product_html(product, spec))
        url = self.url(self.product_path(product))
        name = self.known_name(product)
        return ProductPage(url, body, self.content_type, spec.gold, spec.variant, name)
