"""From evidence to a score: is this candidate an attribute of the product?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from discovery.candidate import Score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discovery.candidate import Candidate
    from discovery.support import Support

THRESHOLD = 0.5
# A text for which one of these speaks wholly against it is no attribute, whatever else it is like.
VETOES = ("value", "value_form", "name_form", "sheet", "place", "words", "links")
VETOED = 0.1  # of the score that is left


class Scorer(Protocol):
    def score(self, candidate: Candidate, support: Support) -> Score: ...


class EqualWeights:
    """Factors, signals and support weigh the same; their mean, from -1 to 1, becomes 0 to 1."""

    def score(self, candidate: Candidate, support: Support) -> Score:
        evidence = evidence_of(candidate, support)
        contributions = {name: told / len(evidence) for name, told in evidence.items()}
        probability = (1 + sum(contributions.values())) / 2
        if is_vetoed(candidate):
            probability *= VETOED
        return Score(probability, contributions)


def evidence_of(candidate: Candidate, support: Support) -> Mapping[str, float]:
    """All that is known of a candidate, each from -1 to 1."""
    return {**candidate.factors._asdict(), **candidate.signals, "support": support.signal}


def is_vetoed(candidate: Candidate) -> bool:
    return any(candidate.signals.get(name, 0.0) <= -1 for name in VETOES)
