"""Coverage over time as the points of a small line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.reports import Coverage

SPARKLINE_WIDTH, SPARKLINE_HEIGHT = 120, 28
_MARGIN = 2


def sparkline(history: Sequence[Coverage]) -> str:
    """`points` of an SVG polyline, from nothing (below) to everything (above); runs at equal steps.

    One moment is drawn as a level line: nothing is known of before.
    """
    if not history:
        return ""
    parts = [moment.part for moment in history]
    if len(parts) == 1:
        parts *= 2
    step = (SPARKLINE_WIDTH - 2 * _MARGIN) / (len(parts) - 1)
    tall = SPARKLINE_HEIGHT - 2 * _MARGIN
    return " ".join(
        f"{_MARGIN + number * step:.1f},{_MARGIN + (1 - part) * tall:.1f}"
        for number, part in enumerate(parts)
    )
