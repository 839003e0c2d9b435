"""What stands in the braces of a rule, or in a style attribute."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tinycss2 import parse_blocks_contents, parse_component_value_list, serialize

from pages.styles import shorthands, values
from pages.styles.values import Default, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pages.styles.sizes import Token

LONGEST_BODY = 20_000  # characters of one rule
MOST_DECLARATIONS = 1_000
LONGEST_VALUE = 2_000

# Numbers of thousands of digits, parentheses in thousands of parentheses.
_BEYOND_MEASURE = (ValueError, RecursionError)
_ALL = (*values.FONT, *values.BACKGROUND)
_LONGHANDS: dict[str, Callable[[Sequence[Token]], Value | None]] = {
    values.FAMILY: values.family,
    values.SIZE: values.size,
    values.WEIGHT: values.weight,
    values.STYLE: values.style,
    values.COLOUR: values.text_colour,
    values.DECORATION: values.decoration,
    values.BACKGROUND_COLOUR: values.text_colour,
}
_SETS = {
    "all": _ALL,
    "font": (values.FAMILY, values.SIZE, values.WEIGHT, values.STYLE),
    "background": tuple(values.BACKGROUND),
    "text-decoration": (values.DECORATION,),
    values.BACKGROUND_IMAGE: (values.BACKGROUND_IMAGE,),
    **{name: (name,) for name in _LONGHANDS},
}
_DEFAULTS = {
    **{default.value: default for default in Default},
    "revert-layer": Default.REVERT,
}


class Unresolved(NamedTuple):
    """A value with var() in it, and the property as written."""

    name: str
    text: str
    base: str


class Declared(NamedTuple):
    """A property that matters here, or a custom one (`--name`) with its text."""

    name: str
    value: Value | Unresolved
    important: bool


@lru_cache(maxsize=4096)
def declarations(body: str, base: str) -> tuple[Declared, ...]:
    """In the order written; what no browser would understand is left out, and so is all else."""
    try:
        found = parse_blocks_contents(body[:LONGEST_BODY], skip_comments=True, skip_whitespace=True)
        return tuple(
            declared
            for one in found[:MOST_DECLARATIONS]
            if one.type == "declaration"
            for declared in _declared(one, base)
        )
    except _BEYOND_MEASURE:
        return ()


def _declared(written: Token, base: str) -> list[Declared]:
    name, important = written.lower_name, written.important
    if written.name.startswith("--"):
        text = serialize(written.value).strip()
        return [Declared(written.name, text, important)] if len(text) <= LONGEST_VALUE else []
    if name not in _SETS:
        return []
    if _has_variable(written.value):
        text = serialize(written.value)[:LONGEST_VALUE]
        return [Declared(one, Unresolved(name, text, base), important) for one in _SETS[name]]
    return [
        Declared(one, value, important)
        for one, value in _longhands(name, written.value, base).items()
    ]


def _has_variable(tokens: Sequence[Token]) -> bool:
    return any(
        token.type == "function" and (token.lower_name == "var" or "var(" in serialize([token]))
        for token in tokens
    )


@lru_cache(maxsize=4096)
def resolved(name: str, text: str, base: str) -> dict[str, Value]:
    """The longhands of a property once its variables are put in."""
    try:
        return _longhands(name, parse_component_value_list(text, skip_comments=True), base)
    except _BEYOND_MEASURE:
        return {}


def _longhands(name: str, tokens: Sequence[Token], base: str) -> dict[str, Value]:
    tokens = [token for token in tokens if token.type not in ("whitespace", "comment")]
    if not tokens:
        return {}
    if len(tokens) == 1 and (default := _DEFAULTS.get(values.word(tokens[0]))):
        return dict.fromkeys(_SETS[name], default)
    if name == "font":
        return shorthands.font(tokens) or {}
    if name == "background":
        return shorthands.background(tokens, base) or {}
    if name == "text-decoration":
        name = values.DECORATION
    if name == values.BACKGROUND_IMAGE:
        value = shorthands.images(tokens, base)
    else:
        value = _LONGHANDS[name](tokens) if name in _LONGHANDS else None
    return {} if value is None else {name: value}
