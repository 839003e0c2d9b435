"""A small model that learns while crawling: how much does each feature of a link tell?

Logistic regression over words, one step per visit, the steps growing smaller for features
often seen (AdaGrad). A site's own weights are added to the weights of the whole topic, so that
a new site starts with what the others taught.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_STEP = 0.35
_MOST_FEATURES = 4000
_FLAT = 30.0


class FeatureWeights:
    """Weight and squared steps of every feature."""

    def __init__(self, start: dict[str, float] | None = None) -> None:
        self._known: dict[str, list[float]] = {
            name: [weight, 1.0] for name, weight in (start or {}).items()
        }

    def total(self, names: Iterable[str]) -> float:
        known = self._known
        return sum(known[name][0] for name in names if name in known)

    def step(self, names: Iterable[str], error: float) -> None:
        """Move the weights of these features towards what was seen."""
        for name in names:
            entry = self._known.get(name)
            if entry is None:
                if len(self._known) >= _MOST_FEATURES:
                    self._forget()
                entry = self._known[name] = [0.0, 1.0]
            entry[1] += error * error
            entry[0] += _STEP * error / sqrt(entry[1])

    def _forget(self) -> None:
        """Make room: the half that tells least goes."""
        ranked = sorted(self._known, key=lambda name: -abs(self._known[name][0]))
        self._known = {name: self._known[name] for name in ranked[: _MOST_FEATURES // 2]}

    def to_json(self) -> dict[str, list[float]]:
        return {name: [round(part, 4) for part in entry] for name, entry in self._known.items()}

    @classmethod
    def from_json(cls, stored: dict[str, list[float]]) -> FeatureWeights:
        weights = cls()
        weights._known = {name: [float(a), float(b)] for name, (a, b) in stored.items()}
        return weights


def chance(score: float) -> float:
    """A score as a number between 0 and 1."""
    return 1.0 / (1.0 + exp(-max(-_FLAT, min(_FLAT, score))))
