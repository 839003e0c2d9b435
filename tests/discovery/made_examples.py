"""Examples of two sites' worth of decisions, in which one evidence tells all and one nothing."""

from __future__ import annotations

from random import Random

from discovery.candidates import Candidate
from discovery.credibility import Factors, Support
from discovery.weights import JudgedCandidate

SUPPORT = Support(5, 10, 3)


def candidate(parent: float, font: float = 0.0, **signals: float) -> Candidate:
    factors = Factors(font, 0.0, parent, 0.0, 0.0)
    return Candidate("名", "值", "table", factors, 0, {"row": 0.0, **signals})


def decided(true: int, false: int) -> list[JudgedCandidate]:
    """`parent` speaks the truth nine times of ten, `font` speaks at random."""
    random = Random(7)  # noqa: S311 - nothing is secret here
    examples = []
    for at in range(true + false):
        is_true = at < true
        honest = random.random() < 0.9
        parent = 1.0 if is_true == honest else -1.0
        font = random.choice((-1.0, 1.0))
        group = f"site{at % 8}.example"
        examples.append(JudgedCandidate(candidate(parent, font), SUPPORT, is_true, group))
    return examples
