"""Right, given and wanted: the three counts every figure of quality is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tally:
    """How many answers were right, how many were given, how many were wanted."""

    correct: int = 0
    extracted: int = 0
    should: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.correct + other.correct,
            self.extracted + other.extracted,
            self.should + other.should,
        )

    @property
    def precision(self) -> float:
        """Right of those given; nothing given is nothing wrong."""
        return self.correct / self.extracted if self.extracted else 1.0

    @property
    def recall(self) -> float:
        """Right of those wanted; nothing wanted is nothing missed."""
        return self.correct / self.should if self.should else 1.0

    @property
    def f1(self) -> float:
        """Twice the right ones over given and wanted together: the harmonic mean of both rates."""
        both = self.extracted + self.should
        return 2 * self.correct / both if both else 1.0

    def as_json(self) -> dict[str, float]:
        return {
            "correct": self.correct,
            "extracted": self.extracted,
            "should": self.should,
            "precision": self.precision,
            "recall": self.recall,
        }
