"""How right are rules that repaired themselves, and is what was lost told?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table

from core.names import site_of
from evaluation.datasets import DataSetsAbsentError
from evaluation.floors import below_floors
from evaluation.repair_on_real_pages import real_rows
from evaluation.repair_trial import RepairTrial, repair_trial
from samples.pocket_web import EMPTIED_HOST

if TYPE_CHECKING:
    from evaluation.scoring import QualityRow

_FIGURES = ("f1", "precision", "recall", "whole")


@dataclass(frozen=True)
class RepairReport:
    trial: RepairTrial
    real: tuple[QualityRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def faults(self) -> list[str]:
        """Figures below their floor; an alarm that is missing, or one too many."""
        emptied = [site_of(f"http://{EMPTIED_HOST}/")]
        wrong = [] if self.trial.alarms == emptied else [f"alarms: {self.trial.alarms}"]
        return [*below_floors((*self.trial.after, *self.real)), *wrong]

    def table(self) -> RenderableType:
        table = Table(title="Redesigned pages, repaired without a label")
        for heading in ("pages", *_FIGURES):
            table.add_column(heading)
        for row in (*self.trial.before, *self.trial.after, *self.real):
            table.add_row(row.name, *(_written(row, figure) for figure in _FIGURES))
        alarms = ", ".join(self.trial.alarms) or "none"
        return Group(table, f"Alarms, no rule proposed: {alarms}", *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "before": [row.as_json() for row in self.trial.before],
            "after": [row.as_json() for row in self.trial.after],
            "findings": [finding.as_json() for finding in self.trial.findings],
            "real": [row.as_json() for row in self.real],
            "notes": list(self.notes),
        }


def measure_repair_quality() -> RepairReport:
    with TemporaryDirectory() as folder:
        trial = repair_trial(Path(folder))
    try:
        return RepairReport(trial, tuple(real_rows()))
    except DataSetsAbsentError as absent:
        return RepairReport(trial, (), (str(absent),))


def _written(row: QualityRow, figure: str) -> str:
    spread = row.figure(figure)
    return f"{spread.median:.4f}" if spread else "-"
