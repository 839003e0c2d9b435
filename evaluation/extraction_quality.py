"""How much is extracted right? The published table beside ours, and real sites."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table

from evaluation.datasets import DataSetsAbsentError
from evaluation.paper_table import PaperRow, paper_rows
from evaluation.quality_row import FIGURES, QualityRow, Spread
from evaluation.real_sites import RealSites

if TYPE_CHECKING:
    from evaluation.tally import Tally


@dataclass(frozen=True)
class QualityReport:
    paper: tuple[PaperRow, ...]
    real: tuple[QualityRow, ...]
    notes: tuple[str, ...] = ()

    def table(self) -> RenderableType:
        tables = [_paper_table(self.paper)]
        if self.real:
            tables.append(_real_table(self.real))
        return Group(*tables, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "paper": [row.as_json() for row in self.paper],
            "real": [row.as_json() for row in self.real],
            "notes": list(self.notes),
        }


def measure_extraction_quality(trials: int = 10) -> QualityReport:
    """All figures; sets that are not on this machine are named in the notes."""
    real: list[QualityRow] = []
    notes: dict[str, None] = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for rows in RealSites(pool, trials).rows():
            try:
                real += rows()
            except DataSetsAbsentError as absent:
                notes[str(absent)] = None
    return QualityReport(tuple(paper_rows()), tuple(real), tuple(notes))


def _paper_table(rows: tuple[PaperRow, ...]) -> Table:
    table = Table(title="Pages with their whole record right: correct / extracted / should, P, R")
    for heading in ("site", "attributes", "published", "exact matching", "SpecSeek"):
        table.add_column(heading)
    for row in rows:
        tallies = (row.published, row.exact, row.ours)
        table.add_row(row.name, _written_range(*row.attributes), *map(_written, tallies))
    return table


def _written_range(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest} to {most}"


def _written(tally: Tally | None) -> str:
    if tally is None:
        return "-"
    return (
        f"{tally.correct} / {tally.extracted} / {tally.should}"
        f"  {tally.precision:.1%}  {tally.recall:.1%}"
    )


def _real_table(rows: tuple[QualityRow, ...]) -> Table:
    table = Table(title="Real pages: median over training pages (worst in brackets)")
    table.add_column("set")
    table.add_column("samples", justify="right")
    for heading in ("F1", "precision", "recall", "whole record", "unseen attributes"):
        table.add_column(heading, justify="right")
    for row in rows:
        spreads = (row.figure(name) for name in FIGURES)
        table.add_row(row.name, str(row.samples), *map(_median_and_worst, spreads))
    return table


def _median_and_worst(spread: Spread | None) -> str:
    return f"{spread.median:.4f} ({spread.worst:.4f})" if spread else "-"
