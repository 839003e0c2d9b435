"""Examples in, weights out: logistic regression that begins at equal weights.

Beside each evidence the regression sees the mean of all, the published sum with equal weights,
and is free to use that as much as it likes; to weigh one evidence otherwise than the rest costs.
So what the examples say nothing about keeps its equal weight, and few examples change little.

The sums are then calibrated (Platt): a sigmoid is fitted to sums of examples that were held back,
and its two numbers are taken into the weights and the base. An isotonic curve would need thousands
of decisions, and would put many proposals at one and the same probability.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from discovery.learning.regression import Regression
from discovery.learning.weights import VETO, CrossValidated, LearnedWeights
from discovery.scoring import EqualWeights
from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discovery.learning.example import Example

FEWEST = 40  # examples in all: with fewer, one page decides what is weighed how
FEWEST_OF_EACH = 10  # true ones, and false ones


class TooFewError(SpecSeekError):
    """Not enough was decided yet to learn from."""


def train(examples: Sequence[Example]) -> LearnedWeights:
    """TooFewError and NoLearnerError tell why it cannot be."""
    _check(examples)
    told = [one.evidence for one in examples]
    names = list(dict.fromkeys(name for evidence in told for name in (*evidence, VETO)))
    rows = np.array([[evidence.get(name, 0.0) for name in names] for evidence in told])
    # A veto alone outweighs all other evidence together, which sums up to one at most.
    equally = np.array([1.0 if name == VETO else 1 / (len(names) - 1) for name in names])
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


def _check(examples: Sequence[Example]) -> None:
    counts = Counter(one.true for one in examples)
    if counts.total() < FEWEST or min(counts[True], counts[False]) < FEWEST_OF_EACH:
        raise TooFewError(
            f"{counts[True]} accepted and {counts[False]} rejected proposals are too few to learn"
            f" from: equal weights stay until there are {FEWEST}, at least {FEWEST_OF_EACH} of"
            " each; decide more of them on the review page or with specseek review"
        )
