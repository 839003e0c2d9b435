"""How many attributes that no rule knows are found, and with the right values?"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table

from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError, stripped
from evaluation.discovery_trials import GIVEN, DiscoveryTrial, site_trial
from evaluation.scoring import Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from concurrent.futures import Executor

    from evaluation.datasets import PairsPage


@dataclass(frozen=True)
class DiscoveryRow:
    """One set of pages, and how the trials on it went."""

    name: str
    trials: tuple[DiscoveryTrial, ...]

    def spreads(self) -> Mapping[str, Spread]:
        figures = [trial.figures() for trial in self.trials]
        return {name: Spread(tuple(each[name] for each in figures)) for name in figures[0]}

    def as_json(self) -> dict[str, Any]:
        spreads = {name: spread.as_json() for name, spread in self.spreads().items()}
        return {"set": self.name, "known": GIVEN, "trials": len(self.trials), **spreads}


@dataclass(frozen=True)
class DiscoveryReport:
    rows: tuple[DiscoveryRow, ...]
    notes: tuple[str, ...] = ()

    def table(self) -> RenderableType:
        return Group(*([_table(self.rows)] if self.rows else []), *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {"rows": [row.as_json() for row in self.rows], "notes": list(self.notes)}


def measure_discovery_quality(trials: int = 5) -> DiscoveryReport:
    """All figures; sets that are not on this machine are named in the notes."""
    rows: list[DiscoveryRow] = []
    notes: dict[str, None] = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for source in (_gsmarena, _zol):
            try:
                rows += source(pool, trials)
            except DataSetsAbsentError as absent:
                notes[str(absent)] = None
    return DiscoveryReport(tuple(rows), tuple(notes))


def _gsmarena(pool: Executor, trials: int) -> Iterator[DiscoveryRow]:
    """Phone pages as they are, and with the telling attributes stripped."""
    pages = datasets.gsmarena()
    bare = tuple(replace(page, body=stripped(page.body)) for page in pages)
    yield _row("gsmarena", pages, pool, trials)
    yield _row("gsmarena, stripped", bare, pool, trials)


def _zol(pool: Executor, trials: int) -> Iterator[DiscoveryRow]:
    yield _row("zol", (datasets.zol(),), pool, trials)


def _row(name: str, pages: tuple[PairsPage, ...], pool: Executor, trials: int) -> DiscoveryRow:
    trial: Callable[[int], DiscoveryTrial] = partial(site_trial, pages)
    return DiscoveryRow(name, tuple(pool.map(trial, range(trials))))


def _table(rows: tuple[DiscoveryRow, ...]) -> Table:
    title = f"Attributes found of which {GIVEN} are known: median over draws (worst in brackets)"
    table = Table(title=title)
    table.add_column("set")
    for heading in rows[0].spreads():
        table.add_column(heading, justify="right")
    for row in rows:
        spreads = row.spreads().values()
        table.add_row(row.name, *(f"{each.median:.4f} ({each.worst:.4f})" for each in spreads))
    return table
