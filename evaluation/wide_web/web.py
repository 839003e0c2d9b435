"""The wide web: five sites, some phones behind many other pages, made when they are asked for."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from evaluation.wide_web.pages import PageWriter, phone_gold, response
from evaluation.wide_web.plan import divided
from evaluation.wide_web.sites.dahuang import Dahuang
from evaluation.wide_web.sites.digiland import Digiland
from evaluation.wide_web.sites.gadgetpress import Gadgetpress
from evaluation.wide_web.sites.yiku import Yiku
from evaluation.wide_web.sites.zhichang import Zhichang
from samples.pocket_web import UnknownHostError
from samples.response import Response, not_found, redirect
from samples.site import ProductPage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from evaluation.wide_web.wide_site import WideSite


_SITES: tuple[type[WideSite], ...] = (Digiland, Zhichang, Yiku, Gadgetpress, Dahuang)
_FEWEST = 2000
_ROBOTS = b"User-agent: *\nDisallow: /files/\n"
_OLD = "/old/"


class WideWeb:
    """All its pages can be reached from the five home pages; nothing is stored per page."""

    def __init__(self, pages: int = 20_000) -> None:
        if pages < _FEWEST:
            raise ValueError(f"a wide web of {pages} pages is too small: ask for {_FEWEST} or more")
        parts = divided(pages, [site.part for site in _SITES])
        sites = [site(part) for site, part in zip(_SITES, parts, strict=True)]
        for site in sites:
            site.friends = [friend for friend in sites if friend is not site]
        self.sites: Mapping[str, WideSite] = MappingProxyType({site.host: site for site in sites})
        self._addresses = {site.host: Addresses(site) for site in sites}
        self.page_count = pages

    @property
    def hosts(self) -> tuple[str, ...]:
        return tuple(self.sites)

    @property
    def seeds(self) -> tuple[str, ...]:
        """The home pages."""
        return tuple(f"http://{host}/" for host in self.sites)

    @property
    def product_count(self) -> int:
        return sum(site.products for site in self.sites.values())

    def all_urls(self) -> Iterator[str]:
        for site in self.sites.values():
            yield from map(site.url, range(site.plan.pages))

    def product_urls(self) -> Iterator[str]:
        for site in self.sites.values():
            for shelf in site.plan.shelves:
                yield from (site.url(shelf.item(index)) for index in range(shelf.items))

    def is_page(self, url: str) -> bool:
        """Tell whether an address, with or without tracking, is one of the pages."""
        return self._find(url) is not None

    def canonical(self, url: str) -> str | None:
        """Return the one address of the page at an address; none where there is no page."""
        found = self._find(url)
        return found[0].url(found[1]) if found else None

    def is_product(self, url: str) -> bool:
        found = self._find(url)
        return found is not None and found[0].plan.form(found[1]) == "phone"

    def product_page(self, host: str, number: int) -> ProductPage:
        """Make one of a site's product pages with its gold, to label it."""
        site = self.sites[host]
        page = site.plan.product(number)
        gold = phone_gold(PageWriter(site, page))
        made = response(site, page)
        name = site.title(page)
        return ProductPage(site.url(page), made.body, made.content_type, gold, "regular", name)

    def fetch(self, url: str) -> Response:
        """Answer as the site would; a site's bare domain leads to its host."""
        host, path = _host_and_path(url)
        site = self.sites.get(host)
        if site is None:
            return self._elsewhere(url, host, path)
        path = _without(site.tracking, path)
        addresses = self._addresses[host]
        page = addresses.find(path)
        if page is not None:
            return response(site, page)
        moved = addresses.moved(path)
        if moved is not None:
            return redirect(site.url(moved))
        if path == "/robots.txt":
            return Response(200, "text/plain", _ROBOTS)
        return not_found(url)

    def _elsewhere(self, url: str, host: str, path: str) -> Response:
        if f"www.{host}" in self.sites:
            return redirect(f"http://www.{host}{path}")
        known = ", ".join(self.sites)
        raise UnknownHostError(f"{url}: the wide web has no host {host!r}; it has {known}")

    def _find(self, url: str) -> tuple[WideSite, int] | None:
        host, path = _host_and_path(url)
        site = self.sites.get(host)
        page = self._addresses[host].find(_without(site.tracking, path)) if site else None
        return (site, page) if site and page is not None else None


def _host_and_path(url: str) -> tuple[str, str]:
    """What is asked of whom; an address that cannot be read names no host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.hostname or "", (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _without(parameter: str, path: str) -> str:
    """The address without the parameter by which the site tells where a link was followed."""
    before, _, query = path.partition("?")
    kept = "&".join(part for part in query.split("&") if not part.startswith(f"{parameter}="))
    return f"{before}?{kept}" if kept else before


class Addresses:
    """Pages are found by the identifier or the board in their address, not by a table of all."""

    def __init__(self, site: WideSite) -> None:
        self._site = site
        self._boards = {site.board_word(board): board for board in site.plan.boards}
        self._indexes = {site.path(page): page for page in range(1 + len(site.sections))}

    def find(self, path: str) -> int | None:
        """Which page stands at an address; the order of its parameters does not matter."""
        page = self._guess(path)
        if page is None or _in_order(self._site.path(page)) != _in_order(path):
            return None
        return page

    def moved(self, path: str) -> int | None:
        """Which page once stood at an address."""
        if not path.startswith(_OLD):
            return None
        page = self._identified(path.removeprefix(_OLD))
        return page if page is not None and self._site.has_moved(page) else None

    def _guess(self, path: str) -> int | None:
        if item := self._site.item_address.fullmatch(path):
            return self._identified(item[1])
        if listed := self._site.list_address.fullmatch(path):
            board = self._boards.get(listed[1])
            page = int(listed[2] or 1)
            return board.list_page(page - 1) if board and 0 < page <= board.list_pages else None
        return self._indexes.get(path)

    def _identified(self, word: str) -> int | None:
        readable = word.isascii() and word.isdigit() and len(word) < 16
        return self._site.identifiers.ordinal(int(word)) if readable else None


def _in_order(path: str) -> str:
    before, mark, query = path.partition("?")
    return before + mark + "&".join(sorted(query.split("&")))
