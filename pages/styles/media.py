"""Does a style for certain media concern us? We look as a browser on a desk does."""

from __future__ import annotations

import re
from functools import lru_cache

WIDTH, HEIGHT = 1280, 800  # of the window, in pixels
_TYPES = ("", "all", "screen")
_MEDIUM = re.compile(r"\s*(?:(only|not)\s+)?([a-z-]*)")
_FEATURE = re.compile(r"\(([^()]*)\)")
_LENGTH = re.compile(r"([\d.]{1,12})(px|em|rem|)")
_RANGE = re.compile(r"\s*(<=?|>=?|=)\s*")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
_SIZES = {"width": WIDTH, "device-width": WIDTH, "height": HEIGHT, "device-height": HEIGHT}
_SO_IT_IS = frozenset(
    {
        *("color", "width", "height", "hover", "hover:hover", "any-hover:hover", "pointer:fine"),
        *("any-pointer:fine", "orientation:landscape", "prefers-color-scheme:light"),
        *("prefers-reduced-motion:no-preference", "update:fast", "scripting:enabled"),
    }
)
_LONGEST = 1_000


@lru_cache(maxsize=1024)
def concerns_us(queries: str) -> bool:
    """Media queries with commas between them; none at all concern everybody."""
    queries = queries[:_LONGEST].lower()
    return not queries.strip() or any(_holds(query) for query in queries.split(","))


def _holds(query: str) -> bool:
    word, medium = _MEDIUM.match(query).groups()  # type: ignore[union-attr] # it matches anything
    features = _FEATURE.findall(query)
    if medium == "not" and features:
        word, medium = "not", ""
    fits = any if " or " in query else all
    so = medium in _TYPES and (not features or fits(map(_is_so, features)))
    return so != (word == "not")


def _is_so(feature: str) -> bool:
    feature = feature.strip()
    if _RANGE.search(feature):
        return _in_range(_RANGE.split(feature))
    name, _, value = (part.strip() for part in feature.partition(":"))
    bound, _, size = name.partition("-")
    if bound in ("min", "max") and size in _SIZES:
        pixels = _pixels(value)
        if pixels is None:
            return False
        return _SIZES[size] >= pixels if bound == "min" else _SIZES[size] <= pixels
    return (f"{name}:{value}" if value else name) in _SO_IT_IS


def _in_range(parts: list[str]) -> bool:
    """Such as `width >= 600px`, or `400px < width < 900px`."""
    sides = [_SIZES.get(part, _pixels(part)) for part in parts[::2]]
    pairs = zip(sides, parts[1::2], sides[1:], strict=False)
    return all(_compare(left, sign, right) for left, sign, right in pairs)


def _compare(left: float | None, sign: str, right: float | None) -> bool:
    if left is None or right is None:
        return False
    if sign.startswith(">"):
        left, right, sign = right, left, _TURNED[sign]
    return left == right if sign == "=" else left < right or (sign == "<=" and left == right)


def _pixels(text: str) -> float | None:
    found = _LENGTH.fullmatch(text.strip())
    try:
        return float(found[1]) * (16 if "em" in found[2] else 1) if found else None
    except ValueError:
        return None
