"""Logistic regression that begins at given weights, calibrated on rows that were held back."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Truth = NDArray[np.bool_]
    Places = NDArray[np.intp]

_FOLDS = 5
_FREE = 10.0  # how much larger the sum to begin with is made, so that its use costs next to nothing


class NoLearnerError(SpecSeekError):
    """The package that learns is not installed."""


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
        self._learner = _learner()
        self._rows, self._truth, self._groups, self._start = rows, truth, groups, start

    def calibrated(self) -> tuple[list[float], float]:
        """The weights and the base, as log-odds that hold."""
        line = self._fit(self._rows, self._truth)
        sigmoid = self._learner.LogisticRegression()
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
        found = self._learner.LogisticRegression(max_iter=1000)
        found.fit(np.column_stack([rows, from_start]), truth)
        *own, of_start = found.coef_[0]
        return _Line(np.array(own) + _FREE * of_start * self._start, float(found.intercept_[0]))

    @cached_property
    def _folds(self) -> list[tuple[Places, Places]]:
        """By group where there are enough of them; what teaches has true and false rows."""
        by_group = len(set(self._groups)) >= _FOLDS
        if by_group:
            folds = self._learner.StratifiedGroupKFold(_FOLDS)
            parts = folds.split(self._rows, self._truth, self._groups)
        else:
            parts = self._learner.StratifiedKFold(_FOLDS).split(self._rows, self._truth)
        return [(taught, held) for taught, held in parts if len(set(self._truth[taught])) == 2]


def average_precision(truth: Sequence[bool] | Truth, scores: Sequence[float] | Numbers) -> float:
    """1 where all that is true is judged likelier than all that is not."""
    return float(_learner().average_precision_score(truth, scores))


class _Learner(NamedTuple):
    """What is used of scikit-learn, which takes a second to load."""

    LogisticRegression: Any
    StratifiedGroupKFold: Any
    StratifiedKFold: Any
    average_precision_score: Any


def _learner() -> _Learner:
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - an extra, and slow
        from sklearn.metrics import average_precision_score  # noqa: PLC0415
        from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold  # noqa: PLC0415
    except ImportError as missing:
        raise NoLearnerError(
            "weights are learned with scikit-learn, which is not installed; equal weights stay"
            " until it is: pip install specseek[learn]"
        ) from missing
    return _Learner(
        LogisticRegression, StratifiedGroupKFold, StratifiedKFold, average_precision_score
    )
