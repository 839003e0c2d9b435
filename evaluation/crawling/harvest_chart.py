"""Harvest curves as SVG: the share of the web fetched across, the share of products up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from evaluation.chart import STYLE, text_at

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH, _HEIGHT = 880, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 640, 50, 460
_POINTS = 200
_NAME_LINE = 19


@dataclass(frozen=True)
class Curve:
    """`shares[n]` is the share of the product pages among the first n + 1 pages fetched."""

    name: str
    shares: Sequence[float]
    ours: bool


def harvest_chart(title: str, curves: Sequence[Curve], pages: int) -> str:
    tenths = [step / 10 for step in range(0, 11, 2)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            f"<title>{escape(title)}</title><style>{STYLE}</style>",
            text_at(16, 24, title, "title"),
            *(_grid(share) for share in tenths),
            text_at(
                (_LEFT + _RIGHT) / 2, _BOTTOM + 42, "share of all pages fetched", "tick", "middle"
            ),
            *(_line(curve, pages) for curve in curves),
            *_names(curves, pages),
            "</svg>\n",
        ]
    )


def _x(share: float) -> float:
    return round(_LEFT + share * (_RIGHT - _LEFT), 1)


def _y(share: float) -> float:
    return round(_BOTTOM - share * (_BOTTOM - _TOP), 1)


def _grid(share: float) -> str:
    x, y, words = _x(share), _y(share), f"{share:.0%}"
    return (
        f'<line x1="{_LEFT}" x2="{_RIGHT}" y1="{y}" y2="{y}"/>'
        f'<line x1="{x}" x2="{x}" y1="{_TOP}" y2="{_BOTTOM}"/>'
        + text_at(_LEFT - 8, y + 4, words, "tick", "end")
        + text_at(x, _BOTTOM + 20, words, "tick", "middle")
    )


def _line(curve: Curve, pages: int) -> str:
    step = max(1, len(curve.shares) // _POINTS)
    chosen = [*range(0, len(curve.shares), step), len(curve.shares) - 1]
    points = " ".join(f"{_x((at + 1) / pages)},{_y(curve.shares[at])}" for at in chosen)
    kind = "ours" if curve.ours else "rival"
    return f'<polyline class="{kind}" points="{points}"/>'


def _names(curves: Sequence[Curve], pages: int) -> list[str]:
    """Each name beside the end of its curve, moved down where two would overlap."""
    names, free = [], 0.0
    for curve in sorted(curves, key=lambda curve: -curve.shares[-1]):
        y = max(_y(curve.shares[-1]) + 4, free)
        free = y + _NAME_LINE
        x = _x(len(curve.shares) / pages) + 8
        names.append(text_at(x, y, curve.name, "ours" if curve.ours else "rival"))
    return names
