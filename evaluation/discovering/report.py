"""All that is measured about discovery: what is found, how it is judged, what it is taken for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rich.console import Group, RenderableType

from discovery.weights import NoLearnerError
from evaluation.datasets import DataSetsAbsentError
from evaluation.discovering.examples import camera_sets, gsmarena_set, zol_set
from evaluation.discovering.hidden_names import HiddenNames, measure_hidden_names
from evaluation.discovering.weights import WeightsRows, compare_weights
from evaluation.discovery_quality import DiscoveryReport, measure_discovery_quality
from evaluation.floors import below_floors
from evaluation.scoring import Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_T = TypeVar("_T")
# What floors may speak of here, beside precision and recall.
FIGURES = ("values", "told new", "learned", "gain")


class MeasuredRow(NamedTuple):
    """One line of figures that have floors."""

    name: str
    samples: int
    spreads: Mapping[str, Spread]

    def figure(self, name: str) -> Spread | None:
        return self.spreads.get(name)


@dataclass(frozen=True)
class DiscoveryEvaluation:
    """Parts whose pages, or whose packages, are not on this machine are left out and noted."""

    found: DiscoveryReport
    weights: tuple[WeightsRows, ...] = ()
    names: HiddenNames | None = None
    notes: tuple[str, ...] = ()

    @property
    def below_floors(self) -> list[str]:
        return list(below_floors(self._measured()))

    def table(self) -> RenderableType:
        tables = [rows.table() for rows in self.weights]
        if self.names:
            tables.append(self.names.table())
        return Group(self.found.table(), *tables, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "found": self.found.as_json(),
            "weights": [rows.as_json() for rows in self.weights],
            "names": self.names.as_json() if self.names else None,
            "notes": list(self.notes),
        }

    def _measured(self) -> Iterator[MeasuredRow]:
        for row in self.found.rows:
            yield MeasuredRow(f"discovery, {row.name}", 1, row.spreads())
        for rows in self.weights:
            mean = rows.all
            figures = {"learned": mean.learned, "gain": mean.learned - mean.equal}
            yield _measured(f"discovery, weights, {rows.held_back} held back", figures)
        if self.names:
            yield _measured("discovery, hidden names", self.names.figures())


def measure_discovery() -> DiscoveryEvaluation:
    found = measure_discovery_quality()
    weights, no_weights = _unless_absent(_weights)
    names, no_names = _unless_absent(measure_hidden_names)
    notes = dict.fromkeys(note for note in (no_weights, no_names) if note not in {"", *found.notes})
    return DiscoveryEvaluation(found, weights or (), names, tuple(notes))


def _weights() -> tuple[WeightsRows, ...]:
    sets = (gsmarena_set(bare=False), gsmarena_set(bare=True), zol_set(), *camera_sets())
    return tuple(compare_weights(sets))


def _unless_absent(measure: Callable[[], _T]) -> tuple[_T | None, str]:
    """The figures, or why there are none."""
    try:
        return measure(), ""
    except (DataSetsAbsentError, NoLearnerError) as absent:
        return None, str(absent)


def _measured(name: str, figures: Mapping[str, float]) -> MeasuredRow:
    return MeasuredRow(name, 1, {which: Spread((figure,)) for which, figure in figures.items()})
