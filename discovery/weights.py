"""Weights learned from people's decisions judge the next candidates.

Logistic regression that begins at equal weights. Beside each evidence the regression sees the sum
with equal weights, which is hardly regularised, while a different weight for one evidence is
penalised. So evidence that the examples say nothing about keeps its equal weight, and few examples
change little.

The sums are then calibrated (Platt): a sigmoid is fitted to sums of examples that were held back,
and its two numbers are taken into the weights and the base. An isotonic curve would need thousands
of decisions, and would put many proposals at one and the same probability.

Scoring needs no more than these few numbers.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from importlib import import_module
from math import exp
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import SpecSeekError
from discovery.credibility import WEIGHTS, EqualWeights, Score, evidence_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discovery.candidates import Candidate
    from discovery.credibility import Support

    Numbers = NDArray[np.float64]
    Truth = NDArray[np.bool_]
    Places = NDArray[np.intp]

FEWEST = 40  # examples in all: with fewer, one page decides what is weighed how
FEWEST_OF_EACH = 10  # true ones, and false ones
_STEEPEST = 500.0  # beyond it e to the power has no float
_FOLDS = 5
_FREE = 10.0  # how much larger the sum to begin with is made, so that its use costs next to nothing


class WeightsError(SpecSeekError):
    """What is stored as weights cannot be used."""


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class CrossValidated(_Stored):
    """Average precision on examples that were held back, by equal and by learned weights."""

    equal: float
    learned: float


class LearnedWeights(_Stored):
    """A `Scorer`: weight times evidence, all summed up above a base, as log-odds.

    `base` is what the evidence must outweigh: the learned threshold.
    """

    weights: Annotated[dict[str, float], Field(min_length=1)]
    base: float
    examples: int
    held_back: CrossValidated

    def score(self, candidate: Candidate, support: Support) -> Score:
        """The contributions are log-odds: with the base they sum up to those of the score."""
        evidence = evidence_of(candidate, support)
        contributions = {
            name: self.weights.get(name, 0.0) * certainty for name, certainty in evidence.items()
        }
        return Score(_probability(self.base + sum(contributions.values())), contributions)

    def to_json(self) -> str:
        return self.model_dump_json()

    @classmethod
    def from_json(cls, content: str) -> LearnedWeights:
        try:
            return cls.model_validate_json(content)
        except ValidationError as error:
            raise WeightsError(
                f"the stored weights cannot be read: {error.errors()[0]['msg']}"
                " (they were written by another version, or changed by hand);"
                " learn them again with: specseek review learn"
            ) from error


def _probability(log_odds: float) -> float:
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, log_odds))))


class JudgedCandidate(NamedTuple):
    """A candidate that a person decided about.

    `group` names what must not be in training and test at once: a site, a page.
    """

    candidate: Candidate
    support: Support
    true: bool
    group: str


class NoLearnerError(SpecSeekError):
    """The package that learns is not installed."""


class TooFewError(SpecSeekError):
    """Not enough was decided yet to learn from."""


def train(examples: Sequence[JudgedCandidate]) -> LearnedWeights:
    """Raises TooFewError or NoLearnerError."""
    _check(examples)
    told = [evidence_of(one.candidate, one.support) for one in examples]
    names = list(dict.fromkeys(name for evidence in told for name in evidence))
    rows = np.array([[evidence.get(name, 0.0) for name in names] for evidence in told])
    equally = np.array([WEIGHTS.get(name, 0.0) for name in names])
    truth = np.array([one.true for one in examples])
    regression = Regression(rows, truth, [one.group for one in examples], equally)
    weights, base = regression.calibrated()
    equal = EqualWeights()
    by_equal = np.array([equal.score(one.candidate, one.support).probability for one in examples])
    return LearnedWeights(
        weights=dict(zip(names, weights, strict=True)),
        base=base,
        examples=len(examples),
        held_back=CrossValidated(
            equal=regression.average_precision(by_equal),
            learned=regression.average_precision(regression.held_back),
        ),
    )


def _check(examples: Sequence[JudgedCandidate]) -> None:
    counts = Counter(one.true for one in examples)
    if counts.total() < FEWEST or min(counts[True], counts[False]) < FEWEST_OF_EACH:
        raise TooFewError(
            f"{counts[True]} accepted and {counts[False]} rejected proposals are too few to learn"
            f" from: equal weights stay until there are {FEWEST}, at least {FEWEST_OF_EACH} of"
            " each; decide more of them on the review page or with specseek review"
        )


class _Line(NamedTuple):
    weights: Numbers
    base: float

    def totals(self, rows: Numbers) -> Numbers:
        totals: Numbers = rows @ self.weights + self.base
        return totals


class Regression:
    """`rows` has one column for each evidence, `start` the weights to begin with.

    Rows of one group are held back together.
    """

    def __init__(self, rows: Numbers, truth: Truth, groups: Sequence[str], start: Numbers) -> None:
        self._logistic = _sklearn("linear_model").LogisticRegression
        self._rows, self._truth, self._groups, self._start = rows, truth, groups, start

    def calibrated(self) -> tuple[list[float], float]:
        """The weights and the base, as log-odds that hold."""
        line = self._fit(self._rows, self._truth)
        sigmoid = self._logistic()
        sigmoid.fit(self.held_back.reshape(-1, 1), self._truth)
        slope, shift = float(sigmoid.coef_[0][0]), float(sigmoid.intercept_[0])
        if slope <= 0:  # what was held back is judged no better than by chance
            slope, shift = 1.0, 0.0
        return (slope * line.weights).tolist(), slope * line.base + shift

    @cached_property
    def held_back(self) -> Numbers:
        """The total of each row by weights that other groups taught."""
        totals = np.zeros(len(self._rows))
        for taught, held in self._folds:
            totals[held] = self._fit(self._rows[taught], self._truth[taught]).totals(
                self._rows[held]
            )
        return totals

    def average_precision(self, scores: Numbers) -> float:
        """The mean over the folds: sums of two folds have different bases."""
        folds = [held for _, held in self._folds if self._truth[held].any()]
        return float(
            np.mean([average_precision(self._truth[held], scores[held]) for held in folds])
        )

    def _fit(self, rows: Numbers, truth: Truth) -> _Line:
        from_start = _FREE * (rows @ self._start)
        found = self._logistic(max_iter=1000)
        found.fit(np.column_stack([rows, from_start]), truth)
        *own, of_start = found.coef_[0]
        return _Line(np.array(own) + _FREE * of_start * self._start, float(found.intercept_[0]))

    @cached_property
    def _folds(self) -> list[tuple[Places, Places]]:
        """By group where there are enough of them; what teaches has true and false rows."""
        splitters = _sklearn("model_selection")
        if len(set(self._groups)) >= _FOLDS:
            folds = splitters.StratifiedGroupKFold(_FOLDS)
            parts = folds.split(self._rows, self._truth, self._groups)
        else:
            parts = splitters.StratifiedKFold(_FOLDS).split(self._rows, self._truth)
        return [(taught, held) for taught, held in parts if len(set(self._truth[taught])) == 2]


def average_precision(truth: Sequence[bool] | Truth, scores: Sequence[float] | Numbers) -> float:
    """1 where all that is true is judged likelier than all that is not."""
    return float(_sklearn("metrics").average_precision_score(truth, scores))


def _sklearn(module: str) -> Any:  # noqa: ANN401 - scikit-learn has no types
    """A module of scikit-learn, which is an extra and takes a second to load."""
    try:
        return import_module(f"sklearn.{module}")
    except ImportError as missing:
        raise NoLearnerError(
            "weights are learned with scikit-learn, which is not installed; equal weights stay"
            " until it is: pip install specseek[learn]"
        ) from missing
