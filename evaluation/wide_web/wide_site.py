"""A site of the wide web: its plan, its addresses, and what each must say about itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from evaluation.wide_web.plan import BoardPlan, Plan, Section, doors_of
from evaluation.wide_web.wording import Dice, Identifiers, Language, Names, words_of
from samples.chance import number

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence


_HOT = 18
_MOVED = 89
# Links kept at hand: what is linked to once is linked to again soon.
_REMEMBERED = 8192


@dataclass(slots=True)
class PageContent:
    """Links stand in `trail` and `boxes` as finished anchors; `middle` is markup."""

    path: str
    title: str
    heading: str
    trail: list[str]
    middle: str
    boxes: list[tuple[str, list[str]]] = field(default_factory=list)


class Entry(NamedTuple):
    """What a link to a page needs, and the link itself."""

    path: str
    title: str
    anchor: str


class WideSite(ABC):
    """Subclasses say how addresses and pages look; pages are numbers of the site's plan."""

    host: ClassVar[str]
    name: ClassVar[str]
    language: ClassVar[Language] = "zh"
    codec: ClassVar[str] = "utf-8"
    content_type: ClassVar[str] = "text/html; charset=utf-8"
    part: ClassVar[int]
    """The site's part of the wide web, in percent."""
    product_share: ClassVar[float]
    sections: ClassVar[tuple[Section, ...]]
    list_length: ClassVar[int]
    mentions: ClassVar[int] = 24
    """One in so many pages to read links to a phone; of those about phones six times more."""
    attributes: ClassVar[tuple[tuple[str, str], ...]]
    """Standard names of the attributes a product page shows, and what the site calls them."""
    tracking: ClassVar[str]
    """The parameter by which some links say where they were followed."""
    navigation_item: ClassVar[str] = "{} "
    item_address: ClassVar[re.Pattern[str]]
    """How the paths of items and hubs look; the first group is the identifier."""
    list_address: ClassVar[re.Pattern[str]]
    """How the paths of lists look; the first group names the board, the second the page."""

    def __init__(self, pages: int) -> None:
        products = round(pages * self.product_share)
        self.plan = Plan(self.host, pages, products, self.sections, self.list_length)
        self.products = products
        self.words = words_of(self.language)
        self.names = Names(self.words, number("brand", self.host))
        self.doors = doors_of(self.host, self.plan)
        self.friends: Sequence[WideSite] = ()
        self.entry = lru_cache(_REMEMBERED)(self._entry)
        self.identifiers = Identifiers(self.host, pages)

    @abstractmethod
    def section_path(self, section: Section) -> str: ...

    @abstractmethod
    def board_word(self, board: BoardPlan) -> str:
        """Return what stands for a board in the addresses of its list."""

    @abstractmethod
    def list_path(self, board: BoardPlan, page: int) -> str:
        """Return the address of a list page; pages count from 1 here."""

    @abstractmethod
    def item_path(self, board: BoardPlan, identifier: int, title: str) -> str: ...

    @abstractmethod
    def hub_path(self, identifier: int) -> str: ...

    @abstractmethod
    def frame(self, page: PageContent) -> str:
        """Return the whole page."""

    @abstractmethod
    def block(self, title: str, links: Sequence[str]) -> str:
        """Return a box of links with its title."""

    @abstractmethod
    def entries(self, items: Sequence[tuple[str, str]]) -> str:
        """Return the items of a list: a link and some words about it each."""

    @abstractmethod
    def specification(self, rows: Sequence[tuple[str, str]]) -> str:
        """Return a thing's attributes: name as shown and value each."""

    def path(self, page: int) -> str:
        return self.entry(page).path

    def title(self, page: int) -> str:
        """What links to a page say."""
        return self.entry(page).title

    def _entry(self, page: int) -> Entry:
        path, title = self._path_and_title(page)
        return Entry(path, title, self.anchor(path, title))

    def _path_and_title(self, page: int) -> tuple[str, str]:
        """The address and the title of a page: one is not to be had without the other."""
        place = self.plan.place(page)
        if place.kind == "item":
            board = self.plan.boards[place.number]
            title = self.names.item(board, self.dice("title", page))
            return self.item_path(board, self.identifiers.identifier(page), title), title
        if place.kind == "list":
            board = self.plan.boards[place.number]
            return self.list_path(board, place.position + 1), self.names.title(board)
        if place.kind == "hub":
            event = place.number in self.plan.events
            title = self.words.special(event=event, dice=self.dice("hub", page))
            return self.hub_path(self.identifiers.identifier(page)), title
        if place.kind == "section":
            section = self.sections[place.number]
            return self.section_path(section), section.title
        return "/", self.name

    def url(self, page: int) -> str:
        return f"http://{self.host}{self.path(page)}"

    def href(self, path: str) -> str:
        """Write a link in the site's own way."""
        return path

    def old_path(self, page: int) -> str:
        """Where a page stood before the site was last rebuilt."""
        return f"/old/{self.identifiers.identifier(page)}"

    def has_moved(self, page: int) -> bool:
        """Tell whether boxes still link to the old address of a page."""
        return page % _MOVED == 0

    def anchor(self, path: str, text: str) -> str:
        return f'<a href="{self.href(path).replace("&", "&amp;")}">{text}</a>'

    @cached_property
    def navigation(self) -> str:
        """Links to the home page and all sections, as they stand on every page."""
        pages = range(1 + len(self.sections))
        texts = (self.words.labels["home"], *(section.title for section in self.sections))
        links = (
            self.anchor(self.path(page), text) for page, text in zip(pages, texts, strict=True)
        )
        return "".join(map(self.navigation_item.format, links))

    @cached_property
    def foot(self) -> str:
        """Links to the last section's first pages."""
        board = self.plan.boards[-1]
        pages = [board.item(index) for index in range(4)]
        return " | ".join(self.entry(page).anchor for page in pages)

    def dice(self, purpose: str, page: int) -> Dice:
        return Dice(purpose, self.host, str(page))

    @cached_property
    def hot(self) -> dict[Section, tuple[int, ...]]:
        """The pages of each section that are linked to from everywhere in it."""
        return {section: tuple(self._some_items(section)) for section in self.sections}

    def _some_items(self, section: Section) -> Iterator[int]:
        boards, dice = self.plan.boards_of(section), Dice("hot", self.host, section.key)
        for _ in range(_HOT):
            board = dice.choose(boards)
            yield board.item(dice.below(board.items))
