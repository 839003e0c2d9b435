"""Charts as SVG: lines with their names at the ends, on log scales or by shares.

`time_chart` has size across and time up, both on log scales: a cost linear in the size is a
straight line of slope one. `harvest_chart` has the share of the web that was fetched across and
the share of the products found up. Colours follow the reader's light or dark setting.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

_LEFT, _TOP = 70, 50
_NAME_LINE = 19
_POINTS = 200  # of a curve
_STYLE = """
  text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px } .tick { fill: #57606a; font-size: 12px }
  line { stroke: #d0d7de } polyline { fill: none; stroke-width: 2 }
  polyline.ours { stroke: #0969da; stroke-width: 3.5 } polyline.tree { stroke: #6e7781 }
  polyline.rival { stroke: #bc4c00; stroke-dasharray: 6 4 }
  text.ours { fill: #0969da; font-weight: 600 } text.rival { fill: #bc4c00 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .tick { fill: #8b949e } line { stroke: #30363d }
    polyline.ours { stroke: #58a6ff } polyline.tree { stroke: #8b949e }
    polyline.rival { stroke: #f0883e } text.ours { fill: #58a6ff } text.rival { fill: #f0883e }
  }
"""


@dataclass(frozen=True)
class TimeLine:
    """One contestant's times by page size; `kind` is ours, tree or rival."""

    name: str
    kind: str
    seconds: Mapping[int, float]


@dataclass(frozen=True)
class Curve:
    """`shares[n]` is the share of the product pages among the first n + 1 pages fetched."""

    name: str
    shares: Sequence[float]
    ours: bool


class _Drawn(NamedTuple):
    """A line in pixels, and what stands at its end."""

    kind: str
    points: Sequence[tuple[float, float]]
    label: str


@dataclass(frozen=True)
class _Frame:
    """Where the plot lies; names stand right of it, or at the ends of lines within it."""

    right: int
    bottom: int
    height: int
    width: int = 880

    def svg(self, title: str, grid: Iterable[str], lines: Iterable[str]) -> str:
        size = f"0 0 {self.width} {self.height}"
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">',
                f"<title>{escape(title)}</title><style>{_STYLE}</style>",
                _text(16, 24, title, "title"),
                *grid,
                *lines,
                "</svg>\n",
            ]
        )

    def row(self, y: float, words: str) -> str:
        tick = _text(_LEFT - 8, y + 4, words, "tick", "end")
        return f'<line x1="{_LEFT}" x2="{self.right}" y1="{y}" y2="{y}"/>{tick}'

    def column(self, x: float, words: str) -> str:
        tick = _text(x, self.bottom + 20, words, "tick", "middle")
        return f'<line x1="{x}" x2="{x}" y1="{_TOP}" y2="{self.bottom}"/>{tick}'


_TIMES = _Frame(right=570, bottom=510, height=560)
_HARVEST = _Frame(right=640, bottom=460, height=520)


def time_chart(title: str, lines: Sequence[TimeLine], sizes: Mapping[int, str]) -> str:
    """The whole picture as an SVG document; `sizes` gives each page size its name."""
    times = [seconds for line in lines for seconds in line.seconds.values()]
    powers = range(math.floor(math.log10(min(times))), math.floor(math.log10(max(times))) + 2)
    across = _log_scale(min(sizes), max(sizes) * 1.01, _LEFT, _TIMES.right)
    up = _log_scale(10.0 ** powers[0], 10.0 ** powers[-1], _TIMES.bottom, _TOP)
    grid = [
        *(_TIMES.row(up(10.0**power), written_time(10.0**power)) for power in powers),
        *(_TIMES.column(across(size), name) for size, name in sizes.items()),
    ]
    drawn = []
    for line in lines:
        by_size = sorted(line.seconds.items())
        points = [(across(size), up(taken)) for size, taken in by_size]
        drawn.append(_Drawn(line.kind, points, f"{line.name}  {written_time(by_size[-1][1])}"))
    return _TIMES.svg(title, grid, _polylines(drawn, _TIMES.right + 10))


def harvest_chart(title: str, curves: Sequence[Curve], pages: int) -> str:
    def x(share: float) -> float:
        return round(_LEFT + share * (_HARVEST.right - _LEFT), 1)

    def y(share: float) -> float:
        return round(_HARVEST.bottom - share * (_HARVEST.bottom - _TOP), 1)

    fifths = [step / 5 for step in range(6)]
    grid = [
        f"{_HARVEST.row(y(one), f'{one:.0%}')}{_HARVEST.column(x(one), f'{one:.0%}')}"
        for one in fifths
    ]
    middle, below = (_LEFT + _HARVEST.right) / 2, _HARVEST.bottom + 42
    grid.append(_text(middle, below, "share of all pages fetched", "tick", "middle"))
    drawn = []
    for curve in curves:
        last = len(curve.shares) - 1
        chosen = [*range(0, last + 1, max(1, (last + 1) // _POINTS)), last]
        points = [(x((at + 1) / pages), y(curve.shares[at])) for at in chosen]
        drawn.append(_Drawn("ours" if curve.ours else "rival", points, curve.name))
    return _HARVEST.svg(title, grid, _polylines(drawn))


def _log_scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """From value to pixel."""

    def at(value: float) -> float:
        share = math.log(value / low) / math.log(high / low)
        return round(start + share * (end - start), 1)

    return at


def _polylines(lines: Sequence[_Drawn], names_at: float | None = None) -> Iterator[str]:
    """All lines; each name beside the end of its line, moved down where two would overlap."""
    for line in lines:
        points = " ".join(f"{x},{y}" for x, y in line.points)
        yield f'<polyline class="{line.kind}" points="{points}"/>'
    free = float(_TOP)
    for line in sorted(lines, key=lambda line: line.points[-1][1]):
        x, end = line.points[-1]
        y = max(end + 4, free)
        free = y + _NAME_LINE
        yield _text(x + 8 if names_at is None else names_at, y, line.label, line.kind)


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def written_time(seconds: float) -> str:
    """Three digits are enough to compare.

    >>> written_time(0.000045678), written_time(0.01234), written_time(0.1), written_time(12.5)
    ('0.0457 ms', '12.3 ms', '100 ms', '12.5 s')
    """
    number, unit = (seconds, "s") if seconds >= 1 else (seconds * 1000, "ms")
    digits = f"{number:.3g}"
    return f"{digits} {unit}" if "e" not in digits else f"{number:.0f} {unit}"
