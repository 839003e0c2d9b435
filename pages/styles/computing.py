"""From what is declared for an element, and the look of the one around it, to its own look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pages.styles import values
from pages.styles.colours import CURRENT, TRANSPARENT
from pages.styles.declarations import Unresolved, resolved
from pages.styles.sizes import EM, WORD, Formula, Length, pixels
from pages.styles.values import NONE, Default, Relative, Value
from pages.styles.variables import substituted

if TYPE_CHECKING:
    from pages.styles.cascade import Winning

MEDIUM = 16.0
_MONOSPACE = "monospace"
_MONOSPACE_PART = 13 / 16  # of the size other fonts have


@dataclass(frozen=True, slots=True)
class Style:
    """Computed values; `decoration` is that of the elements around as well."""

    family: str = "times new roman"
    size: float = MEDIUM
    is_length: bool = False  # the size comes from a length, not from a word
    weight: int = 400
    style: str = "normal"
    colour: str = "#000000"
    decoration: str = NONE
    background_colour: str = TRANSPARENT
    background_image: str = NONE
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def has_background(self) -> bool:
        return self.background_colour != TRANSPARENT or self.background_image != NONE


INITIAL = Style()


def computed(winning: Winning, around: Style, root_size: float) -> Style:
    variables = _variables(winning, around)
    told = {
        name: _specified(name, value, winning, variables)
        for name, value in winning.declared.items()
        if not name.startswith("--")
    }

    def inherited(name: str, parent: Value, initial: Value) -> Value:
        value = told.get(name, Default.INHERIT)
        if isinstance(value, Default):
            return initial if value is Default.INITIAL else parent
        return value

    def own(name: str, parent: str, initial: str) -> str:
        value = told.get(name, Default.INITIAL)
        if isinstance(value, Default):
            return parent if value is Default.INHERIT else initial
        return str(value)

    colour = str(inherited(values.COLOUR, around.colour, INITIAL.colour))
    colour = around.colour if colour == CURRENT else colour
    family = str(inherited(values.FAMILY, around.family, INITIAL.family))
    paint = own(values.BACKGROUND_COLOUR, around.background_colour, TRANSPARENT)
    lines = own(values.DECORATION, around.decoration, NONE)
    specified = inherited(values.SIZE, Length(1, EM), Length(MEDIUM, WORD))
    size, is_length = _size(specified, around, root_size, family)
    return Style(
        family=family,
        size=size,
        is_length=is_length,
        weight=_weight(inherited(values.WEIGHT, around.weight, 400), around.weight),
        style=str(inherited(values.STYLE, around.style, "normal")),
        colour=colour,
        decoration=values.lines([*around.decoration.split(), *lines.split()]),
        background_colour=colour if paint == CURRENT else paint,
        background_image=own(values.BACKGROUND_IMAGE, around.background_image, NONE),
        variables=variables,
    )


def _variables(winning: Winning, around: Style) -> dict[str, str]:
    own = {name: str(value) for name, value in winning.declared.items() if name.startswith("--")}
    return {**around.variables, **own} if own else around.variables


def _specified(
    name: str, value: Value | Unresolved, winning: Winning, variables: dict[str, str]
) -> Value:
    """Variables put in; a value that makes no sense with them is as good as none."""
    if value is Default.REVERT:
        value = winning.browser.get(name, Default.UNSET)
    if not isinstance(value, Unresolved):
        return value
    text = substituted(value.text, variables)
    found = {} if text is None else resolved(value.name, text, value.base)
    return found.get(name, Default.UNSET)


def _size(size: Value, around: Style, root_size: float, family: str) -> tuple[float, bool]:
    """In pixels, and whether that comes from a length.

    Fonts whose letters have one width are shown smaller, but for sizes that come from a length.
    """
    if not isinstance(size, Length | Formula):
        return around.size, around.is_length
    relative = size.unit if isinstance(size, Length) else ""
    is_length = around.is_length if relative == EM else relative != WORD
    value = pixels(size, around.size, root_size)
    if is_length:
        return value, True
    before, now = around.family == _MONOSPACE, family == _MONOSPACE
    if relative == WORD:
        before = False
    part = 1.0 if before == now else _MONOSPACE_PART if now else 1 / _MONOSPACE_PART
    return value * part, False


def _weight(weight: Value, around: int) -> int:
    if weight is Relative.BOLDER:
        return 400 if around < 350 else 700 if around < 550 else max(around, 900)
    if weight is Relative.LIGHTER:
        return min(around, 100) if around < 550 else 400 if around < 750 else 700
    return weight if isinstance(weight, int) else around
