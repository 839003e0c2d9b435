"""Colours, each with one spelling: #rrggbb, or #rrggbbaa where something shines through."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tinycss2 import parse_one_component_value
from tinycss2.color4 import parse_color

if TYPE_CHECKING:
    from collections.abc import Iterable

TRANSPARENT = "#00000000"
CURRENT = "currentcolor"
_RGB = ("srgb", "hsl", "hwb")
_SYSTEM = {
    "canvastext": "#000000",
    "windowtext": "#000000",
    "buttontext": "#000000",
    "fieldtext": "#000000",
    "canvas": "#ffffff",
    "window": "#ffffff",
    "field": "#ffffff",
    "buttonface": "#efefef",
    "linktext": "#0000ee",
    "graytext": "#808080",
}
_WORD = re.compile("[a-z]{3,24}")
_HEX = re.compile("[0-9a-f]")


def colour(token: Any) -> str | None:  # noqa: ANN401 - tinycss2 has no types
    """The colour that a token of a style tells, `currentcolor` among them; None for no colour."""
    if token.type == "ident" and token.lower_value in _SYSTEM:
        return _SYSTEM[token.lower_value]
    if token.type not in ("ident", "hash", "function"):
        return None
    try:
        found = parse_color(token)
    except (ValueError, TypeError, OverflowError, AttributeError, IndexError):
        return None
    if found is None or isinstance(found, str):
        return found
    if found.space in _RGB:
        red, green, blue = found.to("srgb").coordinates
        return spelled(red or 0, green or 0, blue or 0, found.alpha)
    numbers = " ".join(f"{number or 0:.3f}" for number in found.coordinates)
    return f"{found.space}({numbers} / {found.alpha:.3f})"


def spelled(red: float, green: float, blue: float, alpha: float = 1.0) -> str:
    if alpha <= 0:
        return TRANSPARENT
    channels = [red, green, blue] if alpha >= 1 else [red, green, blue, alpha]
    return "#" + "".join(f"{_byte(channel):02x}" for channel in channels)


def _byte(channel: float) -> int:
    return int(min(max(channel, 0.0), 1.0) * 255 + 0.5) if channel == channel else 0  # noqa: PLR0124 - not a number


@lru_cache(maxsize=1024)
def attribute_colour(text: str) -> str | None:
    """The colour that `bgcolor` and the like tell: browsers make one of nearly anything."""
    text = text.strip().lower()
    if not text or text == "transparent":
        return None
    if _WORD.fullmatch(text) and (named := colour(parse_one_component_value(text))):
        return named
    if len(text) == 4 and text[0] == "#" and all(map(_HEX.match, text[1:])):
        return "#" + "".join(digit * 2 for digit in text[1:])
    return "#" + "".join(_thirds(text))


def _thirds(text: str) -> Iterable[str]:
    """As the HTML standard has it: what is no digit counts as 0, and a colour has three parts."""
    digits = "".join(c if c.isascii() and _HEX.match(c) else "0" for c in text[:128].lstrip("#"))
    length = max(1, -(-len(digits) // 3))
    digits = digits.ljust(3 * length, "0")
    parts = [digits[start : start + length][-8:] for start in range(0, 3 * length, length)]
    while len(parts[0]) > 2 and all(part[0] == "0" for part in parts):
        parts = [part[1:] for part in parts]
    return [part[:2].rjust(2, "0") for part in parts]
