"""Weights that decisions taught: to score needs no more than these few numbers."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discovery.candidate import Score
from discovery.scoring import evidence_of, is_vetoed
from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discovery.candidate import Candidate
    from discovery.support import Support

VETO = "veto"
_STEEPEST = 500.0  # beyond it e to the power has no float


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

    `base` is what the evidence must outweigh: the learned threshold. A veto is evidence too.
    """

    weights: Annotated[dict[str, float], Field(min_length=1)]
    base: float
    examples: int
    held_back: CrossValidated

    def score(self, candidate: Candidate, support: Support) -> Score:
        """The contributions are log-odds: with the base they sum up to those of the score."""
        told = evidence_and_veto(candidate, support)
        contributions = {name: self.weights.get(name, 0.0) * told[name] for name in told}
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


def evidence_and_veto(candidate: Candidate, support: Support) -> Mapping[str, float]:
    """With `VETO` where something speaks wholly against the candidate."""
    evidence = evidence_of(candidate, support)
    return {**evidence, VETO: -1.0} if is_vetoed(candidate) else evidence


def _probability(log_odds: float) -> float:
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, log_odds))))
