"""Sizes of three sides (156.9×78.9×7.9mm) and resolutions of two (2340×1080像素)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from core.locales import any_of, merged
from index.values.number import NUMBER, decimal_sign, number_of, rounded
from index.values.types import Resolution, Size, ValueMatch
from index.values.units import Scale, attribute_scale

if TYPE_CHECKING:
    from core.topic import Attribute


def _words(field: str) -> tuple[str, ...]:
    return merged(lambda locale: getattr(locale.values.sizes, field))


_TIMES = r"[\s×x*]{0,6}[×x*][\s×x*]{0,6}"
_SIDES = ("length", "width", "height", "depth")
_LABELS = {side: any_of(_words(side)) for side in _SIDES}
_LABEL = rf"(?:{'|'.join(_LABELS.values())}|[hwdltb])?[:\s]{{0,2}}"
_LARGEST_METRES = 20  # of any product; more means that an m is missing from mm


def read_sizes(text: str, attribute: Attribute) -> ValueMatch:
    scale, decimal = attribute_scale(attribute), decimal_sign(text, attribute.language)
    values, spans = [], []
    for found in _three_sides(scale.pattern).finditer(text):
        values.append(_size(found, scale, decimal))
        spans.append(found.span())
    if not values:
        return _labelled(text, scale, decimal)
    return ValueMatch(tuple(values), tuple(spans))


@lru_cache(maxsize=1000)
def _three_sides(units: str) -> re.Pattern[str]:
    first, second, third, thickest = (_side(at, units) for at in range(4))
    thickness = rf"{third}(?:\s{{0,3}}[-~]\s{{0,3}}{thickest})?"
    return re.compile(_TIMES.join((first, second, thickness)), re.IGNORECASE)


def _side(at: int, units: str) -> str:
    return rf"{_LABEL}(?P<side{at}>{NUMBER})(?:\s{{0,3}}(?P<unit{at}>{units}))?"


def _size(found: re.Match[str], scale: Scale, decimal: str) -> Size:
    """A unit written once applies to all sides; of a range of thickness the larger end counts."""
    sides = [number_of(found[f"side{at}"], decimal) for at in range(3)]
    units = [found["unit0"], found["unit1"], found["unit3"] or found["unit2"]]
    if max(sides) > _LARGEST_METRES:
        units = ["mm" if unit in {"m", "M"} else unit for unit in units]
    if found["side3"]:
        sides[2] = max(sides[2], number_of(found["side3"], decimal))
    common = next((unit for unit in reversed(units) if unit), scale.unit)
    length, width, height = (
        rounded(side * scale.factor(unit or common))
        for side, unit in zip(sides, units, strict=True)
    )
    return Size(length, width, height, scale.unit)


@lru_cache(maxsize=1000)
def _labelled_side(units: str) -> re.Pattern[str]:
    labels = "|".join(f"(?P<{name}>{words})" for name, words in _LABELS.items())
    return re.compile(
        rf"(?:{labels})[:\s]{{0,3}}(?P<side>{NUMBER})\s{{0,3}}(?P<unit>{units})?",
        re.IGNORECASE,
    )


def _labelled(text: str, scale: Scale, decimal: str) -> ValueMatch:
    """Labelled sides; without a length the height is taken, as of a standing phone."""
    sides: dict[str, float] = {}
    spans = []
    for found in _labelled_side(scale.pattern).finditer(text):
        factor = scale.factor(found["unit"]) if found["unit"] else 1.0
        label = next(name for name in _LABELS if found[name])
        sides[label] = rounded(number_of(found["side"], decimal) * factor)
        spans.append(found.span())
    length = sides.get("length") or sides.get("height")
    width = sides.get("width")
    height = sides.get("depth") or sides.get("height")
    if not (length and width and height) or len(sides) < 3:
        return ValueMatch()
    return ValueMatch((Size(length, width, height, scale.unit),), tuple(spans))


# Resolutions: 2340×1080像素.


_PIXELS = any_of(_words("pixels"))
_PIXELS_OF_SIDE = r"\d{2,5}|\d{1,2}[.,]\d{3}"
_RESOLUTION = re.compile(
    rf"(?<![\d.×x*])({_PIXELS_OF_SIDE})\s{{0,3}}(?:{_PIXELS})?\s{{0,3}}[×x*]\s{{0,3}}"
    rf"({_PIXELS_OF_SIDE})(?![\d.]|\s?[×x*]\s?\d)(?:\s{{0,3}}(?:{_PIXELS}))?",
    re.IGNORECASE,
)


def read_resolutions(text: str, _attribute: Attribute) -> ValueMatch:
    """The longer side first: 1080×1920 and 1920×1080 are the same screen."""
    values, spans = [], []
    for found in _RESOLUTION.finditer(text):
        height, width = sorted(int(re.sub("[.,]", "", found[side])) for side in (1, 2))
        values.append(Resolution(width, height))
        spans.append(found.span())
    return ValueMatch(tuple(values), tuple(spans))
