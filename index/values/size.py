"""Sizes of three sides (156.9×78.9×7.9mm) and resolutions of two (2340×1080像素)."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from index.values.number import NUMBER, number_of, rounded
from index.values.types import Resolution, Size, ValueMatch
from index.values.units import Scale, scale_of

if TYPE_CHECKING:
    from core.topic import Attribute


_TIMES = r"[\s×x*]{0,6}[×x*][\s×x*]{0,6}"
_LABEL = r"(?:[hwdlt]|长|宽|高|厚)?[:\s]{0,2}"
_LABELS = {
    "length": r"长度?|length",
    "width": r"宽度?|width",
    "height": r"高度?|height",
    "depth": r"厚度?|深度?|depth|thickness",
}
_LARGEST_METRES = 20  # of any product; more means that an m is missing from mm


def read_sizes(text: str, attribute: Attribute) -> ValueMatch:
    scale = scale_of(attribute.unit)
    values, spans = [], []
    for found in _three_sides(attribute.unit).finditer(text):
        values.append(_size(found, scale))
        spans.append(found.span())
    if not values:
        return _labelled(text, scale)
    return ValueMatch(tuple(values), tuple(spans))


@cache
def _three_sides(unit: str) -> re.Pattern[str]:
    first, second, third, thickest = (_side(at, unit) for at in range(4))
    thickness = rf"{third}(?:\s{{0,3}}[-~]\s{{0,3}}{thickest})?"
    return re.compile(_TIMES.join((first, second, thickness)), re.IGNORECASE)


def _side(at: int, unit: str) -> str:
    units = scale_of(unit).pattern
    return rf"{_LABEL}(?P<side{at}>{NUMBER})(?:\s{{0,3}}(?P<unit{at}>{units}))?"


def _size(found: re.Match[str], scale: Scale) -> Size:
    """A unit written once applies to all sides; of a range of thickness the larger end counts."""
    sides = [number_of(found[f"side{at}"]) for at in range(3)]
    units = [found["unit0"], found["unit1"], found["unit3"] or found["unit2"]]
    if max(sides) > _LARGEST_METRES:
        units = ["mm" if unit in {"m", "M"} else unit for unit in units]
    if found["side3"]:
        sides[2] = max(sides[2], number_of(found["side3"]))
    common = next((unit for unit in reversed(units) if unit), scale.unit)
    length, width, height = (
        rounded(side * scale.factor(unit or common))
        for side, unit in zip(sides, units, strict=True)
    )
    return Size(length, width, height, scale.unit)


@cache
def _labelled_side(unit: str) -> re.Pattern[str]:
    labels = "|".join(f"(?P<{name}>{words})" for name, words in _LABELS.items())
    return re.compile(
        rf"(?:{labels})[:\s]{{0,3}}(?P<side>{NUMBER})\s{{0,3}}(?P<unit>{scale_of(unit).pattern})?",
        re.IGNORECASE,
    )


def _labelled(text: str, scale: Scale) -> ValueMatch:
    """Labelled sides; without a length the height is taken, as of a standing phone."""
    sides: dict[str, float] = {}
    spans = []
    for found in _labelled_side(scale.unit).finditer(text):
        factor = scale.factor(found["unit"]) if found["unit"] else 1.0
        label = next(name for name in _LABELS if found[name])
        sides[label] = rounded(number_of(found["side"]) * factor)
        spans.append(found.span())
    length = sides.get("length") or sides.get("height")
    width = sides.get("width")
    height = sides.get("depth") or sides.get("height")
    if not (length and width and height) or len(sides) < 3:
        return ValueMatch()
    return ValueMatch((Size(length, width, height, scale.unit),), tuple(spans))


# Resolutions: 2340×1080像素.


_SIDES = re.compile(
    r"(?<![\d.×x*])(\d{2,5}|\d{1,2},\d{3})(?:像素|px)?\s{0,3}[×x*]\s{0,3}(\d{2,5}|\d{1,2},\d{3})(?![\d.]|\s?[×x*]\s?\d)"
    r"(?:\s{0,3}(?:像素|pixels|px|dots))?",
    re.IGNORECASE,
)


def read_resolutions(text: str, _attribute: Attribute) -> ValueMatch:
    """The longer side first: 1080×1920 and 1920×1080 are the same screen."""
    values, spans = [], []
    for found in _SIDES.finditer(text):
        height, width = sorted(int(found[side].replace(",", "")) for side in (1, 2))
        values.append(Resolution(width, height))
        spans.append(found.span())
    return ValueMatch(tuple(values), tuple(spans))
