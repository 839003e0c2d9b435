"""The search page under load: a real server, real connections, a large index."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.serving.addresses import searches
from evaluation.serving.made_up_index import build_made_up_index
from evaluation.serving.served_site import served_site
from evaluation.serving.visitors import visit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evaluation.serving.visitors import Waiting

BAR = 100.0  # milliseconds that 95 of 100 pages take at most
_WARM_UP = 60  # pages: each process opens the index at its first


@dataclass(frozen=True)
class PageLoadReport:
    engine: str
    products: int
    connections: int
    waiting: Waiting

    @property
    def p50(self) -> float:
        return self._milliseconds(50)

    @property
    def p95(self) -> float:
        return self._milliseconds(95)

    @property
    def held(self) -> bool:
        return self.p95 <= BAR and not self.waiting.problems

    def _milliseconds(self, percent: int) -> float:
        return 1000 * quantiles(self.waiting.seconds, n=100)[percent - 1]

    def table(self) -> Table:
        title = f"The search page, {self.products:,} products, {self.connections} connections"
        table = Table("engine", title=title, box=SIMPLE_HEAD)
        for column in ("pages", "pages/s", "KB a page", "p50 ms", "p95 ms", "errors"):
            table.add_column(column, justify="right")
        count = len(self.waiting.seconds)
        table.add_row(
            self.engine,
            f"{count:,}",
            f"{count / self.waiting.took:.0f}",
            f"{self.waiting.bytes / count / 1000:.0f}",
            f"{self.p50:.1f}",
            f"{self.p95:.1f}",
            str(len(self.waiting.problems)),
        )
        table.caption = (
            f"p95 at most {BAR:.0f} ms and no error: {'held' if self.held else 'missed'}"
        )
        return table

    def as_json(self) -> Mapping[str, object]:
        return {
            "engine": self.engine,
            "products": self.products,
            "connections": self.connections,
            "pages": len(self.waiting.seconds),
            "p50_ms": self.p50,
            "p95_ms": self.p95,
            "problems": self.waiting.problems[:10],
            "held": self.held,
        }


def measure_page_load(
    engine: str, products: int, pages: int, connections: int, tell: Callable[[str], None]
) -> PageLoadReport:
    """Build, serve, visit: every page is another search."""
    with TemporaryDirectory() as folder:
        tell(f"building an index of {products:,} made-up products ({engine})")
        build_made_up_index(Path(folder), engine, products)
        with served_site(Path(folder), SPECSEEK_SEARCH_ENGINE=engine) as address:
            visit(address, searches(_WARM_UP, seed=1), connections)
            tell(f"asking for {pages:,} pages at {address}")
            waiting = visit(address, searches(pages), connections)
    return PageLoadReport(engine, products, connections, waiting)
