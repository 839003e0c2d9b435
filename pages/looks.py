"""How a text looks: its computed font and background.

Texts that look the same compare equal, whatever their classes are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pages import css_values
from pages.css_cascade import FONT_TAGS, Cascade
from pages.css_sheets import Sheets, Unresolved, no_sheets, with_variables
from pages.css_values import (
    CURRENT,
    EM,
    MEDIUM,
    NONE,
    TRANSPARENT,
    WORD,
    Default,
    Formula,
    Length,
    Value,
)

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from pages.css_cascade import DeclarationSources, Winning
    from pages.dom import Tree

__all__ = ["Background", "Font", "Looks", "Sheets", "no_sheets"]

_FONT = (*css_values.FONT, css_values.COLOUR, css_values.DECORATION)
_NOT_SET = (Default.INHERIT, Default.UNSET, Default.REVERT)
_MONOSPACE = "monospace"
_MONOSPACE_RATIO = 13 / 16  # of the size that other fonts have


class Font(NamedTuple):
    """Computed values: family in lower case, size in pixels, weight from 1 to 1000.

    `decoration` names the lines that are drawn, including those of ancestors.
    """

    family: str
    size: float
    weight: int
    style: str
    colour: str
    decoration: str


class Background(NamedTuple):
    """Colour and image of the nearest element, itself or around, with either; "" for none."""

    colour: str
    image: str


_NO_BACKGROUND = Background("", "")


@dataclass(frozen=True, slots=True)
class _Style:
    """Computed values; `decoration` includes that of ancestors."""

    family: str = "times new roman"
    size: float = MEDIUM
    is_length: bool = False  # the size comes from a length, not from a keyword
    weight: int = 400
    style: str = "normal"
    colour: str = "#000000"
    decoration: str = NONE
    background_colour: str = TRANSPARENT
    background_image: str = NONE
    variables: dict[str, str] = field(default_factory=dict)


_INITIAL = _Style()


class _Look(NamedTuple):
    style: _Style
    font: Font
    background: Background
    set_font: Font | None
    set_background: Background | None


class Looks:
    """Computes looks on demand and caches them; ancestors are computed on the way."""

    def __init__(self, tree: Tree, sheets: Sheets = no_sheets) -> None:
        self._tree = tree
        self._sheets = sheets
        self._looks: dict[Element, _Look] = {}
        # By the parent's look, whether the tag sets a font, and sources: hundreds share one look.
        self._shared: dict[tuple[int, bool, DeclarationSources], _Look] = {}

    @cached_property
    def _cascade(self) -> Cascade:
        return Cascade(self._tree, self._sheets)

    def font(self, element: Element) -> Font:
        return self._look(element).font

    def background(self, element: Element) -> Background:
        return self._look(element).background

    def set_font(self, element: Element) -> Font | None:
        """The font of the nearest element, itself or around, whose tag or style sets one."""
        return self._look(element).set_font

    def set_background(self, element: Element) -> Background | None:
        """The background of the nearest element, itself or around, whose style sets one."""
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
            around = looks[one] = self._computed_look(one, around)
        return looks[element]

    def _computed_look(self, element: Element, around: _Look | None) -> _Look:
        sources = self._cascade.sources(element)
        key = (id(around), element.tag in FONT_TAGS, sources)
        if key not in self._shared:
            self._shared[key] = self._new_look(element.tag, sources, around)
        return self._shared[key]

    def _new_look(self, tag: str, sources: DeclarationSources, around: _Look | None) -> _Look:
        winning = self._cascade.winning(sources)
        root_size = MEDIUM if around is None else self._looks[self._tree.root].style.size
        style = _computed(winning, around.style if around else _INITIAL, root_size)
        font = _font(style)
        background = _background(style) or (around.background if around else _NO_BACKGROUND)
        by_page = {name for name, value in winning.page.items() if value not in _NOT_SET}
        sets_font = tag in FONT_TAGS or not by_page.isdisjoint(_FONT)
        sets_background = not by_page.isdisjoint(css_values.BACKGROUND)
        return _Look(
            style,
            font,
            background,
            font if sets_font else around and around.set_font,
            background if sets_background else around and around.set_background,
        )


def _font(style: _Style) -> Font:
    size = round(style.size, 2)
    return Font(style.family, size, style.weight, style.style, style.colour, style.decoration)


def _background(style: _Style) -> Background | None:
    colour, image = style.background_colour, style.background_image
    found = Background("" if colour == TRANSPARENT else colour, "" if image == NONE else image)
    return None if found == _NO_BACKGROUND else found


def _computed(winning: Winning, around: _Style, root_size: float) -> _Style:
    """The computed style of an element, from its declarations and its parent's style."""
    declared = {**winning.browser, **winning.page}
    own = {name: str(value) for name, value in declared.items() if name.startswith("--")}
    variables = {**around.variables, **own} if own else around.variables
    specified = {
        name: _specified(name, value, winning, variables)
        for name, value in declared.items()
        if name not in own
    }

    def inherited(name: str, parent: Value, initial: Value) -> Value:
        value = specified.get(name, Default.INHERIT)
        if isinstance(value, Default):
            return initial if value is Default.INITIAL else parent
        return value

    def not_inherited(name: str, parent: str, initial: str) -> str:
        value = specified.get(name, Default.INITIAL)
        if isinstance(value, Default):
            return parent if value is Default.INHERIT else initial
        return str(value)

    colour = str(inherited(css_values.COLOUR, around.colour, _INITIAL.colour))
    colour = around.colour if colour == CURRENT else colour
    family = str(inherited(css_values.FAMILY, around.family, _INITIAL.family))
    fill = not_inherited(css_values.BACKGROUND_COLOUR, around.background_colour, TRANSPARENT)
    lines = not_inherited(css_values.DECORATION, around.decoration, NONE)
    declared_size = inherited(css_values.SIZE, Length(1, EM), Length(MEDIUM, WORD))
    size, is_length = _size(declared_size, around, root_size, family)
    return _Style(
        family=family,
        size=size,
        is_length=is_length,
        weight=_weight(inherited(css_values.WEIGHT, around.weight, 400), around.weight),
        style=str(inherited(css_values.STYLE, around.style, "normal")),
        colour=colour,
        decoration=css_values.lines([*around.decoration.split(), *lines.split()]),
        background_colour=colour if fill == CURRENT else fill,
        background_image=not_inherited(css_values.BACKGROUND_IMAGE, around.background_image, NONE),
        variables=variables,
    )


def _specified(
    name: str, value: Value | Unresolved, winning: Winning, variables: dict[str, str]
) -> Value:
    """A value with its variables replaced; if the result is invalid, the property is unset."""
    if value is Default.REVERT:
        value = winning.browser.get(name, Default.UNSET)
    if not isinstance(value, Unresolved):
        return value
    return with_variables(value, variables).get(name, Default.UNSET)


def _size(size: Value, around: _Style, root_size: float, family: str) -> tuple[float, bool]:
    """The size in pixels, and whether it comes from a length.

    Monospace fonts are smaller, unless their size comes from a length.
    """
    if not isinstance(size, Length | Formula):
        return around.size, around.is_length
    unit = size.unit if isinstance(size, Length) else ""
    is_length = around.is_length if unit == EM else unit != WORD
    value = css_values.pixels(size, around.size, root_size)
    if is_length:
        return value, True
    before = around.family == _MONOSPACE and unit != WORD
    now = family == _MONOSPACE
    ratio = 1.0 if before == now else _MONOSPACE_RATIO if now else 1 / _MONOSPACE_RATIO
    return value * ratio, False


def _weight(weight: Value, around: int) -> int:
    if weight == css_values.BOLDER:
        return 400 if around < 350 else 700 if around < 550 else max(around, 900)
    if weight == css_values.LIGHTER:
        return min(around, 100) if around < 550 else 400 if around < 750 else 700
    return weight if isinstance(weight, int) else around
