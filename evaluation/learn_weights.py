"""The weights that choose among rows (`rules/weights.json`), learned from real pages.

`python -m evaluation.learn_weights` learns them from all sites at hand and writes the file;
`learned_weights(without=...)` leaves sites out, so that they can be read by weights that never
saw them. Where the truth comes from: pages whose gold is complete (xswde, gsmarena, ZOL, the
pocket web), and names that were judged by hand on 25 sites (`judged_names.json`). Every site
counts the same. Pages of other sites, about no product at all, teach what is no fact; all of them
together count as six sites. The regression begins at weights a person would give, and leaves them
only as far as the sites say so: there are hundreds of weights and few sites.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.names import name_key
from evaluation import datasets
from pages.nesting import outline
from pages.page import Page
from pages.rows import find_rows
from rules.choose import SECOND, Stage, Weights, second_features
from rules.learn import Example
from rules.model import RowKnowledge
from rules.page_rows import PageRows, SiteMemory
from rules.row_features import FEATURES, KINDS, cases_by_part
from rules.row_knowledge import SAMPLE, KnownRows
from rules.row_learning import KnowledgeLearner
from samples.labels import letters_and_digits, page_of
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from pages.rows import Row
    from rules.model import RowKnowledge

    Numbers = NDArray[np.float64]
    Feature = tuple[str, int, bool]

_JUDGED = Path(__file__).with_name("judged_names.json")
_WEIGHTS = Path(__file__).parents[1] / "rules" / "weights.json"
_MOST_PAGES = 40
_JUDGED_PAGES = 12
# How strongly weights are held at where they begin, against a weight of 10 for each site.
_HELD, _HELD_LITTLE = 2.0, 0.3
# Of all sites without products together.
_WEIGHT_WITHOUT_PRODUCT = 60.0
_FEWEST_PAGES = 4
_FOLDS = 4
FACT, OTHER, UNSURE = 1, 0, -1
# Facts of reviewers, not of the film: neither wanted nor wrong.
_TASTE = frozenset(["reviewedby", "positive", "mixed", "negative"])

# What a person would say before any page is looked at, in log-odds.
_START: Mapping[str, Sequence[float]] = {
    "kind": [
        {
            "row": 1.5, "cells": 1.0, "continued": 1.0, "colon": 1.2, "colons": 1.0,
            "late colon": -1.0, "bold": 0.8, "link": -1.5, "alternating": 0.5, "behind": -2.5,
            "above": -2.0, "box of more": -1.5, "heading": -0.5, "head": 0.3, "sequence": -1.5,
            "heading first": -0.8, "head first": -0.3, "bold head first": -0.5,
            "sequence first": -2.0, "embedded": 2.0, "wide column": -2.5,
            "term": 1.5,
        }.get(kind, 0.0)
        for kind in KINDS
    ],
    "cards": [0, -2, -3, -3.5, -4],
    "name size": [0, 0, 0, 0, 0, -0.4, -0.8, -1.2, -1.6],
    "name form": [0, -0.8, -2],
    "trade": [0, -2],
    "common": [0, 0.2, 0.5],
    "region common": [0, 0.1, 0.3, 0.5, 0.6],
    "block trade": [0, -0.2, -0.6, -1.2, -1.5],
    "block prose": [0, 0, -0.2, -0.5, -0.8],
    "block prices": [0, 0, -0.5, -1.5, -2.5],
    "block rates": [0, 0, -0.5, -1.2, -2],
    "part of page": [0, 0.1, -1.5, -0.5, -1.5],
    "linked items": [0, 0, -0.2, -0.6],
    "value size": [0, 0, 0, 0, -0.2, -0.5, -1],
    "value form": [0, 0, 0, 0, 0, 0, 0, 0, -0.5],
    "inner": [0, -0.5, -1],
    "group": [0, 0, 0.2, 0.4, 0.6, 0.7, 0.7],
    "region names": [0, 0, 0.3, 0.6, 0.9, 1.1, 1.1],
    "region again": [0, 0, -0.3, -0.8, -1.2],
    "region named": [-1, -0.5, 0, 0.3, 0.5],
    "region linked": [0, 0, -0.3, -0.6, -1],
    "again": [0, 0, -0.2, -1.2, -2, -2.5, -2.5],
    "in other sections": [0, -0.4, -1, -1.5, 0, -0.8, -1.8, -2.3, 0, -1.5, -2.3, -2.8],
    "shared names": [0, -0.3],
    "met before": [0, -0.3],
    "link": [0, -0.5, 0, -1],
    "behind title": [-1.5, 0.3, 0.2, 0, -0.3, 0],
    "section": [0, 0, -2, 0.3],
    "pages": [-0.6, -0.2, 0, 0.3, 0.5, 0, 0],
    "same": [0.2, 0, -0.3, -0.8, 0, 0],
    "per page": [0.2, 0, -0.3, -0.6, 0, 0],
    "region pages": [-0.5, -0.2, 0, 0.2, 0.3, 0],
    "region values": [-0.6, -0.2, 0.1, 0.2, 0.3, 0],
    "hints": [0, 0.2, -0.3, 0],
    "rows inside": [0, -0.3, -0.8, -1, -3],
    "list below": [0, 1, -0.3, -0.3],
    "headed by": [0, -0.8, 0.3, 0],
    "first": [-3.5, -2.8, -2.2, -1.6, -1, -0.4, 0.2, 0.7, 1.2, 1.8, 2.4, 3],
    "group mean": [-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0],
    "region mean": [-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0],
    "rival": [0.0] * 12 + [-0.1 * place for place in range(12)],
    "before": [-2.5, -2, -1.5, -1, -0.6, -0.2, 0.2, 0.6, 1, 1.4, 1.8, 2.2],
    "name": [0, 3, 2, 1, -3, 2, 0, -1, -3, -1.5],
    "region": [-0.8, -0.2, 0.3, 0.8, 1, 0, -1],
    "look": [-1, -0.2, 0.5, 1, 1.5, 0, -2.5],
    "place": [0, 0.5, -2.5, -3],
    "completeness": [0, 1.5, 0, 0.5, 0, 0.5, 0, 0, 0, -1, 0, -1.5, 0, -3.5, 0, -3.5],
    "company": [
        0, -1.5, -1, 0.3, 0.5, -0.5, 0, -2, -1, 0.5, 1, -1.5, 0, -1, -0.5, 0.3, 0.5, -2,
    ],
}  # fmt: skip


@dataclass(frozen=True)
class LabelledRows:
    """The rows of one page, what each is, and all gold pairs where the page has any."""

    page: PageRows
    truth: list[int]
    gold: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class LabelledSite:
    name: str
    pages: tuple[LabelledRows, ...]
    weight: float = 10.0
    """All of its rows together."""

    @cached_property
    def memory(self) -> SiteMemory | None:
        memory = SiteMemory()
        for page in self.pages:
            memory.add(page.page.rows)
        return memory if len(self.pages) > 1 else None

    @cached_property
    def truth(self) -> NDArray[np.int8]:
        return np.array([one for page in self.pages for one in page.truth], dtype=np.int8)

    @cache  # noqa: B019 - sites live as long as the program
    def cases(self, *, with_memory: bool) -> list[list[list[int]]]:
        memory = self.memory if with_memory else None
        return [features(page.page, memory) for page in self.pages]


def features(page: PageRows, memory: SiteMemory | None) -> list[list[int]]:
    """For each row its case of each feature, in the order of `FEATURES`."""
    by_row = zip(*cases_by_part(page, memory), strict=True)
    return [list(chain.from_iterable(parts)) for parts in by_row]


def _page_rows(page: Page) -> PageRows:
    read = outline(page)
    return PageRows(read, find_rows(read))


def _with_gold(page: Page, pairs: Sequence[tuple[str, str]]) -> LabelledRows:
    rows = _page_rows(page)
    wanted: dict[str, set[str]] = defaultdict(set)
    for name, value in pairs:
        wanted[letters_and_digits(name)].add(letters_and_digits(value))
    return LabelledRows(rows, [_truth(row, wanted) for row in rows.rows], tuple(pairs))


def _truth(row: Row, wanted: Mapping[str, set[str]]) -> int:
    """Whether gold has a row; where it has a part of the value or more, nobody can tell."""
    name = letters_and_digits(row.name)
    values = wanted.get(name)
    if not values:
        return OTHER
    if name in _TASTE:
        return UNSURE
    value = letters_and_digits(row.value)
    if value in values:
        return FACT
    hits = sum(letters_and_digits(item) in values for item in row.values)
    if hits and 2 * hits >= len(row.values):
        return FACT
    return UNSURE if any(one and (one in value or value in one) for one in values) else OTHER


def _judged(page: Page, judged: Mapping[str, Mapping[str, Sequence[str]]]) -> LabelledRows:
    rows = _page_rows(page)

    def truth(row: Row) -> int:
        key = name_key(row.name)
        if key in judged["facts"].get(row.kind, ()):
            return FACT
        return UNSURE if key in judged["unsure"].get(row.kind, ()) else OTHER

    return LabelledRows(rows, list(map(truth, rows.rows)))


@lru_cache(maxsize=1)
def sites() -> tuple[LabelledSite, ...]:
    """All sites whose rows can be told right from wrong."""
    found: dict[str, list[LabelledRows]] = defaultdict(list)
    for page in datasets.xswde():
        found[f"xswde {page.site}"].append(_with_gold(page.read(), page.pairs))
    for number, page in enumerate(datasets.gsmarena()):
        if number % 3 == 0:
            read = page.read()
            bare = Page.read(datasets.stripped(page.body), page.url)
            found["gsmarena"].append(_with_gold(read, page.pairs))
            found["gsmarena stripped"].append(_with_gold(bare, page.pairs))
    zol = datasets.zol()
    found["zol"].append(_with_gold(zol.read(), zol.pairs))
    judged = json.loads(_JUDGED.read_text("utf-8"))
    for data_set, shops in (
        ("swde-camera", datasets.swde_camera()),
        ("swde-more", datasets.swde_more()),
    ):
        for shop in shops:
            name = f"{data_set} {shop.site}"
            if name in judged and len(found[name]) < _JUDGED_PAGES:
                found[name].append(_judged(shop.read(), judged[name]))
    web = PocketWeb()
    for host in web.sites:
        for made in list(web.product_pages(host))[:_MOST_PAGES]:
            pairs = [(pair.name, pair.value) for pair in made.gold]
            found[host].append(_with_gold(page_of(made), pairs))
    return tuple(LabelledSite(name, tuple(pages)) for name, pages in found.items())


# Rows of tables of an article may well be facts, though about several things.
_OF_TABLES = frozenset(
    ["row", "cells", "column", "compared", "row of more", "continued", "nameless"]
)


@lru_cache(maxsize=1)
def sites_without_product() -> tuple[LabelledSite, ...]:
    """Sites of articles and threads, but for those that are held back: their rows are no facts."""
    found: dict[str, list[LabelledRows]] = defaultdict(list)
    for page in datasets.pages_without_product():
        if not page.held_back:
            rows = _page_rows(page.read())
            truth = [
                UNSURE if page.is_article and row.kind in _OF_TABLES else OTHER for row in rows.rows
            ]
            found[page.site].append(LabelledRows(rows, truth))
    each = _WEIGHT_WITHOUT_PRODUCT / max(len(found), 1)
    return tuple(LabelledSite(f"no product {name}", tuple(of), each) for name, of in found.items())


def learned_weights(without: Callable[[str], bool] = lambda _: False) -> Weights:
    """From all sites but those whose name is to be left out."""
    known = [site for site in sites() if not without(site.name)]
    others = [site for site in sites_without_product() if not without(site.name)]
    alone = _learn_rounds([*known, *others], with_memory=False)
    site = _learn_rounds(known, with_memory=True)
    return Weights(alone, site, _learn_sample(known))


def _learn_rounds(known: Sequence[LabelledSite], *, with_memory: bool) -> tuple[Stage, Stage]:
    """The first round, and a second that hears what the first says of sites it never saw."""
    cases = {site.name: site.cases(with_memory=with_memory) for site in known}
    first = _fit(FEATURES, [(site, cases[site.name]) for site in known])
    both: list[tuple[LabelledSite, list[list[list[int]]]]] = []
    for fold in range(_FOLDS):
        others = [site for number, site in enumerate(known) if number % _FOLDS != fold]
        held_out = _fit(FEATURES, [(site, cases[site.name]) for site in others])
        both += [
            (site, _with_second(site, cases[site.name], held_out)) for site in known[fold::_FOLDS]
        ]
    second = _fit((*FEATURES, *SECOND), both, begun=0.4)
    return first, second


def _with_second(
    site: LabelledSite, cases: list[list[list[int]]], first: Stage
) -> list[list[list[int]]]:
    found = []
    for page, of_page in zip(site.pages, cases, strict=True):
        once = [first.probability(case) for case in of_page]
        more = second_features(page.page, once)
        found.append([[*case, *more[number]] for number, case in enumerate(of_page)])
    return found


def _learn_sample(known: Sequence[LabelledSite]) -> Stage:
    """Pages of a site read after others of it were labelled, whole or in part.

    What rows are worth without labels is told by weights that never saw the site.
    """
    drawn: list[tuple[LabelledSite, list[list[list[int]]]]] = []
    truths: dict[str, list[int]] = {}
    of_others = [_learn_rounds(known[half::2], with_memory=True) for half in (1, 0)]
    for place, site in enumerate(known):
        if len(site.pages) < _FEWEST_PAGES or not site.pages[0].gold:
            continue
        first, second = of_others[place % 2]
        cases = _with_second(site, site.cases(with_memory=True), first)
        before = [[second.probability(case) for case in of_page] for of_page in cases]
        of_site: list[list[list[int]]] = []
        truth: list[int] = []
        for draw in range(6):
            chance = random.Random(f"{site.name} {draw}")  # noqa: S311 - the same draws every time
            count = 3 if draw >= 4 else 1
            chosen = chance.sample(range(len(site.pages)), count)
            known_rows = KnownRows(_taught(site, chosen, chance, whole=draw % 2 == 0))
            for number, page in enumerate(site.pages):
                if number not in chosen and number % 3 == draw % 3:
                    asked = known_rows.features(page.page, before[number])
                    of_site.append([list(case) for case in asked])
                    truth += page.truth
        drawn.append((site, of_site))
        truths[site.name] = truth
    return _fit(SAMPLE, drawn, held=_HELD_LITTLE, truths=truths)


def _taught(
    site: LabelledSite, chosen: Iterable[int], chance: random.Random, *, whole: bool
) -> RowKnowledge:
    learner = KnowledgeLearner()
    for number in chosen:
        page = site.pages[number]
        pairs = list(page.gold)
        if not whole:
            pairs = chance.sample(pairs, min(len(pairs), chance.choice([3, 5, 8, 12])))
        examples = [Example(attribute=name or "-", name=name, value=value) for name, value in pairs]
        learner.add(page.page, examples)
    return learner.knowledge


def _fit(
    columns: Sequence[Feature],
    data: Sequence[tuple[LabelledSite, list[list[list[int]]]]],
    *,
    begun: float = 1.0,
    held: float = _HELD,
    truths: Mapping[str, list[int]] | None = None,
) -> Stage:
    """Logistic regression held at the weights it begins with; each site weighs 10."""
    rows, truth, weight = [], [], []
    for site, cases in data:
        known = np.array(truths[site.name], dtype=np.int8) if truths else site.truth
        flat = np.array([case for of_page in cases for case in of_page], dtype=np.int32)
        sure = known != UNSURE
        if not sure.any():
            continue
        rows.append(flat.reshape(len(known), len(columns))[sure])
        truth.append(known[sure].astype(float))
        weight.append(np.full(int(sure.sum()), site.weight / sure.sum()))
    each = np.concatenate(weight)
    start = np.concatenate([_start(column, begun) for column in columns])
    matrices = _matrices(columns, np.concatenate(rows))
    found, base = _minimum(matrices, each, each * np.concatenate(truth), start, held)
    return _stage(columns, found, base)


def _steps(column: Feature) -> Numbers:
    """A row for each case: ordered cases share what the cases before them have."""
    _, count, ordered = column
    own = np.eye(count)
    return np.hstack([np.tril(np.ones((count, count)))[:, 1:], 0.5 * own]) if ordered else own


def _matrices(columns: Sequence[Feature], rows: NDArray[np.int32]) -> tuple[Any, Any]:
    """Which cases each row has, and the steps that make up each case."""
    sparse = import_module("scipy.sparse")
    counts = [count for _, count, _ in columns]
    places = rows + np.concatenate([[0], np.cumsum(counts)[:-1]])
    ends = np.arange(len(rows) + 1) * len(columns)
    cases = sparse.csr_matrix(
        (np.ones(places.size), places.ravel(), ends), shape=(len(rows), sum(counts))
    )
    return cases, sparse.block_diag([_steps(column) for column in columns], format="csr")


def _start(column: Feature, begun: float) -> Numbers:
    name, count, ordered = column
    wanted = np.array(_START.get(name, [0.0] * count), dtype=float)
    if name not in {one for one, *_ in SECOND}:
        wanted = wanted * begun
    return np.concatenate([np.diff(wanted), np.zeros(count)]) if ordered else wanted


def _minimum(
    matrices: tuple[Any, Any],
    weight: Numbers,
    of_facts: Numbers,
    start: Numbers,
    held: float,
) -> tuple[Numbers, float]:
    """`of_facts` is the part of each row's weight that facts have."""
    optimize = import_module("scipy.optimize")
    cases, steps = matrices
    cases_turned, steps_turned = cases.T.tocsr(), steps.T.tocsr()
    count = len(start)

    def cost(point: Numbers) -> tuple[float, Numbers]:
        odds = cases @ (steps @ point[:count]) + point[count]
        apart = point[:count] - start
        loss = weight * np.logaddexp(0, odds) - of_facts * odds
        slope = weight / (1 + np.exp(-odds)) - of_facts
        of_steps = steps_turned @ (cases_turned @ slope)
        gradient = np.concatenate([of_steps + held * apart, [slope.sum()]])
        return float(loss.sum() + 0.5 * held * (apart * apart).sum()), gradient

    found = optimize.minimize(
        cost, np.append(start, -2.0), jac=True, method="L-BFGS-B", options={"maxiter": 300}
    )
    return found.x[:count], float(found.x[count])


def _stage(columns: Sequence[Feature], found: Numbers, base: float) -> Stage:
    weights, at = [], 0
    for column in columns:
        steps = _steps(column)
        of_cases = steps @ found[at : at + steps.shape[1]]
        weights.append(tuple(round(float(one), 4) for one in of_cases))
        at += steps.shape[1]
    return Stage(round(base, 4), tuple(weights))


def write_weights(weights: Weights, file: Path = _WEIGHTS) -> None:
    stages = {
        "alone": (FEATURES, weights.alone[0]),
        "alone, second": ((*FEATURES, *SECOND), weights.alone[1]),
        "site": (FEATURES, weights.site[0]),
        "site, second": ((*FEATURES, *SECOND), weights.site[1]),
        "sample": (SAMPLE, weights.sample),
    }
    written = {
        name: {
            "base": stage.base,
            "weights": {
                column[0]: of_cases for column, of_cases in zip(columns, stage.weights, strict=True)
            },
        }
        for name, (columns, stage) in stages.items()
    }
    lines = json.dumps(written, indent=1).replace("\n    ", " ").replace("\n   ]", "]")
    file.write_text(lines + "\n", "utf-8")


if __name__ == "__main__":
    write_weights(learned_weights())
