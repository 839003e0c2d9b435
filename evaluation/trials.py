"""One trial: train on a few pages of a site, read the others, compare with gold."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from evaluation.scoring import (
    Calibration,
    Tally,
    Trial,
    facts,
    score_attributes,
    score_pairs,
    score_unseen,
)
from pages.nesting import outline
from pages.page import Page
from pages.rows import find_rows
from rules.extract import extract
from rules.learn import Example, Sample
from rules.library import RuleLibrary
from rules.page_rows import SiteMemory
from rules.training import TrainingError, train
from samples.labels import compared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from evaluation.datasets import AttributesPage, PairsPage
    from rules.choose import Weights
    from rules.model import SiteRules
    from rules.record import Pair
    from samples.labels import NameAndValue

_T = TypeVar("_T")
ZOL_GIVEN = 10
# A shop's offer that ZOL slips in between the parameters: neither wanted nor wrong.
ZOL_OFFER = "电商报价"


def trials(pages: Sequence[_T], most: int, count: int) -> Iterator[tuple[list[_T], list[_T]]]:
    """Up to `most` pages to train with and pages to read, `count` times; the same every time.

    The training pages of a trial lie far apart, and each trial starts at another page. Pages
    to read are the same for one sample and for more, so that the figures can be compared.
    """
    for trial in range(count):
        first = trial * len(pages) // count
        chosen = [(first + place * len(pages) // most) % len(pages) for place in range(most)]
        yield (
            [pages[index] for index in chosen],
            [page for index, page in enumerate(pages) if index not in chosen],
        )


def rules_from(samples: Sequence[Sample]) -> SiteRules | None:
    """The rules of a site after training with each sample; one that is refused changes nothing."""
    with TemporaryDirectory() as folder:
        library = RuleLibrary(Path(folder))
        for sample in samples:
            try:
                train(library, sample.page, sample.examples)
            except TrainingError:
                continue
        return library.rules_for(samples[0].page.url)


def pairs_read(
    page: Page,
    rules: SiteRules | None,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
) -> list[Pair]:
    """All pairs of a page, whichever record they belong to."""
    extraction = extract(page, rules, memory, least=least, weights=weights)
    return [pair for record in extraction.records for pair in record.pairs]


def pairs_trial(
    samples: Sequence[PairsPage], others: Sequence[PairsPage], weights: Weights | None = None
) -> Trial:
    """Train with all pairs of the samples."""
    rules = rules_from([Sample(_read(page), all_pairs(page)) for page in samples])
    memory = SiteMemory.of(map(_read, others))
    shown = [name for page in samples for name, _ in page.pairs]
    tallies, unseen = [], Tally()
    for page in others:
        found = facts(pairs_read(_read(page), rules, memory, weights=weights), page.pairs)
        tallies.append(score_pairs(page.pairs, found))
        unseen += score_unseen(page.pairs, found, shown)
    return Trial(tuple(tallies), unseen)


def attributes_trial(
    samples: Sequence[AttributesPage],
    others: Sequence[AttributesPage],
    weights: Weights | None = None,
) -> Trial:
    """Train with the first acceptable value of each attribute, telling no names."""
    rules = rules_from([Sample(_read(page), first_values(page)) for page in samples])
    memory = SiteMemory.of(map(_read, others))
    tallies = []
    for page in others:
        pairs = pairs_read(_read(page), rules, memory, weights=weights)
        values = [
            (pair.attribute, value) for pair in pairs for value in pair.values or [pair.value]
        ]
        tallies.append(score_attributes(page.attributes, values))
    return Trial(tuple(tallies))


def zol_trial(
    page: PairsPage, draw: int, *, names_alone: bool = False, weights: Weights | None = None
) -> Trial:
    """Train with some of a page's pairs, read the same page: whole pairs, or their names alone."""
    shuffled = sorted(page.pairs, key=lambda pair: sha256(f"{draw} {pair}".encode()).digest())
    given = shuffled[:ZOL_GIVEN]
    examples = tuple(Example(attribute=name, name=name, value=value) for name, value in given)
    rules = rules_from([Sample(_read(page), examples)])
    wanted: Sequence[NameAndValue] = page.pairs
    read = pairs_read(_read(page), rules, weights=weights)
    found = facts(_wanted_or_wrong(read), wanted)
    if names_alone:
        wanted, found = ([(name, "") for name, _ in pairs] for pairs in (wanted, found))
    shown = [name for name, _ in given]
    return Trial((score_pairs(wanted, found),), score_unseen(wanted, found, shown))


def read_trial(pages: Sequence[PairsPage], weights: Weights | None = None) -> Trial:
    """Nothing is labelled: all that is known is what the site's pages have in common."""
    memory = SiteMemory.of(map(_read, pages))
    tallies, calibration = [], Calibration()
    for page in pages:
        found = pairs_read(_read(page), None, memory, weights=weights)
        tallies.append(score_pairs(page.pairs, facts(_wanted_or_wrong(found), page.pairs)))
        all_found = pairs_read(_read(page), None, memory, least=0.0, weights=weights)
        calibration += Calibration.of(_wanted_or_wrong(all_found), page.pairs)
    return Trial(tuple(tallies), calibration=calibration)


def _wanted_or_wrong(pairs: Iterable[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair.name != ZOL_OFFER]


def candidates_trial(pages: Sequence[PairsPage]) -> Trial:
    """Which pairs are among all that may be a name and its value, before any choosing?

    A row holds a value as a whole, as an item, or as one of the texts its value is made of: which
    of those it is samples tell.
    """
    tallies = []
    for page in pages:
        read = outline(_read(page))
        rows, texts = find_rows(read), read.all_texts
        found = [(row.name, value) for row in rows for value in (row.value, *row.values)]
        parts = [(row.name, texts[leaf]) for row in rows for leaf in row.value_leaves]
        held = score_pairs(page.pairs, [*found, *parts])
        tallies.append(replace(held, extracted=len(compared(found))))
    return Trial(tuple(tallies))


def all_pairs(page: PairsPage) -> tuple[Example, ...]:
    attributes = page.attributes or [name or "unnamed" for name, _ in page.pairs]
    return tuple(
        Example(attribute=attribute, name=name, value=value)
        for attribute, (name, value) in zip(attributes, page.pairs, strict=True)
    )


def first_values(page: AttributesPage) -> tuple[Example, ...]:
    return tuple(
        Example(attribute=attribute, name="", value=values[0])
        for attribute, values in page.attributes.items()
        if values
    )


def _read(page: PairsPage | AttributesPage) -> Page:
    return Page.read(page.body, page.url)
