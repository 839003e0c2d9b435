"""CSS values of fonts and backgrounds, normalised: equal values become equal Python values.

Input are tinycss2's tokens.
"""

from __future__ import annotations

import math
import re
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin

from tinycss2 import parse_one_component_value, serialize
from tinycss2.color4 import parse_color

from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Token = Any  # tinycss2 has no types
COMMA, SLASH = ",", "/"

FAMILY, SIZE, WEIGHT, STYLE = "font-family", "font-size", "font-weight", "font-style"
COLOUR, DECORATION = "color", "text-decoration-line"
BACKGROUND_COLOUR, BACKGROUND_IMAGE = "background-color", "background-image"
FONT = (FAMILY, SIZE, WEIGHT, STYLE)  # what the property `font` sets
BACKGROUND = (BACKGROUND_COLOUR, BACKGROUND_IMAGE)
NONE = "none"

WIDTH, HEIGHT = 1280, 800  # of the viewport, in pixels


class Default(Enum):
    """CSS-wide keywords, which every property accepts."""

    INHERIT = "inherit"
    INITIAL = "initial"
    UNSET = "unset"
    REVERT = "revert"


class Length(NamedTuple):
    """A multiple of the parent's size (em) or the root's (rem), or a number of pixels."""

    number: float
    unit: str


class Formula(NamedTuple):
    """calc(), min(), max() or clamp(), evaluated when the sizes it refers to are known."""

    token: Token


Size = Length | Formula
Value = Default | Length | Formula | int | str


def word(token: Token) -> str:
    """An identifier in lower case; "" for any other token."""
    return str(token.lower_value) if token.type == "ident" else ""


def without_spaces(tokens: Iterable[Token]) -> list[Token]:
    return [token for token in tokens if token.type not in ("whitespace", "comment")]


def parts(tokens: Iterable[Token]) -> list[list[Token]]:
    """Split at the commas."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token == COMMA:
            found.append([])
        else:
            found[-1].append(token)
    return found


def address_in(token: Token) -> str:
    """The content of a string or url() token; "" for any other token."""
    if token.type == "function" and token.lower_name == "url":
        return next((str(one.value) for one in token.arguments if one.type == "string"), "")
    return str(token.value) if token.type in ("string", "url") else ""


# Sizes. "word" is the unit of a size keyword, for which monospace fonts are smaller.

PX, EM, REM, WORD = "px", "em", "rem", "word"
STEPS = (9, 10, 13, 16, 18, 24, 32, 48)
MEDIUM = 16.0
_STEPS = "xx-small x-small small medium large x-large xx-large xxx-large".split()
_NAMED = {
    **{name: Length(size, WORD) for name, size in zip(_STEPS, STEPS, strict=True)},
    "larger": Length(1.2, EM),
    "smaller": Length(1 / 1.2, EM),
}
_UNITS = {
    **dict.fromkeys(("ex", "ch"), Length(0.5, EM)),
    **dict.fromkeys(("vw", "vmax"), Length(WIDTH / 100, PX)),
    **dict.fromkeys(("vh", "vmin"), Length(HEIGHT / 100, PX)),
    "em": Length(1.0, EM),
    "rem": Length(1.0, REM),
    "px": Length(1.0, PX),
    "pt": Length(96 / 72, PX),
    "pc": Length(16.0, PX),
    "in": Length(96.0, PX),
    "cm": Length(96 / 2.54, PX),
    "mm": Length(96 / 25.4, PX),
}
_LARGEST = 1e6
_DEEPEST = 8  # nested parentheses
_INVALID_FORMULA = (ValueError, IndexError, ArithmeticError)


def size_of(token: Token) -> Size | None:
    """The size that a token gives; None if it is not a size."""
    if token.type == "ident":
        return _NAMED.get(token.lower_value)
    if token.type == "number" and token.value != 0:
        return None
    if token.type == "function":
        try:
            _evaluated(token, 1.0, 1.0, _DEEPEST)
        except _INVALID_FORMULA:
            return None
        return Formula(token)
    found = _length(token)
    return found if found and 0 <= found.number < _LARGEST else None


def pixels(size: Size, around: float, root: float) -> float:
    if isinstance(size, Length):
        value = size.number * {EM: around, REM: root}.get(size.unit, 1.0)
    else:
        try:
            value = _evaluated(size.token, around, root, _DEEPEST)
        except _INVALID_FORMULA:
            return around
    return min(max(value, 0.0), _LARGEST) if math.isfinite(value) else around


def _length(token: Token) -> Length | None:
    """A number without a unit is a factor of a formula, or zero pixels."""
    if token.type == "percentage":
        return Length(token.value / 100, EM)
    if token.type == "number":
        return Length(token.value, PX)
    if token.type != "dimension" or token.lower_unit not in _UNITS:
        return None
    factor, unit = _UNITS[token.lower_unit]
    return Length(token.value * factor, unit)


def _evaluated(token: Token, around: float, root: float, deepest: int) -> float:
    if token.type == "() block":
        return _sum(token.content, around, root, deepest - 1)
    if token.type == "function":
        found = [_sum(part, around, root, deepest - 1) for part in parts(token.arguments)]
        match token.lower_name, found:
            case "calc", [one]:
                return one
            case "min", _:
                return min(found)
            case "max", _:
                return max(found)
            case "clamp", [least, wanted, most]:
                return max(least, min(wanted, most))
    length = _length(token)
    if length is None:
        raise ValueError(token.type)
    return length.number * {EM: around, REM: root}.get(length.unit, 1.0)


def _sum(tokens: Sequence[Token], around: float, root: float, deepest: int) -> float:
    """A sum of terms, each a product of factors."""
    if deepest < 0:
        raise ValueError("too many parentheses")
    terms: list[float] = []
    operator = "+"
    for token in without_spaces(tokens):
        if token.type == "literal":
            operator = token.value
            continue
        term = _evaluated(token, around, root, deepest)
        if operator in ("+", "-"):
            terms.append(-term if operator == "-" else term)
        elif operator in ("*", "/"):
            terms[-1] *= 1 / term if operator == "/" else term
        else:
            raise ValueError(operator)
    if not terms:
        raise ValueError("an empty sum")
    return sum(terms)


# Colours: #rrggbb, or #rrggbbaa if they are partly transparent.

TRANSPARENT = "#00000000"
CURRENT = "currentcolor"
_RGB = ("srgb", "hsl", "hwb")
_SYSTEM = {
    **dict.fromkeys(("canvastext", "windowtext", "buttontext", "fieldtext"), "#000000"),
    **dict.fromkeys(("canvas", "window", "field"), "#ffffff"),
    "buttonface": "#efefef",
    "linktext": "#0000ee",
    "graytext": "#808080",
}
_COLOUR_WORD = re.compile("[a-z]{3,24}")
_HEX = re.compile("[0-9a-f]")


def colour(token: Token) -> str | None:
    """The colour that a token gives, or `currentcolor`; None if it is not a colour."""
    try:
        found = parse_color(token) if token.type in ("ident", "hash", "function") else None
    except (ValueError, TypeError, OverflowError, AttributeError, IndexError):
        return None
    if found is None or isinstance(found, str):
        return found or _SYSTEM.get(word(token))
    if found.space not in _RGB:
        numbers = " ".join(f"{number or 0:.3f}" for number in found.coordinates)
        return f"{found.space}({numbers} / {found.alpha:.3f})"
    if found.alpha <= 0:
        return TRANSPARENT
    channels = [*found.to("srgb").coordinates, *([found.alpha] if found.alpha < 1 else [])]
    return "#" + "".join(f"{_byte(channel or 0):02x}" for channel in channels)


def _byte(channel: float) -> int:
    return 0 if math.isnan(channel) else int(min(max(channel, 0.0), 1.0) * 255 + 0.5)


@lru_cache(maxsize=1024)
def attribute_colour(text: str) -> str | None:
    """The colour of attributes like `bgcolor`, for which browsers accept nearly any text."""
    text = text.strip().lower()
    if not text or text == "transparent":
        return None
    if _COLOUR_WORD.fullmatch(text) and (named := colour(parse_one_component_value(text))):
        return named
    if len(text) == 4 and text[0] == "#" and all(map(_HEX.match, text[1:])):
        return "#" + "".join(digit * 2 for digit in text[1:])
    return "#" + "".join(_thirds(text))


def _thirds(text: str) -> Iterable[str]:
    """Red, green and blue by the HTML standard: other characters than digits count as 0."""
    digits = "".join(c if c.isascii() and _HEX.match(c) else "0" for c in text[:128].lstrip("#"))
    length = max(1, -(-len(digits) // 3))
    digits = digits.ljust(3 * length, "0")
    thirds = [digits[start : start + length][-8:] for start in range(0, 3 * length, length)]
    while len(thirds[0]) > 2 and all(third[0] == "0" for third in thirds):
        thirds = [third[1:] for third in thirds]
    return [third[:2].rjust(2, "0") for third in thirds]


# Fonts, except size and colour.

BOLDER, LIGHTER = "bolder", "lighter"  # than the parent
_WEIGHTS: dict[str, Value] = {"normal": 400, "bold": 700, BOLDER: BOLDER, LIGHTER: LIGHTER}
_BEFORE_SIZE = frozenset(
    "normal small-caps ultra-condensed extra-condensed condensed semi-condensed semi-expanded "
    "expanded extra-expanded ultra-expanded".split()
)
_LINES = frozenset({"underline", "overline", "line-through"})
_LINE_STYLES = frozenset("blink solid double dotted dashed wavy auto from-font".split())
_MEASURES = ("dimension", "percentage", "number")
_LONGEST_FAMILY = 300


def weight(token: Token) -> Value | None:
    if token.type == "number" and 1 <= token.value <= 1000:
        return int(token.value)
    return _WEIGHTS.get(word(token))


def style(token: Token) -> Value | None:
    return word(token) if word(token) in ("normal", "italic", "oblique") else None


def family(tokens: Sequence[Token]) -> Value | None:
    """Names in lower case with commas between; quotes make no difference."""
    if any(token.type not in ("ident", "string") and token != COMMA for token in tokens):
        return None
    names = [fold(" ".join(token.value for token in part)).lower() for part in parts(tokens)]
    return ", ".join(names)[:_LONGEST_FAMILY] if all(names) else None


def decoration(tokens: Sequence[Token]) -> Value | None:
    """The lines in a fixed order; their style, thickness and colour are ignored."""
    names = [word(token) for token in tokens]
    if names == [NONE]:
        return NONE
    for token, name in zip(tokens, names, strict=True):
        is_style = name in _LINE_STYLES or token.type in _MEASURES or colour(token)
        if name not in _LINES and not is_style:
            return None
    return lines(names)


def lines(names: Iterable[str]) -> str:
    return " ".join(sorted(_LINES.intersection(names))) or NONE


def font(tokens: Sequence[Token]) -> dict[str, Value]:
    """[style, variant, weight, stretch] size[/line-height] family; system fonts give nothing."""
    found: dict[str, Value] = {STYLE: "normal", WEIGHT: 400}
    for at, token in enumerate(tokens):
        if word(token) in _BEFORE_SIZE:
            continue
        if (slant := style(token)) is not None:
            found[STYLE] = slant
        elif (heavy := weight(token)) is not None:
            found[WEIGHT] = heavy
        else:
            following = at + (3 if tokens[at + 1 : at + 2] == [SLASH] else 1)
            size, names = size_of(token), family(tokens[following:])
            return {**found, SIZE: size, FAMILY: names} if size and names else {}
    return {}


# Backgrounds.

_PLACEMENT = frozenset(
    "repeat repeat-x repeat-y no-repeat space round scroll fixed local left right top bottom "
    "center border-box padding-box content-box text cover contain auto none".split()
)
_FORMULAS = ("calc", "min", "max", "clamp")
_IMAGES = ("gradient", "image", "image-set", "cross-fade", "element")
_LONGEST_ADDRESS = 200


def background(tokens: Sequence[Token], base: str) -> dict[str, Value]:
    """The images of all layers and the colour."""
    layers, fill = [NONE], TRANSPARENT
    for token in tokens:
        if token == COMMA:
            layers.append(NONE)
        elif image := _image(token, base):
            layers[-1] = image
        elif found := colour(token):
            fill = found
        elif not _is_placement(token):
            return {}
    return {BACKGROUND_COLOUR: fill, BACKGROUND_IMAGE: _combined(layers)}


def images(tokens: Sequence[Token], base: str) -> Value | None:
    layers = [_image(token, base) or word(token) for token in tokens if token != COMMA]
    if not all(layer == NONE or "(" in layer for layer in layers):
        return None
    return _combined(layers)


def image_at(address: str, base: str) -> str:
    try:
        return f"url({_short(urljoin(base, address.strip()))})"
    except ValueError:
        return f"url({_short(address)})"


def _combined(layers: Sequence[str]) -> str:
    return NONE if set(layers) == {NONE} else _short(", ".join(layers))


def _is_placement(token: Token) -> bool:
    is_formula = token.type == "function" and token.lower_name in _FORMULAS
    return is_formula or word(token) in _PLACEMENT or token.type in _MEASURES or token == SLASH


def _image(token: Token, base: str) -> str:
    """The normalised spelling of an image; "" if the token is not an image."""
    if token.type != "string" and (address := address_in(token)):
        return image_at(address, base)
    is_made = token.type == "function" and token.lower_name.endswith(_IMAGES)
    return _short(" ".join(serialize([token]).lower().split())) if is_made else ""


def _short(text: str) -> str:
    if len(text) <= _LONGEST_ADDRESS:
        return text
    return f"{text[:40]}#{blake2b(text.encode(errors='replace'), digest_size=8).hexdigest()}"
