"""Do clusters of pages agree with sites and layouts? And what does a page cost?

Pages of several sets are mixed. Of the pocket web it is known which template made a page; of real
sets a site's pages are taken for one layout, as all were chosen for being of one kind. Agreement
is told by the adjusted Rand index: 1 if clusters are the layouts, 0 for chance.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import islice
from math import comb
from time import process_time
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table

from channels.clusters import cluster_pages, fingerprint
from channels.similarity import BlockTree, agglomerate
from core.names import site_of
from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError, RawPage
from pages.dom import Tree
from pages.nesting import outline
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from evaluation.datasets import AttributesPage, PairsPage, ThreadPage
    from samples.site import Site

OURS = "ours"
WITHOUT_ADDRESSES = "ours, without addresses"
SAME_PATHS = "same set of tag paths"
ISTM = "ISTM, best of five thresholds"
ALL_SETS = "all mixed"
# What must hold: agreement of clusters with layouts, and how much dearer a page may be among many.
LEAST_AGREEMENT = 0.95
MOST_GROWTH = 1.5

_THRESHOLDS = (0.02, 0.05, 0.1, 0.3, 0.5)
_PAGES_FOR_ISTM = 4
_MANY = (2_000, 20_000)


@dataclass(frozen=True)
class LaidOutPage(RawPage):
    layout: str


@dataclass(frozen=True)
class Agreement:
    """Of one set; `held_back`: nothing was chosen by looking at it."""

    name: str
    held_back: bool
    pages: int
    layouts: int
    indexes: dict[str, float]


@dataclass(frozen=True)
class ClusteringCost:
    """Processor time of clustering so many made-up pages."""

    pages: int
    seconds: float

    @property
    def milliseconds_a_page(self) -> float:
        return 1000 * self.seconds / self.pages


@dataclass(frozen=True)
class ClusterReport:
    agreements: tuple[Agreement, ...]
    few: tuple[Agreement, ...]
    costs: tuple[ClusteringCost, ...]
    notes: tuple[str, ...] = ()

    @property
    def faults(self) -> list[str]:
        found = [
            f"{one.name}: the adjusted Rand index of {OURS} is {one.indexes[OURS]:.4f}, must be "
            f"{LEAST_AGREEMENT}"
            for one in self.agreements
            if one.indexes[OURS] < LEAST_AGREEMENT
        ]
        first, *_, last = (cost.milliseconds_a_page for cost in self.costs)
        if last > MOST_GROWTH * first:
            found.append(f"a page costs {last / first:.2f} times as much among many")
        return found

    def table(self) -> RenderableType:
        costs = Table(title="Processor time, one process")
        for heading in ("made-up pages", "seconds", "milliseconds per page"):
            costs.add_column(heading, justify="right")
        for cost in self.costs:
            milliseconds = f"{cost.milliseconds_a_page:.2f}"
            costs.add_row(f"{cost.pages:,}", f"{cost.seconds:.1f}", milliseconds)
        few = f"At most {_PAGES_FOR_ISTM} pages of a layout"
        return Group(
            _agreement_table("Agreement with site × layout (adjusted Rand index)", self.agreements),
            _agreement_table(few, self.few),
            costs,
            *self.notes,
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "agreements": [asdict(one) for one in self.agreements],
            "few_pages_of_a_layout": [asdict(one) for one in self.few],
            "costs": [
                asdict(cost) | {"milliseconds_a_page": cost.milliseconds_a_page}
                for cost in self.costs
            ],
            "notes": list(self.notes),
        }


def _agreement_table(title: str, agreements: Sequence[Agreement]) -> Table:
    table = Table(title=title)
    table.add_column("set")
    columns = ("held back", "pages", "layouts", *agreements[0].indexes)
    for heading in columns:
        table.add_column(heading, justify="right")
    for one in agreements:
        indexes = (f"{index:.3f}" for index in one.indexes.values())
        held_back = "yes" if one.held_back else ""
        table.add_row(one.name, held_back, str(one.pages), str(one.layouts), *indexes)
    return table


def measure_clusters(many: Sequence[int] = _MANY) -> ClusterReport:
    sets, notes = [], []
    for name, held_back, pages in _SETS:
        try:
            sets.append((name, held_back, list(pages())))
        except DataSetsAbsentError as absent:
            notes.append(f"{name}: {absent}")
    mixed = [page for name, _, pages in sets if name not in _APART for page in pages]
    few = list(_few_of_each(mixed))
    return ClusterReport(
        (
            *(_agreement(name, pages, _METHODS, held_back=held) for name, held, pages in sets),
            _agreement(ALL_SETS, mixed, _METHODS),
        ),
        (_agreement(ALL_SETS, few, {OURS: _ours, ISTM: _istm(few)}),),
        tuple(cost_of(count) for count in many),
        tuple(notes),
    )


def _few_of_each(pages: Iterable[LaidOutPage]) -> Iterator[LaidOutPage]:
    seen: Counter[str] = Counter()
    for page in pages:
        seen[page.layout] += 1
        if seen[page.layout] <= _PAGES_FOR_ISTM:
            yield page


def _agreement(
    name: str,
    pages: Sequence[LaidOutPage],
    methods: Mapping[str, Callable[[Sequence[LaidOutPage]], list[int]]],
    *,
    held_back: bool = False,
) -> Agreement:
    layouts = [page.layout for page in pages]
    indexes = {
        method: adjusted_rand_index(layouts, cluster(pages)) for method, cluster in methods.items()
    }
    return Agreement(name, held_back, len(pages), len(set(layouts)), indexes)


def adjusted_rand_index(wanted: Sequence[object], found: Sequence[object]) -> float:
    """How many pairs of items are together, or apart, in both; chance taken off.

    >>> adjusted_rand_index("aabb", [7, 7, 5, 5]), adjusted_rand_index("aabb", [1, 1, 1, 1])
    (1.0, 0.0)
    """
    together = sum(comb(count, 2) for count in Counter(zip(wanted, found, strict=True)).values())
    one, other = (
        sum(comb(count, 2) for count in Counter(labels).values()) for labels in (wanted, found)
    )
    by_chance = one * other / (comb(len(wanted), 2) or 1)
    most = (one + other) / 2
    return (together - by_chance) / (most - by_chance) if most != by_chance else 1.0


# The contestants.


def _ours(pages: Sequence[LaidOutPage]) -> list[int]:
    return cluster_pages([(site_of(page.url), fingerprint(page.read())) for page in pages])


def _without_addresses(pages: Sequence[LaidOutPage]) -> list[int]:
    return cluster_pages([("", fingerprint(page.read())) for page in pages])


def _same_paths(pages: Sequence[LaidOutPage]) -> list[int]:
    """Pages with exactly the same paths of tags from the root are one cluster."""
    numbers: dict[frozenset[bytes], int] = {}
    return [numbers.setdefault(_paths(page), len(numbers)) for page in pages]


def _paths(page: LaidOutPage) -> frozenset[bytes]:
    read = outline(page.read())
    paths: list[bytes] = []
    for tag, parent in zip(read.tags, read.parents, strict=True):
        above = paths[parent] if paths else b""
        paths.append(blake2b(above + tag.encode("utf-8", "replace"), digest_size=8).digest())
    return frozenset(paths)


_METHODS = {OURS: _ours, WITHOUT_ADDRESSES: _without_addresses, SAME_PATHS: _same_paths}


def _istm(pages: Sequence[LaidOutPage]) -> Callable[[Sequence[LaidOutPage]], list[int]]:
    """As published, with the threshold of which it makes most: the paper tells none."""
    blocks = [BlockTree.of(Tree(page.read())) for page in pages]
    layouts = [page.layout for page in pages]
    trials = [agglomerate(blocks, threshold) for threshold in _THRESHOLDS]
    best = max(trials, key=lambda numbers: adjusted_rand_index(layouts, numbers))
    return lambda _: best


# Pages whose site and layout are known.


def pocket_web_pages() -> Iterator[LaidOutPage]:
    web = PocketWeb()
    for host, site in web.sites.items():
        layouts = dict(_pocket_layouts(site))
        for url in web.pages(host):
            layout = layouts.get(url, url)  # the home page and others that there is one of
            yield LaidOutPage(url, web.fetch(url).body, f"{host} {layout}")


def _pocket_layouts(site: Site) -> Iterator[tuple[str, str]]:
    for phone in site.products:
        yield site.url(site.product_path(phone)), "product"
    for brand in ("", *site.brands):
        for page in range(1, 2 + len(site.products) // site.list_length):
            yield site.url(site.list_path(brand, page)), "list"
    words = site.words
    for article in (*words.news_of(site.host), words.help, words.about):
        yield site.url(site.article_path(article.slug)), "article"
    yield site.url("/help/"), "article"
    yield site.url("/about.html"), "article"


def pages_with_large_menus() -> Iterator[LaidOutPage]:
    """The pocket web with a menu of 120 entries on every page, ten times what else is there."""
    for page in pocket_web_pages():
        host = page.layout.partition(" ")[0]
        start = page.body.find(b">", page.body.find(b"<body")) + 1
        menu = "".join(map(_menu_entry, _letters(host)))
        body = page.body[:start] + menu.encode() + page.body[start:]
        yield LaidOutPage(page.url, body, page.layout)


def _letters(host: str) -> Iterator[str]:
    """Class words of a site; no two sites share them."""
    return (
        blake2b(f"{host} {n}".encode(), digest_size=8).hexdigest().translate(_NO_DIGITS)
        for n in range(60)
    )


_NO_DIGITS = str.maketrans("0123456789", "ghijklmnop")


def _menu_entry(word: str) -> str:
    return (
        f'<div class="m-{word}"><h4 class="h-{word}">Menu {word}</h4><ul class="u-{word}">'
        f'<li class="l-{word}"><a href="/{word}">One {word}</a></li>'
        f'<li><a class="a-{word}" href="/2{word}">Two {word}</a></li></ul></div>'
    )


def channel_site_pages() -> Iterator[LaidOutPage]:
    """Those with a gold document are articles or threads, others lists; one home page each."""
    for host, site in PocketWeb().channel_sites.items():
        documents = {url for one in site.documents() for url in (one.page, *one.further)}
        for url in site.pages:
            target = url.partition(host)[2]
            layout = "documents" if url in documents else "list" if target != "/" else "home"
            yield LaidOutPage(url, site.answer(target).body, f"{host} {layout}")


def _one_layout_a_site(
    pages: Iterable[PairsPage | AttributesPage | ThreadPage],
) -> Iterator[LaidOutPage]:
    return (LaidOutPage(page.url, page.body, page.site) for page in pages)


def _forums(half: int) -> Iterator[LaidOutPage]:
    """Every other forum, by name, is held back."""
    pages = datasets.forum_posts()
    forums = sorted({page.site for page in pages})[half::2]
    return _one_layout_a_site(page for page in pages if page.site in forums)


_SETS: tuple[tuple[str, bool, Callable[[], Iterable[LaidOutPage]]], ...] = (
    ("pocket web", False, pocket_web_pages),
    ("pocket web, large menus", False, pages_with_large_menus),
    ("pocket web, news and forums", True, channel_site_pages),
    ("swde-camera", False, lambda: _one_layout_a_site(datasets.swde_camera())),
    ("gsmarena", False, lambda: _one_layout_a_site(datasets.gsmarena())),
    ("forum-posts, first half", False, lambda: _forums(0)),
    ("forum-posts, second half", True, lambda: _forums(1)),
    ("xswde", True, lambda: _one_layout_a_site(datasets.xswde())),
    ("swde-more", True, lambda: _one_layout_a_site(datasets.swde_more())),
)
_APART = {"pocket web, large menus", "swde-more"}


# What a page costs.


def cost_of(count: int) -> ClusteringCost:
    pages = list(islice(made_up_pages(), count))
    begin = process_time()
    _ours(pages)
    return ClusteringCost(count, process_time() - begin)


def made_up_pages() -> Iterator[LaidOutPage]:
    """The pocket web again and again, each time on other hosts and with other class names.

    Every other page loses a row or an item.
    """
    pages = list(pocket_web_pages())
    copy = 0
    while True:
        letters = bytes([97 + copy // 26 % 26, 97 + copy % 26])
        for place, page in enumerate(pages):
            body = page.body.replace(b'class="', b'class="' + letters + b"-")
            if place % 2:
                body = _shortened(body, place)
            url = page.url.replace(".example", f"{letters.decode()}.example", 1)
            yield LaidOutPage(url, body, f"{copy} {page.layout}")
        copy += 1


def _shortened(body: bytes, place: int) -> bytes:
    parts = re.split(rb"(?=<(?:tr|li|dl)\b)", body)
    if len(parts) > 4:
        del parts[2 + place % (len(parts) - 3)]
    return b"".join(parts)
