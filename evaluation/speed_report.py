"""What the speed benchmark measured: medians and ratios as a table, as JSON, as a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table

from evaluation.chart import Line, chart, written_time

if TYPE_CHECKING:
    from evaluation.contestants import Contestant


@dataclass(frozen=True)
class Timing:
    contestant: Contestant
    size: str
    page_bytes: int
    seconds: float
    turns: int


@dataclass(frozen=True)
class SpeedReport:
    """Timings, size by size, and the two trees that the others are compared with."""

    timings: tuple[Timing, ...]
    lxml: Contestant
    lexbor: Contestant
    notes: tuple[str, ...] = ()

    @property
    def sizes(self) -> dict[str, int]:
        return {timing.size: timing.page_bytes for timing in self.timings}

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        return tuple(dict.fromkeys(timing.contestant for timing in self.timings))

    def timing(self, contestant: Contestant, size: str) -> Timing | None:
        found = (
            timing
            for timing in self.timings
            if timing.contestant == contestant and timing.size == size
        )
        return next(found, None)

    def ratio(self, timing: Timing, to: Contestant) -> float | None:
        """A contestant's time against another's on the same page."""
        other = self.timing(to, timing.size)
        return timing.seconds / other.seconds if other else None

    def growth(self, contestant: Contestant) -> float | None:
        """Cost per byte at 2 MB against 100 KB: 1 is linear, less is better still."""
        small, big = self.timing(contestant, "100 KB"), self.timing(contestant, "2 MB")
        if not small or not big:
            return None
        return (big.seconds / big.page_bytes) / (small.seconds / small.page_bytes)

    def table(self) -> RenderableType:
        table = Table(title="Time to read one page (median; in brackets: times lxml's DOM)")
        table.add_column("")
        for size in self.sizes:
            table.add_column(size, justify="right")
        table.add_column("2 MB per byte\nto 100 KB", justify="right")
        for contestant in self.contestants:
            cells = [self._cell(contestant, size) for size in self.sizes]
            growth = _written_ratio(self.growth(contestant))
            style = "bold" if contestant.kind == "ours" else None
            table.add_row(contestant.name, *cells, growth, style=style)
        return Group(table, *self.notes)

    def _cell(self, contestant: Contestant, size: str) -> str:
        timing = self.timing(contestant, size)
        if timing is None:
            return "-"
        ratio = _written_ratio(self.ratio(timing, self.lxml))
        return f"{written_time(timing.seconds)} ({ratio})"

    def as_json(self) -> dict[str, Any]:
        return {
            "timings": [
                {
                    "contestant": timing.contestant.name,
                    "kind": timing.contestant.kind,
                    "size": timing.size,
                    "bytes": timing.page_bytes,
                    "median_ms": timing.seconds * 1000,
                    "turns": timing.turns,
                    "of_lxml_dom": self.ratio(timing, self.lxml),
                    "of_lexbor_dom": self.ratio(timing, self.lexbor),
                }
                for timing in self.timings
            ],
            "per_byte_2mb_of_100kb": {
                contestant.name: self.growth(contestant) for contestant in self.contestants
            },
            "notes": list(self.notes),
        }

    def chart(self) -> str:
        """The picture of it as SVG."""
        lines = [
            Line(
                contestant.name,
                contestant.kind,
                {
                    timing.page_bytes: timing.seconds
                    for timing in self.timings
                    if timing.contestant == contestant
                },
            )
            for contestant in self.contestants
        ]
        names = {page_bytes: size for size, page_bytes in self.sizes.items()}
        return chart("Time to read one product's record off a page, by page size", lines, names)


def _written_ratio(ratio: float | None) -> str:
    """Two digits: `0.042`, `1.3`, `24`."""
    if ratio is None:
        return "-"
    return f"{ratio:.2g}" if ratio < 10 else f"{ratio:.0f}"
