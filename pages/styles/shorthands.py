"""`font` and `background` as sheets write them in one, taken apart."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from tinycss2 import serialize

from pages.styles import values
from pages.styles.colours import TRANSPARENT, colour
from pages.styles.sizes import COMMA, Token, size_of
from pages.styles.values import SLASH, Value, word

if TYPE_CHECKING:
    from collections.abc import Sequence

Longhands = dict[str, Value]

_BEFORE_SIZE = frozenset(
    "normal small-caps ultra-condensed extra-condensed condensed semi-condensed semi-expanded "
    "expanded extra-expanded ultra-expanded".split()
)
_PLACING = frozenset(
    "repeat repeat-x repeat-y no-repeat space round scroll fixed local left right top bottom "
    "center border-box padding-box content-box text cover contain auto none".split()
)
_MEASURES = ("dimension", "percentage", "number")
_PICTURES = ("gradient", "image", "image-set", "cross-fade", "element")
_LONGEST_ADDRESS = 200


def font(tokens: Sequence[Token]) -> Longhands | None:
    """[style, variant, weight, stretch] size[/line-height] family; other fonts are the system's."""
    found: Longhands = {values.STYLE: "normal", values.WEIGHT: 400}
    at = 0
    while at < len(tokens) and _before_size(tokens[at], found):
        at += 1
    if at == len(tokens) or (size := size_of(tokens[at])) is None:
        return None
    at += 3 if tokens[at + 1 : at + 2] == [SLASH] else 1
    family = values.family(tokens[at:]) if tokens[at:] else None
    if family is None:
        return None
    return {**found, values.SIZE: size, values.FAMILY: family}


def _before_size(token: Token, found: Longhands) -> bool:
    if word(token) in ("italic", "oblique"):
        found[values.STYLE] = word(token)
        return True
    if word(token) in _BEFORE_SIZE:
        return True
    if (weight := values.weight_of(token)) is not None:
        found[values.WEIGHT] = weight
        return True
    return False


def background(tokens: Sequence[Token], base: str) -> Longhands | None:
    """The pictures of all layers and the only colour."""
    pictures, paint = [values.NONE], TRANSPARENT
    for token in tokens:
        if token == COMMA:
            pictures.append(values.NONE)
        elif picture := _picture(token, base):
            pictures[-1] = picture
        elif found := colour(token):
            paint = found
        elif not _is_placing(token):
            return None
    return {values.BACKGROUND_COLOUR: paint, values.BACKGROUND_IMAGE: _together(pictures)}


def images(tokens: Sequence[Token], base: str) -> Value | None:
    pictures = [_picture(token, base) or word(token) for token in tokens if token != COMMA]
    if not all(picture == values.NONE or "(" in picture for picture in pictures):
        return None
    return _together(pictures)


def _together(pictures: Sequence[str]) -> str:
    return values.NONE if set(pictures) == {values.NONE} else _short(", ".join(pictures))


def _is_placing(token: Token) -> bool:
    if token.type == "function":
        return token.lower_name in ("calc", "min", "max", "clamp")
    return word(token) in _PLACING or token.type in _MEASURES or token == SLASH


def _picture(token: Token, base: str) -> str:
    """One spelling for a picture; "" where the token is none."""
    if token.type == "url":
        return image_at(token.value, base)
    if token.type != "function":
        return ""
    if token.lower_name == "url":
        strings = [part.value for part in token.arguments if part.type == "string"]
        return image_at(strings[0], base) if strings else ""
    if not token.lower_name.removeprefix("-webkit-").endswith(_PICTURES):
        return ""
    return _short(" ".join(serialize([token]).lower().split()))


def image_at(address: str, base: str) -> str:
    try:
        return f"url({_short(urljoin(base, address.strip()))})"
    except ValueError:
        return f"url({_short(address)})"


def _short(text: str) -> str:
    if len(text) <= _LONGEST_ADDRESS:
        return text
    return f"{text[:40]}#{blake2b(text.encode(errors='replace'), digest_size=8).hexdigest()}"
