"""Tags and attributes by which the old web said how a text looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tinycss2 import parse_component_value_list

from pages.styles import values
from pages.styles.colours import attribute_colour
from pages.styles.shorthands import image_at
from pages.styles.sizes import SIZES, WORD, Length

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from pages.styles.values import Value

# The published method's tags that set a font, and the one that heads rows and columns.
FONT_TAGS = frozenset(
    "h1 h2 h3 h4 h5 h6 b i u tt sup sub s strike em strong code samp kbd var dfn cite small big "
    "font th".split()
)
_BACKGROUND_TAGS = frozenset("body table thead tbody tfoot tr td th col colgroup marquee".split())
_SIZE = re.compile(r"\s*([+-]?)(\d{1,3})")
_STEPS = tuple(SIZES.values())[1:]
_MIDDLE = 3
_LONGEST_FACE = 500


def hints(element: Element, base: str) -> Iterator[tuple[str, Value]]:
    """What the attributes of an element say; any rule of the page overrules it."""
    tag, told = element.tag, element.attrib
    if tag == "font":
        yield from _font(element)
    elif paint := _text_colour(element):
        yield values.COLOUR, paint
    if tag in _BACKGROUND_TAGS or "bg" in told:
        if paint := attribute_colour(told.get("bgcolor", "") or told.get("bg", "")):
            yield values.BACKGROUND_COLOUR, paint
        if picture := told.get("background", "").strip():
            yield values.BACKGROUND_IMAGE, image_at(picture, base)


def _font(element: Element) -> Iterator[tuple[str, Value]]:
    if paint := attribute_colour(element.get("color", "")):
        yield values.COLOUR, paint
    if size := _size(element.get("size", "")):
        yield values.SIZE, size
    face = parse_component_value_list(element.get("face", "")[:_LONGEST_FACE])
    names = [token for token in face if token.type != "whitespace"]
    if names and (family := values.family(names)):
        yield values.FAMILY, family


def _size(text: str) -> Length | None:
    """1 to 7, or steps up and down from the middle."""
    found = _SIZE.match(text)
    if found is None:
        return None
    number = int(found[2])
    step = {"+": _MIDDLE + number, "-": _MIDDLE - number}.get(found[1], number)
    return Length(_STEPS[min(max(step, 1), 7) - 1], WORD)


def _text_colour(element: Element) -> str | None:
    if element.tag == "body":
        return attribute_colour(element.get("text", ""))
    if element.tag != "a" or element.get("href") is None:
        return None
    body = element.getroottree().getroot().find("body")
    return None if body is None else attribute_colour(body.get("link", ""))


def table_colour(table: Element) -> str:
    """Tables of old pages have the colour of the page's text, whatever stands around them."""
    body = table.getroottree().getroot().find("body")
    told = None if body is None else attribute_colour(body.get("text", ""))
    return told or "#000000"
