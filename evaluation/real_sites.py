"""How much comes out right on real pages: train on one page or three, read the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from evaluation import datasets
from evaluation.quality_row import QualityRow, Trial, pooled
from evaluation.real_trials import attributes_trial, pairs_trial, zol_trial
from evaluation.stripping import stripped
from evaluation.trials import trials

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

    from evaluation.datasets import AttributesPage

_T = TypeVar("_T")
_SAMPLES = (1, 3)


@dataclass(frozen=True)
class RealSites:
    """`trials` choices of training pages for each figure, spread over the pool's processes."""

    pool: Executor
    trials: int

    def rows(self) -> tuple[Callable[[], Iterator[QualityRow]], ...]:
        """One source of rows for each data set, since each may be absent."""
        return self.gsmarena, self.swde_camera, self.zol

    def gsmarena(self) -> Iterator[QualityRow]:
        """Phone pages as they are, and with the telling attributes stripped."""
        pages = datasets.gsmarena()
        bare = [replace(page, body=stripped(page.body)) for page in pages]
        for name, versions in (("gsmarena", pages), ("gsmarena, stripped", bare)):
            for samples in _SAMPLES:
                yield self._row(name, pairs_trial, versions, samples)

    def swde_camera(self) -> Iterator[QualityRow]:
        """Five camera shops, each alone and all together."""
        shops: dict[str, list[AttributesPage]] = {}
        for page in datasets.swde_camera():
            shops.setdefault(page.shop, []).append(page)
        for samples in _SAMPLES:
            rows = [
                self._row(f"swde-camera, {shop}", attributes_trial, pages, samples)
                for shop, pages in shops.items()
            ]
            yield from rows
            yield pooled("swde-camera", rows)

    def zol(self) -> Iterator[QualityRow]:
        """One page, trained with ten of its parameters: do all come out, and with their values?"""
        trial = partial(zol_trial, datasets.zol())
        names, pairs = zip(*self.pool.map(trial, range(self.trials)), strict=True)
        yield QualityRow("zol, names", 1, names)
        yield QualityRow("zol", 1, pairs)

    def _row(
        self,
        name: str,
        trial: Callable[[list[_T], list[_T]], Trial],
        pages: Sequence[_T],
        samples: int,
    ) -> QualityRow:
        chosen, others = zip(*trials(pages, max(_SAMPLES), self.trials), strict=True)
        fewer = [few[:samples] for few in chosen]
        return QualityRow(name, samples, tuple(self.pool.map(trial, fewer, others)))
