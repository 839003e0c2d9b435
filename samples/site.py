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
from samples.catalogue import Phone, chosen
from samples.chance import number
from samples.drawings import picture_bytes
from samples.response import Response

if TYPE_CHECKING:
    from samples.articles import SampleArticle


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


class Site(ABC):
    """Subclasses say how their pages look; what pages there are is `samples.routes`' matter."""

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
    def spec(self, phone: Phone) -> Spec:
        """Return the area with the phone's attributes, and its gold."""

    @abstractmethod
    def around(self, here: str, phone: Phone, area: str) -> str:
        """Return the middle of a product page: the area with its neighbours."""

    @abstractmethod
    def frame(self, here: str, title: str, middle: str) -> str:
        """Return the whole page: head, navigation, advertisements, middle and foot."""

    @abstractmethod
    def product_path(self, phone: Phone) -> str: ...

    @abstractmethod
    def list_path(self, brand: str, page: int) -> str:
        """Return the address of a list page; brand "" lists all phones."""

    def article_path(self, slug: str) -> str:
        return f"/news/{slug}.html"

    def article_middle(self, article: SampleArticle) -> str:
        return page_parts.article(article)

    def rank(self, _phone: Phone) -> int:
        """Say how much the site wants to show a phone; the lowest come first."""
        return 0

    @cached_property
    def phones(self) -> tuple[Phone, ...]:
        return chosen(self.host, self.page_count, self.rank)

    @cached_property
    def brands(self) -> tuple[str, ...]:
        """The brands of the site's phones, those with most phones first."""
        counted = Counter(phone["品牌"] for phone in self.phones)
        return tuple(brand for brand, _ in counted.most_common())

    def identity(self, phone: Phone) -> int:
        """Return the number under which the site files a phone."""
        return 100_000 + number("id", self.host, phone["手机名"]) % 900_000

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

    def picture_path(self, phone: Phone) -> str:
        return f"/pic/{self.identity(phone)}.{self.picture_kind.replace('jpeg', 'jpg')}"

    def picture_url(self, phone: Phone) -> str:
        return f"http://{self.picture_host or self.host}{self.picture_path(phone)}"

    def picture(self, phone: Phone) -> Response:
        """What the site sends for a phone's picture."""
        return Response(200, f"image/{self.picture_kind}", picture_bytes(phone, self.picture_kind))

    def about(self, _phone: Phone) -> str:
        """What the head of a product page says of it, beside its title."""
        return ""

    def product_html(self, phone: Phone, spec: Spec) -> str:
        here = self.product_path(phone)
        page = self.frame(here, f"{phone['手机名']} 参数", self.around(here, phone, spec.area))
        return page.replace("</head>", f"{self.about(phone)}</head>", 1)

    def product(self, phone: Phone) -> ProductPage:
        spec = self.spec(phone)
        body = self.encoded(self.product_html(phone, spec))
        url = self.url(self.product_path(phone))
        return ProductPage(url, body, self.content_type, spec.gold, spec.variant)
