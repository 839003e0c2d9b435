"""Resolutions: 2340×1080像素."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.values.found import ValueMatch
from index.values.typed import Resolution

if TYPE_CHECKING:
    from core.topic import Attribute

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
