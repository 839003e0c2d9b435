"""Train on a family's first pages, read the others; several ways to make it hard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluation.datasets import stripped
from evaluation.real_sites import pairs_read, rules_from
from evaluation.scoring import Tally, score_pairs
from pages.page import Page
from rules.learn import Sample

if TYPE_CHECKING:
    from rules.learn import Example
    from rules.record import Pair
    from tests.rules.layout_zoo.family import Family, ZooPage


@dataclass(frozen=True)
class Way:
    """How many pages are labelled, how many named pairs of each, and what is left of the pages."""

    samples: int = 1
    pairs: int | None = None
    strips: bool = False


WAYS = {
    "all pairs": Way(),
    "five pairs": Way(pairs=5),
    "stripped": Way(strips=True),
    "stripped, five pairs": Way(pairs=5, strips=True),
    "three samples": Way(samples=3),
}


def trial(family: Family, way: Way) -> Tally:
    pages = family.pages()
    rules = rules_from(
        [Sample(_shown(page, way), _labels(page, way)) for page in pages[: way.samples]]
    )
    return sum(
        (_score(page, pairs_read(_shown(page, way), rules)) for page in pages[way.samples :]),
        Tally(),
    )


def _score(page: ZooPage, found: list[Pair]) -> Tally:
    """By the page's names; by attributes alone where the labels tell no name."""
    if not any(wanted.name for wanted in page.gold):
        return score_pairs(
            [(wanted.attribute, wanted.value) for wanted in page.gold],
            [(pair.attribute, pair.value) for pair in found if pair.attribute],
        )
    return score_pairs(
        [(wanted.name or wanted.attribute, wanted.value) for wanted in page.gold],
        [(pair.name or pair.attribute or "", pair.value) for pair in found],
    )


def _shown(page: ZooPage, way: Way) -> Page:
    whole = page.page
    return Page(whole.url, stripped(whole.body), whole.encoding) if way.strips else whole


def _labels(page: ZooPage, way: Way) -> tuple[Example, ...]:
    """Some of the named pairs, from all over the page; and every value without a name."""
    if way.pairs is None:
        return page.gold
    named = list({wanted.name: wanted for wanted in page.gold if wanted.name}.values())
    spread = [named[at * len(named) // way.pairs] for at in range(way.pairs)] if named else []
    return (*(wanted for wanted in page.gold if not wanted.name), *dict.fromkeys(spread))
