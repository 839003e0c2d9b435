"""How a text looks: its font, and what is behind it.

Equal looks are equal, whatever the names of classes; one name with two looks is not.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pages.styles.cascade import Cascade, sets_background, sets_font
from pages.styles.colours import TRANSPARENT
from pages.styles.computing import INITIAL, Style, computed
from pages.styles.old_web import FONT_TAGS
from pages.styles.page_sheets import Sheets, no_sheets
from pages.styles.values import NONE

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from pages.dom.tree import Tree
    from pages.styles.cascade import Sources

__all__ = ["Background", "Font", "Looks", "Sheets", "no_sheets"]


class Font(NamedTuple):
    """As computed: family in lower case, size in pixels, weight from 1 to 1000.

    `decoration` names the lines that are drawn, those of elements around included.
    """

    family: str
    size: float
    weight: int
    style: str
    colour: str
    decoration: str


class Background(NamedTuple):
    """Colour and picture of the nearest element that has either; "" where there is none."""

    colour: str
    image: str


class _Look(NamedTuple):
    style: Style
    font: Font
    background: Background
    sets_font: bool
    sets_background: bool
    set_font: Font | None
    set_background: Background | None


NO_BACKGROUND = Background("", "")


class Looks:
    """Works out what it is asked for and remembers it; ancestors are worked out on the way."""

    def __init__(self, tree: Tree, sheets: Sheets = no_sheets) -> None:
        self._tree = tree
        self._sheets = sheets
        self._looks: dict[Element, _Look] = {}
        # Around whom, a tag that sets a font or not, what speaks for it: hundreds share a look.
        self._shared: dict[tuple[int, bool, Sources], _Look] = {}

    @cached_property
    def _cascade(self) -> Cascade:
        return Cascade(self._tree, self._sheets)

    def font(self, element: Element) -> Font:
        return self._look(element).font

    def background(self, element: Element) -> Background:
        return self._look(element).background

    def sets_font(self, element: Element) -> bool:
        """Does its tag, an attribute or a style of the page give this very element a font?"""
        return self._look(element).sets_font

    def sets_background(self, element: Element) -> bool:
        """Does an attribute or a style of the page give this very element a background?"""
        return self._look(element).sets_background

    def set_font(self, element: Element) -> Font | None:
        """The font of the nearest element, itself or around, that sets one."""
        return self._look(element).set_font

    def set_background(self, element: Element) -> Background | None:
        """The background of the nearest element, itself or around, that sets one."""
        return self._look(element).set_background

    def _look(self, element: Element) -> _Look:
        looks = self._looks
        missing: list[Element] = []
        at: Element | None = element
        while at is not None and at not in looks:
            missing.append(at)
            at = at.getparent()
        around = None if at is None else looks[at]
        for one in reversed(missing):
            around = looks[one] = self._worked_out(one, around)
        return looks[element]

    def _worked_out(self, element: Element, around: _Look | None) -> _Look:
        sources = self._cascade.sources(element)
        key = (id(around), element.tag in FONT_TAGS, sources)
        if key not in self._shared:
            self._shared[key] = self._new_look(element.tag, sources, around)
        return self._shared[key]

    def _new_look(self, tag: str, sources: Sources, around: _Look | None) -> _Look:
        winning = self._cascade.winning(sources)
        root_size = INITIAL.size if around is None else self._looks[self._tree.root].style.size
        style = computed(winning, around.style if around else INITIAL, root_size)
        font = _font(style)
        behind = around.background if around else NO_BACKGROUND
        background = _background(style) if style.has_background else behind
        has_font = tag in FONT_TAGS or sets_font(winning)
        has_background = sets_background(winning)
        return _Look(
            style,
            font,
            background,
            has_font,
            has_background,
            font if has_font else around and around.set_font,
            background if has_background else around and around.set_background,
        )


def _font(style: Style) -> Font:
    size = round(style.size, 2)
    return Font(style.family, size, style.weight, style.style, style.colour, style.decoration)


def _background(style: Style) -> Background:
    colour, image = style.background_colour, style.background_image
    return Background("" if colour == TRANSPARENT else colour, "" if image == NONE else image)
