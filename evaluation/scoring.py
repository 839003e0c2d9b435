"""How right is what was read? Pairs against gold, the spread of trials, floors that must hold."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from operator import add
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel, ConfigDict, TypeAdapter

from samples.labels import NameAndValue, compared, letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rules.record import Pair


_TENTHS = 10


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


def facts(pairs: Iterable[Pair], gold: Iterable[NameAndValue]) -> list[NameAndValue]:
    """A list is one fact where gold has it as one text, else each of its items is a fact.

    Records have both, and which of them gold has is the annotators' choice.
    """
    wanted = compared(gold)
    found: list[NameAndValue] = []
    for pair in pairs:
        whole = (pair.name, pair.value)
        if pair.values and compared([whole]).isdisjoint(wanted):
            found += [(pair.name, item) for item in pair.values]
        else:
            found.append(whole)
    return found


def score_pairs(gold: Iterable[NameAndValue], found: Iterable[NameAndValue]) -> Tally:
    wanted, given = compared(gold), compared(found)
    return Tally(len(wanted & given), len(given), len(wanted))


def is_whole(tally: Tally) -> bool:
    """A page's whole record is right: nothing missing, nothing wrong, nothing too much."""
    return tally.correct == tally.extracted == tally.should


def score_unseen(
    gold: Iterable[NameAndValue], found: Iterable[NameAndValue], seen_names: Iterable[str]
) -> Tally:
    """Only the pairs whose name was not seen: how many came out with the right value?

    Its recall is the figure; what was given beside them is `score_pairs`' matter.
    """
    seen = frozenset(map(letters_and_digits, seen_names))
    wanted = frozenset(pair for pair in compared(gold) if pair[0] not in seen)
    hits = len(wanted & compared(found))
    return Tally(hits, hits, len(wanted))


def score_attributes(
    gold: Mapping[str, Sequence[str]], found: Iterable[tuple[str | None, str]]
) -> Tally:
    """Values by attribute, where gold lists the acceptable values of each.

    One right value answers an attribute (two acceptable ones are one answer), every other
    value given for it is wrong, and an attribute with an empty list should get none.
    Values of attributes that gold does not speak of are passed over.
    """
    given: dict[str, set[str]] = {attribute: set() for attribute in gold}
    for attribute, value in found:
        if attribute in given:
            given[attribute].add(letters_and_digits(value))
    return sum(
        (_score_attribute(values, given[attribute]) for attribute, values in gold.items()), Tally()
    )


def _score_attribute(acceptable: Sequence[str], given: set[str]) -> Tally:
    right = set(map(letters_and_digits, acceptable))
    hit = int(bool(right & given))
    return Tally(hit, hit + len(given - right), int(bool(right)))


@dataclass(frozen=True)
class Calibration:
    """Of the pairs said to be so sure, in tenths: how many there are, how many are right."""

    given: tuple[int, ...] = (0,) * _TENTHS
    right: tuple[int, ...] = (0,) * _TENTHS
    said: tuple[float, ...] = (0.0,) * _TENTHS
    """The sum of what was said, so that right / given should be said / given."""

    @classmethod
    def of(cls, pairs: Iterable[Pair], gold: Iterable[NameAndValue]) -> Calibration:
        """A pair given twice counts once, as sure as it was at best."""
        sure: dict[NameAndValue, float] = {}
        wanted = compared(gold)
        for pair in pairs:
            for fact in compared(facts([pair], wanted)):
                sure[fact] = max(pair.confidence, sure.get(fact, 0.0))
        given, right, said = [0] * _TENTHS, [0] * _TENTHS, [0.0] * _TENTHS
        for fact, confidence in sure.items():
            tenth = min(int(confidence * _TENTHS), _TENTHS - 1)
            given[tenth] += 1
            right[tenth] += fact in wanted
            said[tenth] += confidence
        return cls(tuple(given), tuple(right), tuple(said))

    def __add__(self, other: Calibration) -> Calibration:
        return Calibration(
            tuple(map(add, self.given, other.given)),
            tuple(map(add, self.right, other.right)),
            tuple(map(add, self.said, other.said)),
        )

    def error(self, *, least: float = 0.0) -> float:
        """The expected calibration error: how far what was said is from what was right.

        `least` leaves out the tenths below it, most of which nobody takes for pairs anyway.
        """
        tenths = range(round(least * _TENTHS), _TENTHS)
        off = sum(abs(self.right[tenth] - self.said[tenth]) for tenth in tenths)
        return off / (sum(self.given[tenth] for tenth in tenths) or 1)

    def as_json(self) -> dict[str, Any]:
        return {
            "given": self.given,
            "right": self.right,
            "said": [
                said / given if given else None
                for said, given in zip(self.said, self.given, strict=True)
            ],
            "error": self.error(),
            "error from 0.5": self.error(least=0.5),
        }


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
    """The pages of one trial: a tally for each, and one for attributes that no sample's gold has.

    `unshown` counts of those the ones whose name no sample's page writes as a label either: what
    a page shows and its gold leaves out is not unseen. `calibration` tells how sure the reader was
    of what it read without labels.
    """

    pages: tuple[Tally, ...]
    unseen: Tally | None = None
    unshown: Tally | None = None
    calibration: Calibration | None = None

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
    "unshown": lambda trial: trial.unshown.recall if trial.unshown else None,
    "calibrated": lambda trial: 1 - trial.calibration.error() if trial.calibration else None,
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
            "calibration": [
                trial.calibration.as_json() for trial in self.trials if trial.calibration
            ],
        }


def pooled(name: str, rows: Iterable[QualityRow]) -> QualityRow:
    """Several sites as one: the n-th trials of all are counted together."""
    rows = tuple(rows)
    together = zip(*(row.trials for row in rows), strict=True)
    return QualityRow(name, rows[0].samples, tuple(map(_as_one, together)))


def _as_one(trials: tuple[Trial, ...]) -> Trial:
    unseen = [trial.unseen for trial in trials if trial.unseen]
    unshown = [trial.unshown for trial in trials if trial.unshown]
    pages = tuple(page for trial in trials for page in trial.pages)
    sure = [trial.calibration for trial in trials if trial.calibration]
    return Trial(
        pages,
        sum(unseen, Tally()) if unseen else None,
        sum(unshown, Tally()) if unshown else None,
        sum(sure, Calibration()) if sure else None,
    )


class Measured(Protocol):
    """A set of pages, how many of them were labelled, and figures by name."""

    @property
    def name(self) -> str: ...

    @property
    def samples(self) -> int: ...

    def figure(self, name: str) -> Spread | None: ...


class Floor(BaseModel):
    """The least a figure may be, in the middle and at its worst, over the trials of a set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set: str
    samples: int
    figure: str
    median: float
    worst: float


def floors() -> list[Floor]:
    raw = files("evaluation").joinpath("floors.json").read_bytes()
    return TypeAdapter(list[Floor]).validate_json(raw)


def below_floors(rows: Iterable[Measured]) -> Iterator[str]:
    """One line for every figure that fell; figures of sets not measured are passed over.

    A single trial is held against the worst: it says nothing of the middle.
    """
    measured = {(row.name, row.samples): row for row in rows}
    for floor in floors():
        row = measured.get((floor.set, floor.samples))
        spread = row.figure(floor.figure) if row else None
        if not spread:
            continue
        several = len(spread.values) > 1
        if spread.worst < floor.worst or (several and spread.median < floor.median):
            yield (
                f"{floor.set}, {floor.samples} sample(s): {floor.figure} is {spread.median:.4f}"
                f" (worst {spread.worst:.4f}), must be {floor.median} (worst {floor.worst})"
            )


def worse_with_more_samples(rows: Iterable[Measured]) -> Iterator[str]:
    """One line for every set where more labelled pages give less: they must never do harm."""
    by_name: dict[str, list[tuple[int, Spread]]] = {}
    for row in rows:
        spread = row.figure("f1")
        if row.samples and spread:
            by_name.setdefault(row.name, []).append((row.samples, spread))
    for name, measured in by_name.items():
        (few, first), *others = sorted(measured, key=lambda each: each[0])
        for more, spread in others:
            if spread.median < first.median:
                yield (
                    f"{name}: f1 is {spread.median:.4f} with {more} samples,"
                    f" {first.median:.4f} with {few}"
                )
