"""Values of the properties that make a font or a background, as a sheet specifies them."""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from pages.styles.colours import colour
from pages.styles.media import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

Token = Any  # of tinycss2, which has no types
COMMA, SLASH = ",", "/"


class Default(Enum):
    """Keywords that every property has."""

    INHERIT = "inherit"
    INITIAL = "initial"
    UNSET = "unset"
    REVERT = "revert"


class Length(NamedTuple):
    """`unit` is px, em (of the element around) or rem (of html)."""

    number: float
    unit: str


class Relative(Enum):
    BOLDER = "bolder"
    LIGHTER = "lighter"


Value = Default | Length | Relative | int | str

FAMILY, SIZE, WEIGHT, STYLE = "font-family", "font-size", "font-weight", "font-style"
COLOUR, DECORATION = "color", "text-decoration-line"
BACKGROUND_COLOUR, BACKGROUND_IMAGE = "background-color", "background-image"
FONT = frozenset({FAMILY, SIZE, WEIGHT, STYLE, COLOUR, DECORATION})
BACKGROUND = frozenset({BACKGROUND_COLOUR, BACKGROUND_IMAGE})

NONE = "none"
SIZES = {
    "xx-small": 9,
    "x-small": 10,
    "small": 13,
    "medium": 16,
    "large": 18,
    "x-large": 24,
    "xx-large": 32,
    "xxx-large": 48,
}
_NAMED_SIZES = {
    **{name: Length(size, "px") for name, size in SIZES.items()},
    "larger": Length(1.2, "em"),
    "smaller": Length(1 / 1.2, "em"),
}
_PIXELS = {
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "vw": WIDTH / 100,
    "vmax": WIDTH / 100,
    "vh": HEIGHT / 100,
    "vmin": HEIGHT / 100,
}
_RELATIVE = {"em": ("em", 1.0), "rem": ("rem", 1.0), "ex": ("em", 0.5), "ch": ("em", 0.5)}
_LINES = frozenset({"underline", "overline", "line-through"})
_LINE_DRESSING = frozenset(
    {"blink", "solid", "double", "dotted", "dashed", "wavy", "auto", "from-font"}
)
_LONGEST_WORDS = 300


def word(token: Token) -> str:
    """An identifier in lower case; "" for any other token."""
    return str(token.lower_value) if token.type == "ident" else ""


def size(tokens: Sequence[Token]) -> Value | None:
    return size_of(tokens[0]) if len(tokens) == 1 else None


def size_of(token: Token) -> Value | None:
    if token.type == "ident":
        return _NAMED_SIZES.get(token.lower_value)
    if token.type == "percentage":
        return _length(token.value / 100, "em")
    if token.type == "number":
        return Length(0, "px") if token.value == 0 else None
    if token.type != "dimension":
        return None
    unit = token.lower_unit
    of, factor = ("px", _PIXELS[unit]) if unit in _PIXELS else _RELATIVE.get(unit, ("", 0.0))
    return _length(token.value * factor, of) if of else None


def _length(number: float, unit: str) -> Length | None:
    return Length(number, unit) if math.isfinite(number) and 0 <= number < 1e6 else None


def weight(tokens: Sequence[Token]) -> Value | None:
    return weight_of(tokens[0]) if len(tokens) == 1 else None


def weight_of(token: Token) -> Value | None:
    if token.type == "number":
        return int(token.value) if 1 <= token.value <= 1000 else None
    named: dict[str, Value] = {
        "normal": 400,
        "bold": 700,
        "bolder": Relative.BOLDER,
        "lighter": Relative.LIGHTER,
    }
    return named.get(word(token))


def style(tokens: Sequence[Token]) -> Value | None:
    name = word(tokens[0])
    return name if name in ("normal", "italic", "oblique") else None


def family(tokens: Sequence[Token]) -> Value | None:
    """Names in lower case with commas between; quotes make no difference."""
    names: list[str] = [""]
    for token in tokens:
        if token == COMMA:
            names.append("")
        elif token.type in ("ident", "string"):
            names[-1] = f"{names[-1]} {token.value}".strip().lower()
        else:
            return None
    return ", ".join(names)[:_LONGEST_WORDS] if all(names) else None


def text_colour(tokens: Sequence[Token]) -> Value | None:
    return colour(tokens[0]) if len(tokens) == 1 else None


def decoration(tokens: Sequence[Token]) -> Value | None:
    """The lines in one order; how they are drawn makes no difference here."""
    names = [word(token) for token in tokens]
    if names == [NONE]:
        return NONE
    for token, name in zip(tokens, names, strict=True):
        is_thickness = token.type in ("dimension", "percentage", "number")
        if not (name in _LINES or name in _LINE_DRESSING or is_thickness or colour(token)):
            return None
    return lines(names)


def lines(names: Sequence[str]) -> str:
    return " ".join(sorted(_LINES.intersection(names))) or NONE
