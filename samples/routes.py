"""Which addresses a site answers, and with what; `robots.txt` and `sitemap.xml` among them."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from samples import page_parts
from samples.page_parts import wrapped
from samples.response import Response, modified, not_found, redirect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from samples.catalogue import Product
    from samples.site import Site
    from samples.words import SampleArticle

    Maker = Callable[[], Response]

_CALENDAR = re.compile(r"/calendar/(\d{4})-(0[1-9]|1[0-2])/")
_MEANINGLESS = re.compile(r"(?:utm_[a-z]+|spm|v)=")
_PIXEL = b64decode("R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==")


class Routes:
    """A site's answers by target (path and query); pages are made when asked for."""

    def __init__(self, site: Site, friends: Sequence[str]) -> None:
        self._site = site
        self._friends = friends
        self._pages: dict[str, Maker] = {
            **dict(self._lists()),
            **dict(self._articles()),
            "/": lambda: self._html("/", site.words.home_title, page_parts.home(site, friends)),
            **{site.product_path(one): partial(self._product, one) for one in site.products},
            **dict(self._copies()),
        }
        self._pictures: dict[str, Maker] = {
            site.picture_path(one): partial(site.picture, one) for one in site.products
        }
        self._files: dict[str, Maker] = {
            **({} if site.picture_host else self._pictures),
            "/index.html": lambda: redirect(site.url("/")),
            "/images/phone.gif": lambda: Response(200, "image/gif", _PIXEL),
            "/css/site.css": lambda: Response(200, "text/css", site.encoded(site.style)),
            "/robots.txt": lambda: Response(200, "text/plain", robots(site)),
            "/sitemap.xml": lambda: Response(200, "application/xml", sitemap(site, self.pages)),
        }

    @property
    def pages(self) -> list[str]:
        """Every page's target, without the calendar's: those have no end."""
        return list(self._pages)

    def answer(self, target: str) -> Response:
        target = _meaningful(target)
        if maker := self._pages.get(target) or self._files.get(target):
            return maker()
        if month := _CALENDAR.fullmatch(target):
            year, number = map(int, month.groups())
            calendar = page_parts.calendar(self._site, year, number)
            return self._html(target, self._site.words.pages.calendar, calendar)
        return not_found(self._site.url(target))

    def picture(self, target: str) -> Response:
        """Answer as the host of the site's pictures, if it has one of its own."""
        maker = self._pictures.get(target)
        return maker() if maker else not_found(f"http://{self._site.picture_host}{target}")

    def _html(self, here: str, title: str, middle: str) -> Response:
        text = self._site.frame(here, title, middle)
        return Response(200, self._site.content_type, self._site.encoded(text))

    def _product(self, product: Product) -> Response:
        page = self._site.product(product)
        return Response(200, page.content_type, page.body)

    def _copies(self) -> Iterator[tuple[str, Maker]]:
        for product in self._site.products:
            for path, text in self._site.copies(product).items():
                body = self._site.encoded(text)
                yield path, partial(Response, 200, self._site.content_type, body)

    def _lists(self) -> Iterator[tuple[str, Maker]]:
        site = self._site
        for brand in ("", *site.brands):
            of_brand = [one for one in site.products if brand in ("", site.brand(one))]
            starts = range(0, len(of_brand), site.list_length)
            for page, start in enumerate(starts, 1):
                path = site.list_path(brand, page)
                shown = of_brand[start : start + site.list_length]
                yield path, partial(self._list, path, brand, (page, len(starts)), shown)

    def _list(
        self, path: str, brand: str, position: tuple[int, int], products: Sequence[Product]
    ) -> Response:
        middle = page_parts.product_list(self._site, brand, position, products)
        title = self._site.words.list_title.format(brand=brand, page=position[0])
        return self._html(path, title, middle)

    def _articles(self) -> Iterator[tuple[str, Maker]]:
        site = self._site
        words = site.words
        for article in words.news_of(site.host):
            path = site.article_path(article.slug)
            yield path, partial(self._html, path, article.title, site.article_middle(article))
        for path, article in (("/help/", words.help), ("/about.html", words.about)):
            yield path, partial(self._html, path, article.title, page_parts.article(site, article))
        news = page_parts.news(site, "/news/")
        yield "/news/", lambda: self._html("/news/", words.pages.news, news)
        glossary = "/help/glossary.html"
        terms = page_parts.glossary(site)
        yield glossary, partial(self._html, glossary, words.pages.glossary, terms)
        if site.across_path and words.across:
            yield site.across_path, partial(_across, words.across)


def _across(article: SampleArticle) -> Response:
    """The one page of the pocket web in Big5."""
    text = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=big5">'
        f"<title>{article.title}</title></head><body><h1>{article.title}</h1>"
        f"{wrapped('p', article.paragraphs)}</body></html>"
    )
    return Response(200, "text/html", text.encode("big5"))


def _meaningful(target: str) -> str:
    path, _, query = target.partition("?")
    kept = "&".join(part for part in query.split("&") if part and not _MEANINGLESS.match(part))
    return f"{path}?{kept}" if kept else path


def robots(site: Site) -> bytes:
    """The calendar has no end: spiders are asked to stay away."""
    lines = ("User-agent: *", "Disallow: /calendar/", f"Sitemap: {site.url('/sitemap.xml')}", "")
    return "\n".join(lines).encode()


def sitemap(site: Site, targets: Iterable[str]) -> bytes:
    urls = "".join(
        f"<url><loc>{escape(url)}</loc><lastmod>{modified(url):%Y-%m-%d}</lastmod></url>\n"
        for url in map(site.url, targets)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    ).encode()
