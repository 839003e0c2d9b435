"""How fast is an index built, how much room does it take on disk and in memory?"""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from evaluation.searching.contestants import contestants
from evaluation.searching.entries import entry_of
from evaluation.searching.products import made_up_products
from index.analysis import Analyzer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.topic import Topic
    from evaluation.searching.contestants import Contestant
    from evaluation.searching.products import MadeUp
    from index.engines.engine import SearchRequest


@dataclass(frozen=True)
class Built:
    """Products per second, segmentation included; bytes on disk."""

    rate: float
    size: int


def built(contestant: Contestant, folder: Path, topic: Topic, products: int) -> Built:
    """With an analyzer of its own: nobody profits from what others have segmented before."""
    analyzer = Analyzer(topic)
    made_up = _MadeUp(products)
    start = perf_counter()
    contestant.build(folder, (entry_of(product, analyzer) for product in made_up))
    seconds = perf_counter() - start - made_up.seconds
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return Built(products / seconds, size)


class _MadeUp:
    """Made up as they are wanted, by a clock of their own: that is no part of building."""

    def __init__(self, products: int) -> None:
        self._products = made_up_products(products)
        self.seconds = 0.0

    def __iter__(self) -> Iterator[MadeUp]:
        return self

    def __next__(self) -> MadeUp:
        start = perf_counter()
        try:
            return next(self._products)
        finally:
            self.seconds += perf_counter() - start


def memory(contestant: Contestant, folder: Path, requests: Sequence[SearchRequest]) -> int:
    """Bytes that a process of its own grows by when it opens the index and answers these."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_growth, (contestant.name, folder, requests))


def _growth(name: str, folder: Path, requests: Sequence[SearchRequest]) -> int:
    ((contestant,), _) = contestants([name])
    before = _resident()
    opened = contestant.open(folder)
    for request in requests:
        opened.search(request)
    after = _resident()
    opened.close()
    return after - before


def _resident() -> int:
    status = Path("/proc/self/status").read_text("utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024
