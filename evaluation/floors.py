"""Figures that must not fall: a change that loses quality on a known set is noticed."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, ConfigDict, TypeAdapter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evaluation.scoring import Spread


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
