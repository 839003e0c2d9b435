"""Do learned weights judge candidates better than equal ones? On pages that were held back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import islice
from statistics import mean
from typing import TYPE_CHECKING, Any

from rich.table import Table

from discovery.credibility import EqualWeights, credibility
from discovery.weights import average_precision, train

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discovery.weights import JudgedCandidate
    from evaluation.discovering.examples import ExampleSet

_FOLDS = 5


@dataclass(frozen=True)
class Judged:
    """Average precision on one set by the published sum of five, equal and learned weights.

    `equal_error` and `learned_error` are the mean squares of probability less truth (Brier).
    """

    set: str
    candidates: int
    attributes: int
    published: float
    equal: float
    learned: float
    equal_error: float
    learned_error: float


@dataclass(frozen=True)
class WeightsRows:
    """`held_back` is what no weights were learned from: the page, or all of its site."""

    held_back: str
    rows: tuple[Judged, ...]

    @property
    def all(self) -> Judged:
        """The mean over the sets, so that none counts more than another."""
        figures = zip(*(list(asdict(row).values())[3:] for row in self.rows), strict=True)
        candidates, attributes = (
            sum(getattr(row, name) for row in self.rows) for name in ("candidates", "attributes")
        )
        return Judged("mean of the sets", candidates, attributes, *map(mean, figures))

    def table(self) -> Table:
        table = Table(title=f"Average precision, {self.held_back} held back (error in brackets)")
        table.add_column("set")
        for heading in ("candidates", "attributes", "published", "equal", "learned"):
            table.add_column(heading, justify="right")
        for row in (*self.rows, self.all):
            table.add_row(
                *(row.set, f"{row.candidates:,}", f"{row.attributes:,}", f"{row.published:.4f}"),
                f"{row.equal:.4f} ({row.equal_error:.3f})",
                f"{row.learned:.4f} ({row.learned_error:.3f})",
            )
        return table

    def as_json(self) -> dict[str, Any]:
        return {
            "held_back": self.held_back,
            "sets": [asdict(row) for row in (*self.rows, self.all)],
        }


def compare_weights(sets: Sequence[ExampleSet]) -> Iterator[WeightsRows]:
    """Once with pages held back, once with whole sites."""
    for held_back in ("page", "site"):
        grouped = [
            [
                each._replace(group=one.site) if held_back == "site" else each
                for each in one.examples
            ]
            for one in sets
        ]
        scores = iter(_scores([each for some in grouped for each in some]))
        rows = (
            _judged(one.name, some, list(islice(scores, len(some))))
            for one, some in zip(sets, grouped, strict=True)
        )
        yield WeightsRows(held_back, tuple(rows))


def _scores(examples: Sequence[JudgedCandidate]) -> list[float]:
    """Each by weights that other groups taught."""
    scores = [0.0] * len(examples)
    for fold in _folds(examples):
        learned = train([one for one in examples if one.group not in fold])
        for place, one in enumerate(examples):
            if one.group in fold:
                scores[place] = learned.score(one.candidate, one.support).probability
    return scores


def _folds(examples: Sequence[JudgedCandidate]) -> list[set[str]]:
    """A few groups are each held back alone, many in five parts."""
    groups = list(dict.fromkeys(one.group for one in examples))
    parts = len(groups) if len(groups) <= 2 * _FOLDS else _FOLDS
    return [set(groups[part::parts]) for part in range(parts)]


def _judged(name: str, examples: Sequence[JudgedCandidate], learned: Sequence[float]) -> Judged:
    weigh = EqualWeights()
    equal = [weigh.score(one.candidate, one.support).probability for one in examples]
    published = [credibility(one.candidate.factors) for one in examples]
    truth = [one.true for one in examples]
    return Judged(
        name,
        len(examples),
        sum(truth),
        *(average_precision(truth, scores) for scores in (published, equal, learned)),
        *(_error(truth, scores) for scores in (equal, learned)),
    )


def _error(truth: Sequence[bool], scores: Sequence[float]) -> float:
    return mean((score - true) ** 2 for true, score in zip(truth, scores, strict=True))
