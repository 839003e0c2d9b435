"""What was measured of the search: tables, JSON, a chart, and which bars are held."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import quantiles
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table

from evaluation.charts import TimeLine, time_chart, written_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


WHOOSH, TANTIVY = "SpecSeek, Whoosh", "SpecSeek, Tantivy"
WHOLE = "whole, by price"  # the kind that bars are set for
WHOLE_BY_RELEVANCE = "whole, by relevance"
# p95 of a whole search in seconds, by the largest number of products it is meant for.
_BARS = {WHOOSH: {10_000: 0.060}, TANTIVY: {100_000: 0.015, 1_000_000: 0.080}}
_TIMES_WHOOSH = 10  # so much faster an index is built with Tantivy


@dataclass(frozen=True)
class Bar:
    what: str
    wanted: str
    measured: str
    held: bool


@dataclass(frozen=True)
class SearchRow:
    """One contestant at one size: seconds by kind of request, one for each that was asked."""

    contestant: str
    ours: bool
    products: int
    rate: float
    size: int
    memory: int
    seconds: Mapping[str, tuple[float, ...]]

    def p50(self, kind: str) -> float:
        return quantiles(self.seconds[kind], n=20, method="inclusive")[9]

    def p95(self, kind: str) -> float:
        return quantiles(self.seconds[kind], n=20, method="inclusive")[18]


@dataclass(frozen=True)
class SearchReport:
    rows: tuple[SearchRow, ...]
    notes: tuple[str, ...] = field(default=())

    def bars(self) -> Iterator[Bar]:
        for row in self.rows:
            limits = _BARS.get(row.contestant, {})
            limit = next((limits[most] for most in sorted(limits) if row.products <= most), None)
            if limit:
                p95 = max(row.p95(WHOLE), row.p95(WHOLE_BY_RELEVANCE))
                what = f"{row.contestant}, {row.products:,} products, whole search, p95"
                yield Bar(what, f"≤ {written_time(limit)}", written_time(p95), p95 <= limit)
            whoosh = self._row(WHOOSH, row.products)
            if whoosh and row.contestant == TANTIVY:
                times = row.rate / whoosh.rate
                what = f"{row.contestant}, {row.products:,} products, build, times {WHOOSH}"
                yield Bar(what, f"≥ {_TIMES_WHOOSH}", f"{times:.1f}", times >= _TIMES_WHOOSH)

    def _row(self, contestant: str, products: int) -> SearchRow | None:
        found = (
            row for row in self.rows if (row.contestant, row.products) == (contestant, products)
        )
        return next(found, None)

    def table(self) -> RenderableType:
        tables = [self._times(products) for products in self._sizes()]
        return Group(*tables, self._bars_table(), *self.notes)

    def _sizes(self) -> list[int]:
        return list(dict.fromkeys(row.products for row in self.rows))

    def _times(self, products: int) -> Table:
        rows = [row for row in self.rows if row.products == products]
        table = Table(
            title=f"{products:,} products: p50 / p95 (in brackets: times the first's p50)"
        )
        table.add_column("")
        for row in rows:
            table.add_column(row.contestant, justify="right", style="bold" if row.ours else None)
        for kind in rows[0].seconds:
            table.add_row(kind, *(self._cell(row, rows[0], kind) for row in rows))
        table.add_section()
        table.add_row("build, products per second", *(f"{row.rate:,.0f}" for row in rows))
        table.add_row("on disk, MB", *(f"{row.size / 1e6:,.1f}" for row in rows))
        table.add_row("in memory, MB", *(f"{row.memory / 1e6:,.1f}" for row in rows))
        return table

    @staticmethod
    def _cell(row: SearchRow, first: SearchRow, kind: str) -> str:
        ratio = row.p50(kind) / first.p50(kind)
        return f"{written_time(row.p50(kind))} / {written_time(row.p95(kind))} ({ratio:.2g})"

    def _bars_table(self) -> Table:
        table = Table("bar", "wanted", "measured", "", title="Bars")
        for bar in self.bars():
            table.add_row(bar.what, bar.wanted, bar.measured, "held" if bar.held else "missed")
        return table

    def as_json(self) -> dict[str, Any]:
        return {
            "rows": [
                {
                    "contestant": row.contestant,
                    "products": row.products,
                    "build_per_second": row.rate,
                    "disk_bytes": row.size,
                    "memory_bytes": row.memory,
                    "requests": {
                        kind: {
                            "p50_ms": row.p50(kind) * 1000,
                            "p95_ms": row.p95(kind) * 1000,
                            "asked": len(seconds),
                        }
                        for kind, seconds in row.seconds.items()
                    },
                }
                for row in self.rows
            ],
            "bars": [
                {"what": bar.what, "wanted": bar.wanted, "measured": bar.measured, "held": bar.held}
                for bar in self.bars()
            ],
            "notes": list(self.notes),
        }

    def chart(self) -> str:
        """The p95 of a whole search by number of products, as SVG."""
        seconds: dict[str, dict[int, float]] = {}
        for row in self.rows:
            seconds.setdefault(row.contestant, {})[row.products] = row.p95(WHOLE)
        ours = {row.contestant for row in self.rows if row.ours}
        lines = [
            TimeLine(name, "ours" if name in ours else "rival", times)
            for name, times in seconds.items()
        ]
        title = "Text, two filters, six facets, sorted: 95 of 100 are answered within"
        return time_chart(title, lines, {size: f"{size:,}" for size in self._sizes()})
