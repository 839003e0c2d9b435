"""Values of the properties that make a font or a background, as a sheet specifies them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from pages.styles.colours import colour
from pages.styles.sizes import COMMA, Formula, Length, Token, size_of
from pages.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

SLASH = "/"


class Default(Enum):
    """Keywords that every property has."""

    INHERIT = "inherit"
    INITIAL = "initial"
    UNSET = "unset"
    REVERT = "revert"


class Relative(Enum):
    BOLDER = "bolder"
    LIGHTER = "lighter"


Value = Default | Length | Formula | Relative | int | str

FAMILY, SIZE, WEIGHT, STYLE = "font-family", "font-size", "font-weight", "font-style"
COLOUR, DECORATION = "color", "text-decoration-line"
BACKGROUND_COLOUR, BACKGROUND_IMAGE = "background-color", "background-image"
FONT = frozenset({FAMILY, SIZE, WEIGHT, STYLE, COLOUR, DECORATION})
BACKGROUND = frozenset({BACKGROUND_COLOUR, BACKGROUND_IMAGE})

NONE = "none"
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
            names[-1] = fold(f"{names[-1]} {token.value}").lower()
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
