"""A chart of times as SVG: page size across, time up, both on log scales, a line for each.

On such scales a cost linear in the page's size is a straight line of slope one. Names stand
at the lines' ends, and colours follow the reader's light or dark setting.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_WIDTH, _HEIGHT = 880, 560
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 570, 50, 510  # the plot; names stand right of it
_NAME_LINE = 19
STYLE = """
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
class Line:
    """One contestant's times by page size; `kind` is ours, tree or rival."""

    name: str
    kind: str
    seconds: Mapping[int, float]


@dataclass(frozen=True)
class _Scale:
    """A log scale from value to pixel."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return round(self.start + share * (self.end - self.start), 1)


def chart(title: str, lines: Sequence[Line], sizes: Mapping[int, str]) -> str:
    """The whole picture as an SVG document; `sizes` gives each page size its name."""
    times = [seconds for line in lines for seconds in line.seconds.values()]
    powers = range(math.floor(math.log10(min(times))), math.floor(math.log10(max(times))) + 2)
    across = _Scale(min(sizes), max(sizes) * 1.01, _LEFT, _RIGHT)
    up = _Scale(10.0 ** powers[0], 10.0 ** powers[-1], _BOTTOM, _TOP)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            f"<title>{escape(title)}</title><style>{STYLE}</style>",
            text_at(16, 24, title, "title"),
            *(_time_grid(up.at(10.0**power), 10.0**power) for power in powers),
            *(_size_grid(across.at(size), name) for size, name in sizes.items()),
            *(_curve(line, across, up) for line in lines),
            *_names_at_ends(lines, up),
            "</svg>\n",
        ]
    )


def _time_grid(y: float, seconds: float) -> str:
    tick = text_at(_LEFT - 8, y + 4, written_time(seconds), "tick", "end")
    return f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{y}" y2="{y}"/>{tick}'


def _size_grid(x: float, name: str) -> str:
    tick = text_at(x, _BOTTOM + 20, name, "tick", "middle")
    return f'<line x1="{x}" x2="{x}" y1="{_TOP}" y2="{_BOTTOM}"/>{tick}'


def _curve(line: Line, across: _Scale, up: _Scale) -> str:
    points = (f"{across.at(size)},{up.at(taken)}" for size, taken in sorted(line.seconds.items()))
    return f'<polyline class="{line.kind}" points="{" ".join(points)}"/>'


def _names_at_ends(lines: Iterable[Line], up: _Scale) -> Iterable[str]:
    """Each name beside the end of its line, moved down where two would overlap."""
    free = float(_TOP)
    for line in sorted(lines, key=lambda line: -_last(line)):
        y = max(up.at(_last(line)) + 4, free)
        free = y + _NAME_LINE
        yield text_at(_RIGHT + 10, y, f"{line.name}  {written_time(_last(line))}", line.kind)


def _last(line: Line) -> float:
    return line.seconds[max(line.seconds)]


def text_at(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def written_time(seconds: float) -> str:
    """Three digits are enough to compare.

    >>> written_time(0.000045678), written_time(0.01234), written_time(0.1), written_time(12.5)
    ('0.0457 ms', '12.3 ms', '100 ms', '12.5 s')
    """
    number, unit = (seconds, "s") if seconds >= 1 else (seconds * 1000, "ms")
    digits = f"{number:.3g}"
    return f"{digits} {unit}" if "e" not in digits else f"{number:.0f} {unit}"
