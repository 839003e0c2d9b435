"""The hostile host as a web: a home page that links to every trap, and an honest shop."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from samples.furniture import anchor, wrapped
from samples.hostile import (
    bodies,
    certificate,
    compression,
    encodings,
    forbidden,
    headers,
    lengths,
    limits,
    markup,
    mazes,
    redirects,
    robots,
    statuses,
)
from samples.hostile.trap import HOST, Trap, Visit, here
from samples.hostile.wire import html
from samples.pocket_web import UnknownHostError
from samples.routes import Routes
from samples.sites.shouji import Shouji

if TYPE_CHECKING:
    from collections.abc import Iterator

    from samples.gold import ProductPage
    from samples.response import Response

_FAMILIES = (
    redirects,
    compression,
    bodies,
    lengths,
    statuses,
    headers,
    robots,
    limits,
    encodings,
    markup,
    mazes,
    certificate,
)


def traps_with(canary_port: int) -> tuple[Trap, ...]:
    """Every trap; those that lead to this machine lead to the canary's port."""
    fixed = chain.from_iterable(family.TRAPS for family in _FAMILIES)
    return (*fixed, *forbidden.traps(canary_port))


_NOBODY_LISTENS = 1
TRAPS = traps_with(_NOBODY_LISTENS)
"""The traps of a hostile web without a canary."""
SEEDS = (here("/"), *(trap.url for trap in limits.TRAPS))
"""The home page, and a page of each domain besides."""


class _Shop(Shouji):
    """An honest site in bad company: its products are still to be found."""

    host = HOST
    title = "样例商店"
    page_count = 5


class HostileWeb:
    """Use `hostile_host` to have it served."""

    def __init__(self, canary_port: int = _NOBODY_LISTENS) -> None:
        self.traps = traps_with(canary_port)
        self._by_folder = {trap.folder: trap for trap in self.traps}
        self._visits: Counter[str] = Counter()
        self._shop = _Shop()

    def product_pages(self) -> list[ProductPage]:
        """Every product page of the honest shop with its gold."""
        return list(map(self._shop.product, self._shop.phones))

    def fetch(self, url: str) -> Response:
        trap = next(filter(None, map(self._by_folder.get, _folders(url))), None)
        if trap and trap.answer:
            before = self._visits[trap.name]
            self._visits[trap.name] += url == trap.url
            return trap.answer(Visit(url, url.removeprefix(trap.folder), before))
        start = here("")
        if url == start or url.startswith(f"{start}/"):
            return self._honest_answer(url.removeprefix(start) or "/")
        hosts = sorted({urlsplit(trap.folder).netloc for trap in self.traps if trap.answer})
        raise UnknownHostError(f"{url}: nobody is there; the hostile web has {', '.join(hosts)}")

    def _honest_answer(self, target: str) -> Response:
        match target:
            case "/":
                return self._home
            case "/robots.txt":
                return robots.ROBOTS
        return self._routes.answer(target)

    @cached_property
    def _home(self) -> Response:
        shop = anchor(self._shop.list_path("", 1), "手机大全")
        links = wrapped("li", (anchor(trap.url, trap.name) for trap in self.traps))
        return html("恶意站点", f"<p>{shop}</p><ul>{links}</ul>")

    @cached_property
    def _routes(self) -> Routes:
        return Routes(self._shop, [])


def _folders(url: str) -> Iterator[str]:
    """The folders an address lies in, the outermost first.

    >>> list(_folders("http://evil.hostile.example/secret/phone.html"))[2:]
    ['http://evil.hostile.example/', 'http://evil.hostile.example/secret/']
    """
    end = url.find("/")
    while end >= 0:
        yield url[: end + 1]
        end = url.find("/", end + 1)
