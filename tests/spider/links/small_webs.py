"""Small webs of different characters: most pages are off topic, and lead to products by bridges.

Home leads to sections, sections to stories, stories to stories; a few stories lead to a hub,
hubs to lists, lists to products. What differs is what a crawler can go by: words in addresses,
words in anchors, or nothing but where a link stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tests.spider.links.simulation import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PAGES = 2000
_PRODUCTS = 160
_SECTIONS = 8
_HUBS = 4
_ON_A_LIST = 10
_NAMES = "Battery Weight Bluetooth Colours Warranty NFC Radio Sensors OS Chipset".split()
_BRIDGES = 3  # stories that lead to one hub


class Node(NamedTuple):
    kind: str
    number: int


class Look(Protocol):
    """What a site's addresses and pages look like."""

    host: str

    def path(self, node: Node) -> str: ...
    def anchor(self, node: Node) -> str: ...
    def block(self, kind: str, links: Sequence[str]) -> str: ...
    def text(self, node: Node, dice: Random) -> str: ...


@dataclass
class SmallWeb:
    """All pages of some sites, made at once."""

    looks: Sequence[Look]

    def __post_init__(self) -> None:
        self._pages: dict[str, bytes] = {}
        self.products: set[str] = set()
        for look in self.looks:
            self._build(look)

    @property
    def seeds(self) -> list[str]:
        return [f"http://{look.host}/" for look in self.looks]

    @property
    def page_count(self) -> int:
        return len(self._pages)

    @property
    def urls(self) -> set[str]:
        return set(self._pages)

    def answer(self, url: str) -> Answer | None:
        body = self._pages.get(url)
        return Answer(body) if body is not None else None

    def is_product(self, url: str) -> bool:
        return url in self.products

    def _build(self, look: Look) -> None:
        dice = Random(look.host)  # noqa: S311 - the same web every time
        for node, blocks in _graph(dice):
            url = f"http://{look.host}{look.path(node)}"
            menu = [Node("home", 0), *(Node("section", n) for n in range(_SECTIONS))]
            parts = [("menu", menu), *blocks]
            body = "".join(look.block(kind, _links(look, nodes)) for kind, nodes in parts)
            title = look.anchor(node)
            page = f"<title>{title}</title><h1>{title}</h1>{body}{look.text(node, dice)}"
            self._pages[url] = page.encode()
            if node.kind == "product":
                self.products.add(url)


def _links(look: Look, nodes: Iterable[Node]) -> list[str]:
    return [f'<a href="{look.path(node)}">{look.anchor(node)}</a>' for node in nodes]


def _graph(dice: Random) -> Iterable[tuple[Node, list[tuple[str, list[Node]]]]]:
    """Every page of a site, with the blocks of links it shows."""
    lists = _PRODUCTS // _ON_A_LIST
    stories = _PAGES - 1 - _SECTIONS - _HUBS - lists - _PRODUCTS
    doors = {dice.randrange(stories): n % _HUBS for n in range(_BRIDGES * _HUBS)}
    doors |= {stories - 1 - n: n for n in range(_HUBS)}  # no hub without a door
    yield Node("home", 0), [("news", [Node("story", n) for n in range(10)])]
    for n in range(_SECTIONS):
        yield Node("section", n), [("news", [Node("story", s) for s in range(n, 200, _SECTIONS)])]
    for n in range(stories):
        near = [Node("story", (n * 5 + step) % stories) for step in range(1, 6)]
        blocks = [("news", near)]
        if n in doors:
            blocks.append(("text", [Node("hub", doors[n])]))
        yield Node("story", n), blocks
    for n in range(_HUBS):
        yield (
            Node("hub", n),
            [("lists", [Node("list", n + k * _HUBS) for k in range(lists // _HUBS)])],
        )
    for n in range(lists):
        first = n * _ON_A_LIST
        yield Node("list", n), [("items", [Node("product", first + k) for k in range(_ON_A_LIST)])]
    for n in range(_PRODUCTS):
        blocks = [("news", [Node("story", dice.randrange(stories)) for _ in range(4)])]
        if n % 3 == 0:
            blocks.append(("items", [Node("product", n // _ON_A_LIST * _ON_A_LIST + 1)]))
        yield Node("product", n), blocks


@dataclass
class _Site:
    """Products may show a sheet of attributes."""

    host: str
    sheet: bool = False

    def text(self, node: Node, dice: Random) -> str:
        if self.sheet and node.kind == "product":
            return "".join(f"<p>{name}: {dice.randrange(900)}</p>" for name in _NAMES)
        return "<p>" + " ".join(f"word{dice.randrange(900)}" for _ in range(30)) + "</p>"


class Speaking(_Site):
    """English words in addresses and anchors, a list with a class."""

    def path(self, node: Node) -> str:
        kind, n = node
        return {
            "home": "/",
            "section": f"/topics/{n}/",
            "story": f"/2019/{n % 12 + 1:02d}/a-story-of-the-day-{n}.html",
            "hub": f"/guide/{n}/",
            "list": f"/catalogue/{n}/",
            "product": f"/catalogue/item/acme-model-{n * 7}.html",
        }[kind]

    def anchor(self, node: Node) -> str:
        kind, n = node
        return {
            "home": "Home",
            "section": f"Topic {n}",
            "story": f"What happened in town number {n}, and why",
            "hub": f"Buyer's guide {n}",
            "list": f"All phones by Acme {n}",
            "product": f"Acme X{n * 7}",
        }[kind]

    def block(self, kind: str, links: Sequence[str]) -> str:
        return f'<ul class="{kind}">' + "".join(f"<li>{link}" for link in links) + "</ul>"


class Scripted(_Site):
    """One script with numbers for everything, tables without classes; anchors in Chinese."""

    def path(self, node: Node) -> str:
        kind, n = node
        mode = ["home", "section", "story", "hub", "list", "product"].index(kind)
        return "/" if kind == "home" else f"/index.php?m={mode}&n={n * 31 + 1000}"

    def anchor(self, node: Node) -> str:
        kind, n = node
        return {
            "home": "首页",
            "section": f"频道{n}",
            "story": f"本市今日新闻之{n}，读者来信",
            "hub": f"专题之{n}",
            "list": f"某牌{n}手机大全",
            "product": f"某牌 N{n * 13}",
        }[kind]

    def block(self, kind: str, links: Sequence[str]) -> str:
        del kind  # nothing tells tables apart
        return "<table>" + "".join(f"<tr><td>{link}" for link in links) + "</table>"


class Mute(_Site):
    """Addresses and anchors say nothing at all: only the place where a link stands does."""

    def path(self, node: Node) -> str:
        if node.kind == "home":
            return "/"
        return f"/x/{int(sha256(repr(node).encode()).hexdigest()[:12], 16)}.html"

    def anchor(self, node: Node) -> str:
        return "" if node.kind == "product" else "see"

    def block(self, kind: str, links: Sequence[str]) -> str:
        rows = "".join(f"<p>{link}</p>" for link in links)
        return f'<div id="b{sha256(kind.encode()).hexdigest()[:6]}z">{rows}</div>'
