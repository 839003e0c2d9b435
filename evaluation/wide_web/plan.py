"""How many pages of which kind a site has; every page is a number, nothing is stored per page.

The numbers of a site's pages: 0 is the home page, then come the sections' index pages, the hubs,
and the boards. A board is a list in several pages and the items it lists.

Lists of products stand on islands: within an island lists and products link to each other. From one
island to the next there is no such link: every island has to be found by itself, through its hub (a
special or brand zone). What leads to them is off topic.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import ceil, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from evaluation.wide_web.wording import Dice
from samples.chance import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# Shops show few things on a page of a list, and have many such pages.
_PHONES_ON_A_PAGE = 10
Form = Literal["article", "thread", "goods", "user", "tag", "phone"]
Reach = Literal["near", "far", "hidden"]
_REACHES: tuple[Reach, ...] = ("near", "far", "hidden", "far")
_SHELVES = 3
_DOORS = 3
# Sections whose pages may be bridges.
_BRIDGING = {"article", "thread"}


class Section(NamedTuple):
    """`weight` is the section's part of all that is not about phones."""

    key: str
    title: str
    theme: str
    form: Form
    weight: int


PHONES = Section("phones", "", "phones", "phone", 0)


class PagePosition(NamedTuple):
    """What stands at a page's number; `number` is the section's, hub's or board's."""

    kind: Literal["home", "section", "hub", "list", "item"]
    number: int
    position: int = 0


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """`rank` counts the boards of a section; `first` is the number of its first list page."""

    number: int
    section: Section
    rank: int
    first: int
    list_pages: int
    items: int

    def list_page(self, page: int) -> int:
        return self.first + page

    def item(self, index: int) -> int:
        return self.first + self.list_pages + index % self.items

    def shown_on(self, page: int) -> range:
        """The items of a list page; all pages show about as many."""
        ends = (ceil(self.items * count / self.list_pages) for count in (page, page + 1))
        return range(*ends)


class Plan:
    """Divide a site's pages; the sum is exact whatever the number of pages."""

    def __init__(
        self, host: str, pages: int, products: int, sections: Sequence[Section], list_length: int
    ) -> None:
        self._host = host
        self._first_hub = 1 + len(sections)
        self.pages = pages
        self.sections = tuple(sections)
        shelves = max(6, round(0.5 * sqrt(products)))
        self.islands = islands_of(shelves)
        self._first_board = self._first_hub + sum(island.hubs for island in self.islands)
        on_shelves = divided(products, self._weights("phones", shelves))
        sizes = [
            (PHONES, rank, ceil(n / _PHONES_ON_A_PAGE), n) for rank, n in enumerate(on_shelves)
        ]
        rest = pages - self._first_board - sum(size[2] + size[3] for size in sizes)
        sizes += self._off_topic(rest, list_length)
        starts = accumulate((size[2] + size[3] for size in sizes), initial=self._first_board)
        self.boards = tuple(
            BoardPlan(number, section, rank, start, list_pages, items)
            for number, (start, (section, rank, list_pages, items)) in enumerate(
                zip(starts, sizes, strict=False)
            )
        )
        self._starts = [board.first for board in self.boards]
        self.shelves = self.boards[:shelves]
        self._by_section: dict[Section, list[BoardPlan]] = defaultdict(list)
        for board in self.boards:
            self._by_section[board.section].append(board)

    def _weights(self, key: str, count: int) -> list[int]:
        return [2 + number(self._host, key, str(rank)) % 5 for rank in range(count)]

    def _off_topic(self, pages: int, list_length: int) -> Iterator[tuple[Section, int, int, int]]:
        shares = divided(pages, [section.weight for section in self.sections])
        for section, share in zip(self.sections, shares, strict=True):
            count = max(2, round(0.2 * sqrt(share)))
            for rank, size in enumerate(divided(share, self._weights(section.key, count))):
                list_pages = ceil(size / (list_length + 1))
                yield section, rank, list_pages, size - list_pages

    def section_page(self, number: int) -> int:
        return 1 + number

    def hub_page(self, number: int) -> int:
        return self._first_hub + number

    def place(self, page: int) -> PagePosition:
        if page == 0:
            return PagePosition("home", 0)
        if page < self._first_hub:
            return PagePosition("section", page - 1)
        if page < self._first_board:
            return PagePosition("hub", page - self._first_hub)
        board = self.boards[bisect_right(self._starts, page) - 1]
        index = page - board.first
        if index < board.list_pages:
            return PagePosition("list", board.number, index)
        return PagePosition("item", board.number, index - board.list_pages)

    def form(self, page: int) -> Form | None:
        """What kind of item a page is; none if it is an index or a list."""
        place = self.place(page)
        return self.boards[place.number].section.form if place.kind == "item" else None

    def product(self, number: int) -> int:
        """The page of a product; products count from 0 through all shelves."""
        left = number
        for shelf in self.shelves:
            if 0 <= left < shelf.items:
                return shelf.item(left)
            left -= shelf.items
        raise IndexError(
            f"{self._host} has no product {number}: they count from 0 to {number - left - 1}"
        )

    def boards_of(self, section: Section) -> list[BoardPlan]:
        return self._by_section[section]

    @cached_property
    def boards_by_form(self) -> dict[Form, list[BoardPlan]]:
        found: dict[Form, list[BoardPlan]] = defaultdict(list)
        for board in self.boards:
            found[board.section.form].append(board)
        return dict(found)

    @cached_property
    def near_shelves(self) -> tuple[BoardPlan, ...]:
        return self._shelves_within({"near"})

    @cached_property
    def known_shelves(self) -> tuple[BoardPlan, ...]:
        """The lists whose phones articles know; those of hidden islands are not among them."""
        return self._shelves_within({"near", "far"})

    def _shelves_within(self, reaches: set[Reach]) -> tuple[BoardPlan, ...]:
        reached = (island for island in self.islands if island.reach in reaches)
        return tuple(shelf for island in reached for shelf in self.shelves_of(island))

    @cached_property
    def events(self) -> set[int]:
        """The hubs that stand before a hidden one."""
        return {island.door for island in self.islands if island.reach == "hidden"}

    def island(self, shelf: BoardPlan) -> Island:
        return next(island for island in self.islands if shelf.number in island.shelves)

    def shelves_of(self, island: Island) -> tuple[BoardPlan, ...]:
        return self.shelves[island.shelves.start : island.shelves.stop]


def divided(total: int, weights: Sequence[int]) -> list[int]:
    """Divide in whole numbers; the parts' sum is the total."""
    ends = [total * end // sum(weights) for end in accumulate(weights, initial=0)]
    return [end - start for start, end in pairwise(ends)]


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
    for rank, start in enumerate(range(0, shelves, size)):
        reach = _REACHES[rank % len(_REACHES)]
        shelf_numbers = range(start, min(start + size, shelves))
        islands.append(Island(rank, reach, shelf_numbers, hub))
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


def _some_item(boards: list[BoardPlan], dice: Dice) -> int:
    board = dice.choose(boards)
    return board.item(dice.below(board.items))
