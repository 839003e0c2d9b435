"""Sizes of fonts as sheets specify them: lengths, words, and sums of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from pages.styles.media import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Token = Any  # of tinycss2, which has no types
COMMA = ","

# "word" is that of a size by name: fonts whose letters have one width are smaller there.
PX, EM, REM, WORD = "px", "em", "rem", "word"
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
_RELATIVE = {"em": (EM, 1.0), "rem": (REM, 1.0), "ex": (EM, 0.5), "ch": (EM, 0.5)}
_LARGEST = 1e6
_DEEPEST = 8  # parentheses in parentheses


class Length(NamedTuple):
    """A part of the size around (em), of the whole page's (rem), or pixels."""

    number: float
    unit: str


class Formula(NamedTuple):
    """`of` is sum, product, min or max; a number without a unit is a factor."""

    of: str
    parts: tuple[Length | Formula, ...]


Size = Length | Formula

_NAMED = {
    **{name: Length(size, WORD) for name, size in SIZES.items()},
    "larger": Length(1.2, EM),
    "smaller": Length(1 / 1.2, EM),
}


def size_of(token: Token) -> Size | None:
    """What one token says; None where it is no size."""
    if token.type == "ident":
        return _NAMED.get(token.lower_value)
    if token.type == "number" and token.value != 0:
        return None
    if token.type == "function":
        return _formula(token, _DEEPEST)
    found = _length(token)
    return found if found and 0 <= found.number < _LARGEST else None


def pixels(size: Size, around: float, root: float) -> float:
    value = _value(size, around, root)
    return min(max(value, 0.0), _LARGEST) if math.isfinite(value) else around


def _value(size: Size, around: float, root: float) -> float:
    if isinstance(size, Length):
        return size.number * {EM: around, REM: root}.get(size.unit, 1.0)
    return _COMBINED[size.of]([_value(part, around, root) for part in size.parts])


_COMBINED: dict[str, Callable[[list[float]], float]] = {
    "sum": sum,
    "product": math.prod,
    "min": min,
    "max": max,
}


def _length(token: Token) -> Length | None:
    if token.type == "percentage":
        return Length(token.value / 100, EM)
    if token.type == "number":
        return Length(token.value, "" if token.value else PX)
    if token.type != "dimension" or not math.isfinite(token.value):
        return None
    unit = token.lower_unit
    of, factor = (PX, _PIXELS[unit]) if unit in _PIXELS else _RELATIVE.get(unit, ("", 0.0))
    return Length(token.value * factor, of) if of else None


def _formula(token: Token, deepest: int) -> Size | None:
    """calc(), min(), max() and clamp(), in each other and in parentheses."""
    if token.type == "() block":
        return _sum(token.content, deepest - 1)
    if token.type != "function":
        return _length(token)
    parts = [_sum(part, deepest - 1) for part in _arguments(token)]
    known = tuple(part for part in parts if part is not None)
    name = token.lower_name
    if len(known) < len(parts) or name not in _PARTS or len(known) not in _PARTS[name]:
        return None
    if name == "clamp":
        least, wanted, most = known
        return Formula("max", (least, Formula("min", (wanted, most))))
    return Formula("sum" if name == "calc" else name, known)


_PARTS = {"calc": (1,), "clamp": (3,), "min": range(1, 9), "max": range(1, 9)}


def _arguments(function: Token) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in function.arguments:
        if token == COMMA:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _sum(tokens: Sequence[Token], deepest: int) -> Size | None:
    """Terms with plus and minus between them, each of factors."""
    terms: list[tuple[Size, ...]] = []
    operator = "+"
    for token in tokens:
        if token.type in ("whitespace", "comment"):
            continue
        if token.type == "literal":
            operator = token.value
            continue
        part = _formula(token, deepest) if deepest >= 0 else None
        part = _inverse(part) if operator == "/" else part
        if part is None or operator not in ("+", "-", "*", "/"):
            return None
        if operator in ("+", "-"):
            terms.append((part, Length(-1.0 if operator == "-" else 1.0, "")))
        else:
            terms[-1] = (*terms[-1], part)
    return Formula("sum", tuple(Formula("product", term) for term in terms)) if terms else None


def _inverse(part: Size | None) -> Size | None:
    return Length(1 / part.number, "") if isinstance(part, Length) and part.number else None
