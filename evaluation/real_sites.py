"""Real sites: which trials there are, with weights that never saw the site, and their rows."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar
from unittest.mock import patch

from rich.console import Console
from rich.progress import track

from evaluation import datasets
from evaluation.datasets import AttributesPage, PairsPage, stripped
from evaluation.learn_weights import learned_weights
from evaluation.scoring import QualityRow, Trial, pooled
from evaluation.trials import (
    attributes_trial,
    candidates_trial,
    pairs_trial,
    read_trial,
    trials,
    zol_trial,
)
from rules import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from rules.choose import Weights

_Page = TypeVar("_Page", PairsPage, AttributesPage)
_T = TypeVar("_T")
_SAMPLES = (1, 3)
CANDIDATES = "candidates, "
_DRAWS_OF_MANY_SITES = 5  # at most: a set of many sites has its spread over the sites, too


@dataclass(frozen=True)
class Task:
    """One trial on one site; sites of one set are also counted together.

    `held_back` are words: it runs with `weights` that sites with such a word in their names did
    not teach.
    """

    set: str
    site: str
    samples: int
    run: Callable[..., Trial]
    held_back: str = ""


def gsmarena_tasks(draws: int) -> Iterator[Task]:
    """Phone pages as they are, and with the telling attributes stripped."""
    pages = datasets.gsmarena()
    bare = [replace(page, body=stripped(page.body)) for page in pages]
    for name, versions in (("gsmarena", pages), ("gsmarena, stripped", bare)):
        yield from _labelled_tasks(name, "", pairs_trial, versions, draws, held_back="gsmarena")
        yield from _unlabelled_tasks(name, "", versions, "gsmarena")


def swde_camera_tasks(draws: int) -> Iterator[Task]:
    """Five camera shops; two of them also sell books."""
    held_back = "swde-camera amazon buy"
    for site, pages in _by_site(datasets.swde_camera()).items():
        yield from _labelled_tasks(
            "swde-camera", site, attributes_trial, pages, draws, held_back=held_back
        )


def swde_more_tasks(draws: int) -> Iterator[Task]:
    """Ten book shops and ten restaurant guides."""
    draws = min(draws, _DRAWS_OF_MANY_SITES)
    for site, pages in _by_site(datasets.swde_more()).items():
        held_back = "book- amazon buy" if site.startswith("book-") else "restaurant-"
        yield from _labelled_tasks(
            "swde-more", site, attributes_trial, pages, draws, held_back=held_back
        )


def xswde_tasks(draws: int) -> Iterator[Task]:
    """Nine sites about films, players and universities."""
    draws = min(draws, _DRAWS_OF_MANY_SITES)
    for site, pages in _by_site(datasets.xswde()).items():
        yield from _labelled_tasks("xswde", site, pairs_trial, pages, draws, held_back=site)
        yield from _unlabelled_tasks("xswde", site, pages, site)


def zol_tasks(draws: int) -> Iterator[Task]:
    """One page, trained with ten of its parameters: do all come out, and with their values?"""
    page = datasets.zol()
    for draw in range(draws):
        names = partial(zol_trial, page, draw, names_alone=True)
        yield Task("zol, names", "", 1, names, "zol")
        yield Task("zol", "", 1, partial(zol_trial, page, draw), "zol")
    yield from _unlabelled_tasks("zol", "", [page], "zol")


SETS: Mapping[str, Callable[[int], Iterator[Task]]] = {
    "gsmarena": gsmarena_tasks,
    "swde-camera": swde_camera_tasks,
    "swde-more": swde_more_tasks,
    "xswde": xswde_tasks,
    "zol": zol_tasks,
}


def _labelled_tasks(  # noqa: PLR0913 - all that a task is made of
    name: str,
    site: str,
    trial: Callable[[list[_Page], list[_Page], Weights | None], Trial],
    pages: Sequence[_Page],
    draws: int,
    *,
    held_back: str,
) -> Iterator[Task]:
    for samples in _SAMPLES:
        for chosen, others in trials(pages, max(_SAMPLES), draws):
            yield Task(name, site, samples, partial(trial, chosen[:samples], others), held_back)


def _unlabelled_tasks(
    name: str, site: str, pages: Sequence[PairsPage], held_back: str
) -> Iterator[Task]:
    yield Task(name, site, 0, partial(read_trial, pages), held_back)
    yield Task(f"{CANDIDATES}{name}", site, 0, partial(candidates_trial, pages))


def _by_site(pages: Iterable[_Page]) -> Mapping[str, list[_Page]]:
    sites: dict[str, list[_Page]] = {}
    for page in pages:
        sites.setdefault(page.site, []).append(page)
    return sites


def measured_rows(tasks: Sequence[Task], *, learns: bool) -> list[QualityRow]:
    """All tasks, on all processors; unless it learns, by the weights that are shipped."""
    weights: Mapping[str, Weights] = {}
    if learns:
        with _processes() as pool:  # they hold all sites, and end before pages are read
            weights = held_back_weights(tasks, pool)
    with _processes() as pool:
        return rows_of(tasks, pool, weights)


def held_back_weights(tasks: Iterable[Task], pool: Executor) -> Mapping[str, Weights]:
    """For all that tasks hold back the weights that were learned without it."""
    words = list(dict.fromkeys(task.held_back for task in tasks if task.held_back))
    learned = _shown(pool.map(weights_without, words), "Learning without a site", len(words))
    return dict(zip(words, learned, strict=True))


def weights_without(held_back: str) -> Weights:
    words = held_back.split()
    return learned_weights(without=lambda site: any(word in site for word in words))


def rows_of(
    tasks: Sequence[Task], pool: Executor, weights: Mapping[str, Weights]
) -> list[QualityRow]:
    """A row for each site, and one for all sites of a set together."""
    results: dict[tuple[str, int], dict[str, list[Trial]]] = {}
    done = pool.map(_run, tasks, [weights.get(task.held_back) for task in tasks])
    for task, trial in zip(tasks, _shown(done, "Reading real pages", len(tasks)), strict=True):
        sites = results.setdefault((task.set, task.samples), {})
        sites.setdefault(task.site, []).append(trial)
    rows = []
    for (name, samples), sites in results.items():
        of_sites = [
            QualityRow(f"{name}, {site}" if site else name, samples, tuple(of_site))
            for site, of_site in sites.items()
        ]
        rows += of_sites
        if len(of_sites) > 1:
            rows.append(pooled(name, of_sites))
    return rows


def _run(task: Task, weights: Weights | None) -> Trial:
    if not weights:
        return task.run()
    # Training asks for the shipped weights: they have seen the site, and must not be heard.
    with patch.object(choose, "shipped_weights", lambda: weights):
        return task.run(weights=weights)


def _processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


def _shown(results: Iterator[_T], what: str, total: int) -> Iterable[_T]:
    """With a bar on the terminal, since it takes minutes; files and pipes get none."""
    console = Console(stderr=True)
    hidden = not console.is_terminal
    return track(results, what, total, console=console, transient=True, disable=hidden)
