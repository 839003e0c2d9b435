"""Train on a few pages, read the others, and again with other training pages."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from rules.extraction import extract
from rules.library import RuleLibrary
from rules.training import TrainingError, train

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pages.page import Page
    from rules.learn_layout import Sample
    from rules.model import SiteRules
    from rules.record import Pair

_T = TypeVar("_T")


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


def pairs_read(page: Page, rules: SiteRules | None) -> list[Pair]:
    """All pairs of a page, whichever record they belong to."""
    return [pair for record in extract(page, rules).records for pair in record.pairs]
