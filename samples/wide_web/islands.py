"""Groups of product lists that know each other; what leads to them is off topic.

Within an island lists and products link to each other. From one island to the next there is no
such link: every island has to be found by itself, through its hub (a special or brand zone).
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple

from samples.wide_web.dice import Dice

if TYPE_CHECKING:
    from samples.wide_web.plan import Board, Plan

Reach = Literal["near", "far", "hidden"]

_REACHES: tuple[Reach, ...] = ("near", "far", "hidden", "far")
_SHELVES = 3
_DOORS = 3
# Sections whose pages may be bridges.
_BRIDGING = {"article", "thread"}


class Island(NamedTuple):
    """How its hub is found.

    near: a section's index page links to it; far: some articles or threads do; hidden: they
    link to another page (an event), and only that links to the hub.
    """

    number: int
    reach: Reach
    shelves: range
    hub: int

    @property
    def hubs(self) -> int:
        """How many pages lead the way: the hub, and before a hidden one the event."""
        return 2 if self.reach == "hidden" else 1

    @property
    def door(self) -> int:
        """The hub that is linked to from outside."""
        return self.hub + self.hubs - 1


def islands_of(shelves: int) -> tuple[Island, ...]:
    size = _SHELVES if shelves >= 4 * _SHELVES else 2
    islands: list[Island] = []
    hub = 0
    for number, start in enumerate(range(0, shelves, size)):
        reach = _REACHES[number % len(_REACHES)]
        shelf_numbers = range(start, min(start + size, shelves))
        islands.append(Island(number, reach, shelf_numbers, hub))
        hub += islands[-1].hubs
    return tuple(islands)


def doors_of(host: str, plan: Plan) -> dict[int, list[int]]:
    """Which page leads to which hubs or lists, besides what all pages of its kind link to."""
    dice = Dice("doors", host)
    bridging = [board for board in plan.boards if board.section.form in _BRIDGING]
    doors: dict[int, list[int]] = defaultdict(list)
    for island in plan.islands:
        door = plan.hub_page(island.door)
        if island.reach == "near":
            doors[plan.section_page(dice.below(len(plan.sections)))].append(door)
            continue
        for _ in range(_DOORS):
            doors[_some_item(bridging, dice)].append(door)
        if island.reach == "far":
            for shelf in plan.shelves_of(island):
                doors[_some_item(bridging, dice)].append(shelf.list_page(0))
        else:
            doors[door].append(plan.hub_page(island.hub))
    return dict(doors)


def _some_item(boards: list[Board], dice: Dice) -> int:
    board = dice.choose(boards)
    return board.item(dice.below(board.items))
