"""One trial on real pages: train with some, read the others, compare with gold."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from evaluation.quality_row import Trial
from evaluation.scoring import score_attributes, score_pairs, score_unseen
from evaluation.tally import Tally
from evaluation.trials import pairs_read, rules_from
from pages.page import Page
from rules.examples import Example
from rules.learn_layout import Sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.datasets import AttributesPage, PairsPage
    from evaluation.scoring import NameAndValue

ZOL_GIVEN = 10
# A shop's offer that ZOL slips in between the parameters: neither wanted nor wrong.
ZOL_OFFER = "电商报价"


def pairs_trial(samples: Sequence[PairsPage], others: Sequence[PairsPage]) -> Trial:
    """Train with all pairs of the samples."""
    rules = rules_from([Sample(_read(page), _examples(page.pairs)) for page in samples])
    shown = [name for page in samples for name, _ in page.pairs]
    tallies, unseen = [], Tally()
    for page in others:
        found = [(pair.name, pair.value) for pair in pairs_read(_read(page), rules)]
        tallies.append(score_pairs(page.pairs, found))
        unseen += score_unseen(page.pairs, found, shown)
    return Trial(tuple(tallies), unseen)


def attributes_trial(samples: Sequence[AttributesPage], others: Sequence[AttributesPage]) -> Trial:
    """Train with the first acceptable value of each attribute, telling no names."""
    rules = rules_from([Sample(_read(page), first_values(page)) for page in samples])
    return Trial(
        tuple(
            score_attributes(
                page.attributes,
                [(pair.attribute, pair.value) for pair in pairs_read(_read(page), rules)],
            )
            for page in others
        )
    )


def zol_trial(page: PairsPage, draw: int) -> tuple[Trial, Trial]:
    """Train with some of a page's pairs, read the same page: names alone, and whole pairs."""
    shuffled = sorted(page.pairs, key=lambda pair: sha256(f"{draw} {pair}".encode()).digest())
    given = shuffled[:ZOL_GIVEN]
    rules = rules_from([Sample(_read(page), _examples(given))])
    found = [
        (pair.name, pair.value) for pair in pairs_read(_read(page), rules) if pair.name != ZOL_OFFER
    ]
    shown = [name for name, _ in given]
    names, found_names = ([(name, "") for name, _ in pairs] for pairs in (page.pairs, found))
    return (
        Trial((score_pairs(names, found_names),), score_unseen(names, found_names, shown)),
        Trial((score_pairs(page.pairs, found),), score_unseen(page.pairs, found, shown)),
    )


def _read(page: PairsPage | AttributesPage) -> Page:
    return Page.read(page.body, page.url)


def _examples(pairs: Sequence[NameAndValue]) -> tuple[Example, ...]:
    return tuple(
        Example(attribute=name or "unnamed", name=name, value=value) for name, value in pairs
    )


def first_values(page: AttributesPage) -> tuple[Example, ...]:
    return tuple(
        Example(attribute=attribute, name="", value=values[0])
        for attribute, values in page.attributes.items()
        if values
    )
