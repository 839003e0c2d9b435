"""Which addresses a site answers, and with what; `robots.txt` and `sitemap.xml` among them."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from samples import page_parts
from samples.articles import ABOUT, ACROSS, HELP, news_of
from samples.page_parts import wrapped
from samples.response import Response, modified, not_found, redirect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from samples.catalogue import Phone
    from samples.site import Site

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
            "/": lambda: self._html("/", "手机报价", page_parts.home(site, friends)),
            **{site.product_path(phone): partial(self._product, phone) for phone in site.phones},
        }
        self._pictures: dict[str, Maker] = {
            site.picture_path(phone): partial(site.picture, phone) for phone in site.phones
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
            return self._html(target, "上市日历", page_parts.calendar(self._site, year, number))
        return not_found(self._site.url(target))

    def picture(self, target: str) -> Response:
        """Answer as the host of the site's pictures, if it has one of its own."""
        maker = self._pictures.get(target)
        return maker() if maker else not_found(f"http://{self._site.picture_host}{target}")

    def _html(self, here: str, title: str, middle: str) -> Response:
        text = self._site.frame(here, title, middle)
        return Response(200, self._site.content_type, self._site.encoded(text))

    def _product(self, phone: Phone) -> Response:
        page = self._site.product(phone)
        return Response(200, page.content_type, page.body)

    def _lists(self) -> Iterator[tuple[str, Maker]]:
        site = self._site
        for brand in ("", *site.brands):
            phones = [phone for phone in site.phones if brand in ("", phone["品牌"])]
            starts = range(0, len(phones), site.list_length)
            for page, start in enumerate(starts, 1):
                path = site.list_path(brand, page)
                shown = phones[start : start + site.list_length]
                yield path, partial(self._list, path, brand, (page, len(starts)), shown)

    def _list(
        self, path: str, brand: str, position: tuple[int, int], phones: Sequence[Phone]
    ) -> Response:
        middle = page_parts.phone_list(self._site, brand, position, phones)
        return self._html(path, f"{brand}手机大全 第{position[0]}页", middle)

    def _articles(self) -> Iterator[tuple[str, Maker]]:
        site = self._site
        for article in news_of(site.host):
            path = site.article_path(article.slug)
            yield path, partial(self._html, path, article.title, site.article_middle(article))
        for path, article in (("/help/", HELP), ("/about.html", ABOUT)):
            yield path, partial(self._html, path, article.title, page_parts.article(article))
        yield "/news/", lambda: self._html("/news/", "新闻", page_parts.news(site, "/news/"))
        glossary = "/help/glossary.html"
        yield glossary, partial(self._html, glossary, "名词解释", page_parts.glossary())
        if site.across_path:
            yield site.across_path, _across


def _across() -> Response:
    """The one page of the pocket web in Big5."""
    text = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=big5">'
        f"<title>{ACROSS.title}</title></head><body><h1>{ACROSS.title}</h1>"
        f"{wrapped('p', ACROSS.paragraphs)}</body></html>"
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
