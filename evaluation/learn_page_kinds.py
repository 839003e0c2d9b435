"""The weights that tell kinds of pages apart (`channels/page_kinds.json`), learned from real pages.

`python -m evaluation.learn_page_kinds` tells how many layouts are taken for what they are by
weights that never saw their sites, then learns from all and writes the file. Real lists are in no
set: those of the pocket web stand for them.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from rich.table import Table

from channels.page_kinds import ENOUGH_PAGES, PageKind, likeliest_kind, page_signs
from core.names import site_of
from evaluation import datasets
from evaluation.cluster_quality import channel_site_pages, pocket_web_pages
from pages.page import Page
from specseek.output import print_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WEIGHTS = Path(__file__).parents[1] / "channels" / "page_kinds.json"
_FOLDS = 10
_STRENGTH = 10.0
_FORUMS = ("bbs.jiyou.example", "club.zhangshang.example")


class LayoutPage(NamedTuple):
    """`layout` is its site, where the set has one layout per site."""

    data_set: str
    kind: PageKind
    layout: str
    page: Page


class KnownLayout(NamedTuple):
    """Signs of a few pages of a layout, or (`alone`) of one."""

    data_set: str
    kind: PageKind
    site: str
    alone: bool
    signs: dict[str, float]


def known_pages() -> Iterator[LayoutPage]:
    for page in pocket_web_pages():
        kind = page.layout.rpartition(" ")[2]
        if kind in set(PageKind):
            yield LayoutPage("pocket web", PageKind(kind), page.layout, page.read())
    for page in channel_site_pages():
        host, _, kind = page.layout.rpartition(" ")
        documents = PageKind.THREAD if host in _FORUMS else PageKind.ARTICLE
        told = documents if kind == "documents" else PageKind.LIST
        yield LayoutPage("pocket web, news and forums", told, page.layout, page.read())
    # Films, players, universities and restaurants: one thing with its facts, as a product.
    products = {
        "gsmarena": datasets.gsmarena,
        "swde-camera": datasets.swde_camera,
        "swde-more": datasets.swde_more,
        "xswde": datasets.xswde,
        "en-pages, products": datasets.en_products,
    }
    for name, data_set in products.items():
        yield from _of_set(name, PageKind.PRODUCT, data_set())
    yield from _of_set("zh-articles", PageKind.ARTICLE, datasets.zh_articles())
    yield from _of_set("en-pages, articles", PageKind.ARTICLE, datasets.en_articles())
    yield from _of_set("en-pages, forums", PageKind.THREAD, datasets.en_forums())
    yield from _of_set("forum-posts", PageKind.THREAD, datasets.forum_posts())


def _of_set(name: str, kind: PageKind, pages: Iterable[Any]) -> Iterator[LayoutPage]:
    for page in pages:
        layout = getattr(page, "site", "") or site_of(page.url) or page.file
        yield LayoutPage(name, kind, f"{name} {layout}", Page.read(page.body, page.url))


def known_layouts(pages: Iterable[LayoutPage]) -> list[KnownLayout]:
    """Each with a few pages, if it has several, and with one alone."""
    layouts: dict[tuple[str, PageKind, str], list[Page]] = defaultdict(list)
    for one in pages:
        some = layouts[one[:3]]
        if len(some) < ENOUGH_PAGES:
            some.append(one.page)
    return [
        known
        for (name, kind, layout), some in layouts.items()
        for known in _known_layout(name, kind, layout, some)
    ]


def _known_layout(
    name: str, kind: PageKind, layout: str, pages: list[Page]
) -> Iterator[KnownLayout]:
    site = site_of(pages[0].url) or layout
    yield KnownLayout(name, kind, site, alone=True, signs=page_signs(pages[:1]))
    if len(pages) > 1:
        yield KnownLayout(name, kind, site, alone=False, signs=page_signs(pages))


def learned(layouts: list[KnownLayout]) -> dict[str, dict[str, float]]:
    """Kind → weights by sign; rare kinds count more than their number says."""
    names = list(layouts[0].signs)
    values = np.array([[one.signs[name] for name in names] for one in layouts])
    kinds = [one.kind.value for one in layouts]
    counts = Counter(kinds)
    strength = np.array([counts[kind] ** -0.5 for kind in kinds])
    model = import_module("sklearn.linear_model").LogisticRegression(C=_STRENGTH, max_iter=5000)
    model.fit(values, kinds, sample_weight=strength / strength.mean())
    return {
        kind: {"bias": round(float(bias), 4)}
        | {name: round(float(one), 4) for name, one in zip(names, weights, strict=True)}
        for kind, bias, weights in zip(model.classes_, model.intercept_, model.coef_, strict=True)
    }


def taken_for(layouts: list[KnownLayout]) -> list[PageKind]:
    """What each is taken for by weights that were learned without its site."""
    sites = sorted({one.site for one in layouts})
    fold_of = {site: place % _FOLDS for place, site in enumerate(sites)}
    weights = [
        learned([one for one in layouts if fold_of[one.site] != fold]) for fold in range(_FOLDS)
    ]
    return [likeliest_kind(one.signs, weights[fold_of[one.site]]) for one in layouts]


def held_back_table(layouts: list[KnownLayout]) -> Table:
    right: dict[tuple[str, PageKind, bool], list[bool]] = defaultdict(list)
    for one, kind in zip(layouts, taken_for(layouts), strict=True):
        right[one.data_set, one.kind, one.alone].append(one.kind is kind)
    table = Table(title="Layouts taken for what they are, sites held back")
    for heading in ("set", "kind", "told by several pages", "by one page"):
        table.add_column(heading)
    for name, kind in dict.fromkeys((one.data_set, one.kind) for one in layouts):
        told = (right[name, kind, alone] for alone in (False, True))
        table.add_row(name, kind, *(f"{sum(ones)} of {len(ones)}" if ones else "" for ones in told))
    return table


def main() -> None:
    layouts = known_layouts(known_pages())
    print_table(held_back_table(layouts))
    _WEIGHTS.write_text(json.dumps(learned(layouts), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
