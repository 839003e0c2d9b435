"""How much is extracted right? The published table beside ours, and real sites."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console, Group, RenderableType
from rich.progress import track
from rich.table import Table

from evaluation import datasets
from evaluation.datasets import AttributesPage, DataSetsAbsentError, PairsPage, stripped
from evaluation.paper_table import PaperRow, paper_rows
from evaluation.scoring import FIGURES, QualityRow, Spread, Tally, Trial, pooled
from evaluation.trials import attributes_trial, candidates_trial, pairs_trial, trials, zol_trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor

_Page = TypeVar("_Page", PairsPage, AttributesPage)
_SAMPLES = (1, 3)
_CANDIDATES = "candidates, "
_DRAWS_OF_MANY_SITES = 5  # at most: a set of many sites has its spread over the sites, too


@dataclass(frozen=True)
class Task:
    """One trial on one site; sites of one set are also counted together."""

    set: str
    site: str
    samples: int
    run: Callable[[], Trial]


@dataclass(frozen=True)
class QualityReport:
    paper: tuple[PaperRow, ...]
    real: tuple[QualityRow, ...]
    notes: tuple[str, ...] = ()

    def table(self) -> RenderableType:
        tables = [_paper_table(self.paper)]
        candidates = [row for row in self.real if row.name.startswith(_CANDIDATES)]
        labelled = [row for row in self.real if row.samples]
        if labelled:
            tables.append(_labelled_table(labelled))
        if candidates:
            tables.append(_candidates_table(candidates))
        return Group(*tables, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "paper": [row.as_json() for row in self.paper],
            "real": [row.as_json() for row in self.real],
            "notes": list(self.notes),
        }


def measure_extraction_quality(draws: int = 10) -> QualityReport:
    """All figures; sets that are not on this machine are named in the notes."""
    tasks: list[Task] = []
    notes: dict[str, None] = {}
    for source in (gsmarena_tasks, swde_camera_tasks, swde_more_tasks, xswde_tasks, zol_tasks):
        try:
            tasks += source(draws)
        except DataSetsAbsentError as absent:
            notes[str(absent)] = None
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        real = rows_of(tasks, pool)
    return QualityReport(tuple(paper_rows()), tuple(real), tuple(notes))


def gsmarena_tasks(draws: int) -> Iterator[Task]:
    """Phone pages as they are, and with the telling attributes stripped."""
    pages = datasets.gsmarena()
    bare = [replace(page, body=stripped(page.body)) for page in pages]
    for name, versions in (("gsmarena", pages), ("gsmarena, stripped", bare)):
        yield from _labelled_tasks(name, "", pairs_trial, versions, draws)
        yield _candidates_task(name, "", versions)


def swde_camera_tasks(draws: int) -> Iterator[Task]:
    """Five camera shops."""
    for site, pages in _by_site(datasets.swde_camera()).items():
        yield from _labelled_tasks("swde-camera", site, attributes_trial, pages, draws)


def swde_more_tasks(draws: int) -> Iterator[Task]:
    """Ten book shops and ten restaurant guides."""
    draws = min(draws, _DRAWS_OF_MANY_SITES)
    for site, pages in _by_site(datasets.swde_more()).items():
        yield from _labelled_tasks("swde-more", site, attributes_trial, pages, draws)


def xswde_tasks(draws: int) -> Iterator[Task]:
    """Nine sites about films, players and universities."""
    draws = min(draws, _DRAWS_OF_MANY_SITES)
    for site, pages in _by_site(datasets.xswde()).items():
        yield from _labelled_tasks("xswde", site, pairs_trial, pages, draws)
        yield _candidates_task("xswde", site, pages)


def zol_tasks(draws: int) -> Iterator[Task]:
    """One page, trained with ten of its parameters: do all come out, and with their values?"""
    page = datasets.zol()
    for draw in range(draws):
        yield Task("zol, names", "", 1, partial(zol_trial, page, draw, names_alone=True))
        yield Task("zol", "", 1, partial(zol_trial, page, draw))
    yield _candidates_task("zol", "", [page])


def _labelled_tasks(
    name: str,
    site: str,
    trial: Callable[[list[_Page], list[_Page]], Trial],
    pages: Sequence[_Page],
    draws: int,
) -> Iterator[Task]:
    for samples in _SAMPLES:
        for chosen, others in trials(pages, max(_SAMPLES), draws):
            yield Task(name, site, samples, partial(trial, chosen[:samples], others))


def _candidates_task(name: str, site: str, pages: Sequence[PairsPage]) -> Task:
    return Task(f"{_CANDIDATES}{name}", site, 0, partial(candidates_trial, pages))


def _by_site(pages: Iterable[_Page]) -> Mapping[str, list[_Page]]:
    sites: dict[str, list[_Page]] = {}
    for page in pages:
        sites.setdefault(page.site, []).append(page)
    return sites


def rows_of(tasks: Sequence[Task], pool: Executor) -> list[QualityRow]:
    """A row for each site, and one for all sites of a set together."""
    results: dict[tuple[str, int], dict[str, list[Trial]]] = {}
    for task, trial in zip(tasks, _shown(pool.map(_run, tasks), len(tasks)), strict=True):
        sites = results.setdefault((task.set, task.samples), {})
        sites.setdefault(task.site, []).append(trial)
    rows = []
    for (name, samples), sites in results.items():
        of_sites = [
            QualityRow(f"{name}, {site}" if site else name, samples, tuple(done))
            for site, done in sites.items()
        ]
        rows += of_sites
        if len(of_sites) > 1:
            rows.append(pooled(name, of_sites))
    return rows


def _run(task: Task) -> Trial:
    return task.run()


def _shown(results: Iterator[Trial], total: int) -> Iterable[Trial]:
    """With a bar on the terminal, since it takes minutes; files and pipes get none."""
    console = Console(stderr=True)
    return track(
        results,
        "Reading real pages",
        total,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


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


def _labelled_table(rows: Iterable[QualityRow]) -> Table:
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


def _candidates_table(rows: Iterable[QualityRow]) -> Table:
    table = Table(title="Before choosing: pairs that are among the candidates of their page")
    table.add_column("set")
    for heading in ("pairs", "among candidates", "share", "candidates for each"):
        table.add_column(heading, justify="right")
    for row in rows:
        all_pages = row.trials[0].pooled
        table.add_row(
            row.name.removeprefix(_CANDIDATES),
            str(all_pages.should),
            str(all_pages.correct),
            f"{all_pages.recall:.4f}",
            f"{all_pages.extracted / all_pages.should:.1f}",
        )
    return table
