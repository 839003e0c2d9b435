"""One line of the quality table: a set of pages, and how the trials on it went."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from evaluation.scoring import is_whole
from evaluation.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


@dataclass(frozen=True)
class Spread:
    """One figure over all trials."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def worst(self) -> float:
        return min(self.values)

    def as_json(self) -> dict[str, float]:
        return {"median": self.median, "worst": self.worst}


@dataclass(frozen=True)
class Trial:
    """The pages of one trial: a tally for each, and one for attributes no sample showed."""

    pages: tuple[Tally, ...]
    unseen: Tally | None = None

    @property
    def pooled(self) -> Tally:
        return sum(self.pages, Tally())

    @property
    def whole(self) -> float:
        """The share of pages whose whole record is right."""
        return sum(map(is_whole, self.pages)) / len(self.pages)


_FIGURE: Mapping[str, Callable[[Trial], float | None]] = {
    "f1": lambda trial: trial.pooled.f1,
    "precision": lambda trial: trial.pooled.precision,
    "recall": lambda trial: trial.pooled.recall,
    "whole": lambda trial: trial.whole,
    "unseen": lambda trial: trial.unseen.recall if trial.unseen else None,
}
FIGURES = tuple(_FIGURE)


@dataclass(frozen=True)
class QualityRow:
    name: str
    samples: int
    trials: tuple[Trial, ...]

    def figure(self, name: str) -> Spread | None:
        """One of `FIGURES` over all trials; None where the set has no such figure."""
        values = [_FIGURE[name](trial) for trial in self.trials]
        known = tuple(value for value in values if value is not None)
        return Spread(known) if known else None

    def as_json(self) -> dict[str, Any]:
        spreads = {name: self.figure(name) for name in FIGURES}
        return {
            "set": self.name,
            "samples": self.samples,
            **{name: spread.as_json() if spread else None for name, spread in spreads.items()},
        }


def pooled(name: str, rows: Iterable[QualityRow]) -> QualityRow:
    """Several sites as one: the n-th trials of all are counted together."""
    rows = tuple(rows)
    together = zip(*(row.trials for row in rows), strict=True)
    trials = (tuple(page for trial in same for page in trial.pages) for same in together)
    return QualityRow(name, rows[0].samples, tuple(map(Trial, trials)))
