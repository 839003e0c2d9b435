"""What each factor and signal added to a proposal's probability, as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

FACTORS = ("font", "background", "parent", "format", "interest")
BAR_WIDTH, BAR_HEIGHT = 100, 24  # of the axis of one bar; of the small chart of all
BAR_STEP = 6  # of the small chart, for each bar


class ContributionBar(NamedTuple):
    """`start` and `length` on an axis of `BAR_WIDTH` whose middle is nothing; `value` in letters.

    `top` and `tall` are the same for an upright bar on an axis of `BAR_HEIGHT`.
    """

    key: str
    value: str
    start: float
    length: float
    top: float
    tall: float
    against: bool


def contribution_bars(contributions: Mapping[str, float]) -> list[ContributionBar]:
    """The published factors in their order, then the signals, the strongest first.

    The longest bar is as long as the axis allows: contributions have no common measure.

    >>> [(bar.key, bar.start, bar.length) for bar in bars_of({"table": -0.5, "font": 1.0})]
    [('font', 50.0, 50.0), ('table', 25.0, 25.0)]
    """
    known = [key for key in FACTORS if key in contributions]
    others = sorted(contributions.keys() - known, key=lambda key: (-abs(contributions[key]), key))
    most = max(map(abs, contributions.values()), default=0.0) or 1.0
    return [_bar(key, contributions[key], contributions[key] / most) for key in (*known, *others)]


def _bar(key: str, value: float, part: float) -> ContributionBar:
    length, tall = abs(part) * BAR_WIDTH / 2, abs(part) * BAR_HEIGHT / 2
    against = part < 0
    return ContributionBar(
        key,
        f"{value:+.2f}".replace("-", "−"),
        round(BAR_WIDTH / 2 - length if against else BAR_WIDTH / 2, 2),
        round(length, 2),
        round(BAR_HEIGHT / 2 if against else BAR_HEIGHT / 2 - tall, 2),
        round(tall, 2),
        against,
    )
