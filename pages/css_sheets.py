"""The rules of style sheets that concern fonts and backgrounds, parsed by tinycss2.

A sheet is parsed once for all pages that use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from tinycss2 import (
    parse_blocks_contents,
    parse_component_value_list,
    parse_one_component_value,
    parse_rule_list,
    parse_stylesheet,
    serialize,
)
from tinycss2.bytes import decode_stylesheet_bytes

from pages import css_values
from pages.css_values import HEIGHT, WIDTH, Default, Token, Value, parts, without_spaces, word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.etree import _Element as Element

    from pages.dom import Tree

# From the address of a linked sheet to its text, None if it is not stored.
Sheets = Callable[[str], str | None]

LONGEST_SHEET = 1_000_000  # characters; a hostile sheet of this size takes some seconds
MOST_CHARACTERS = 2 * LONGEST_SHEET  # of all sheets of a page
MOST_SHEETS = 40  # of a page, including imported ones
MOST_SELECTORS = 20_000  # of a sheet
LONGEST_SELECTOR = 500
LONGEST_VALUE = 2_000
MOST_DECLARATIONS = 1_000  # of a rule
MOST_IMPORTS = 20
_LONGEST_RULE = 20_000  # tokens, or characters of a style attribute
_LONGEST_QUERY = 1_000
_DEEPEST_IMPORT = 4
_DEEPEST_GROUP = 20  # @media inside @media
_KEPT = 32
# Raised for numbers with thousands of digits and for thousands of nested parentheses.
_TOO_COMPLEX = (ValueError, RecursionError)


def no_sheets(_address: str) -> str | None:
    """No linked sheet is stored."""
    return None


_CHARSET = re.compile(r"""charset\s*=\s*["']?([\w.:-]{1,40})""", re.IGNORECASE)


def sheet_text(body: bytes, content_type: str = "") -> str:
    """Decoded by its byte order mark, its header or its @charset, else as UTF-8.

    >>> sheet_text('p { font-family: "宋体" }'.encode("gbk"), "text/css; charset=GBK")
    'p { font-family: "宋体" }'
    """
    named = _CHARSET.search(content_type)
    text: str = decode_stylesheet_bytes(body, named[1] if named else None)[0]
    return text


# Media queries, answered as a desktop browser would.

_TYPES = ("", "all", "screen")
_MEDIUM = re.compile(r"\s*(?:(only|not)\s+)?([a-z-]*)")
_FEATURE = re.compile(r"\(([^()]*)\)")
_RANGE = re.compile(r"\s*(<=?|>=?|=)\s*")
_SIZES = {"width": WIDTH, "device-width": WIDTH, "height": HEIGHT, "device-height": HEIGHT}
_TRUE_FEATURES = frozenset(
    {
        *("color", "width", "height", "hover", "hover:hover", "any-hover:hover", "pointer:fine"),
        *("any-pointer:fine", "orientation:landscape", "prefers-color-scheme:light"),
        *("prefers-reduced-motion:no-preference", "update:fast", "scripting:enabled"),
    }
)


@lru_cache(maxsize=1024)
def media_match(queries: str) -> bool:
    """Whether one of these media queries (separated by commas) matches; an empty list does."""
    queries = queries[:_LONGEST_QUERY].lower()
    return not queries.strip() or any(_query_matches(query) for query in queries.split(","))


def _query_matches(query: str) -> bool:
    negation, medium = _MEDIUM.match(query).groups()  # type: ignore[union-attr] # it matches anything
    features = _FEATURE.findall(query)
    if medium == "not" and features:
        negation, medium = "not", ""
    fits = any if " or " in query else all
    matches = medium in _TYPES and (not features or fits(map(_feature_matches, features)))
    return matches != (negation == "not")


def _feature_matches(feature: str) -> bool:
    """Such as `min-width: 600px`, `width >= 600px`, `400px < width < 900px`."""
    feature = feature.strip()
    if _RANGE.search(feature):
        found = _RANGE.split(feature)
        sides = [_SIZES.get(side, _pixels(side)) for side in found[::2]]
        pairs = zip(sides, found[1::2], sides[1:], strict=False)
        return all(_compare(left, sign, right) for left, sign, right in pairs)
    name, _, value = (part.strip() for part in feature.partition(":"))
    bound, _, size = name.partition("-")
    if bound in ("min", "max") and size in _SIZES:
        return _compare(_SIZES[size], ">=" if bound == "min" else "<=", _pixels(value))
    return (f"{name}:{value}" if value else name) in _TRUE_FEATURES


def _compare(left: float | None, sign: str, right: float | None) -> bool:
    if left is None or right is None:
        return False
    if left == right:
        return "=" in sign
    return sign != "=" and (left > right) == (">" in sign)


def _pixels(text: str) -> float | None:
    size = css_values.size_of(parse_one_component_value(text))
    return None if size is None else css_values.pixels(size, css_values.MEDIUM, css_values.MEDIUM)


# Declarations: the content of a rule's braces, or of a style attribute.

_OF_ONE_TOKEN: dict[str, Callable[[Token], Value | None]] = {
    css_values.SIZE: css_values.size_of,
    css_values.WEIGHT: css_values.weight,
    css_values.STYLE: css_values.style,
    css_values.COLOUR: css_values.colour,
    css_values.BACKGROUND_COLOUR: css_values.colour,
}
_OF_TOKENS: dict[str, Callable[[Sequence[Token]], Value | None]] = {
    css_values.FAMILY: css_values.family,
    css_values.DECORATION: css_values.decoration,
    "text-decoration": css_values.decoration,
}
# From a property as written to the longhands that it sets.
_LONGHANDS = (*css_values.FONT, css_values.COLOUR, css_values.DECORATION, *css_values.BACKGROUND)
_SETS = {
    **{name: (name,) for name in _LONGHANDS},
    "all": _LONGHANDS,
    "font": css_values.FONT,
    "background": css_values.BACKGROUND,
    "text-decoration": (css_values.DECORATION,),
}
_DEFAULTS = {**{default.value: default for default in Default}, "revert-layer": Default.REVERT}


class Unresolved(NamedTuple):
    """A value with var() in it, and the property as written."""

    name: str
    text: str
    base: str


# Values of the properties that matter here, and texts of custom ones (`--name`).
Declared = dict[str, Value | Unresolved]


class Declarations(NamedTuple):
    normal: Declared
    important: Declared


def declarations(body: str | Sequence[Token], base: str) -> Declarations:
    """The last declaration of each property; invalid and irrelevant ones are left out."""
    declared = Declarations({}, {})
    try:
        found = parse_blocks_contents(body[:_LONGEST_RULE], skip_comments=True)
        for one in [one for one in found if one.type == "declaration"][:MOST_DECLARATIONS]:
            target = declared.important if one.important else declared.normal
            target.update(_declared(one, base))
    except _TOO_COMPLEX:
        return Declarations({}, {})
    return declared


def _declared(written: Token, base: str) -> Mapping[str, Value | Unresolved]:
    name = written.lower_name
    if written.name.startswith("--"):
        text = serialize(written.value).strip()
        return {written.name: text} if len(text) <= LONGEST_VALUE else {}
    if name not in _SETS:
        return {}
    if any(token.type == "function" for token in written.value):
        text = serialize(written.value)
        if "var(" in text.lower():
            return dict.fromkeys(_SETS[name], Unresolved(name, text[:LONGEST_VALUE], base))
    return _longhands(name, written.value, base)


def _longhands(name: str, written: Sequence[Token], base: str) -> dict[str, Value]:
    tokens = without_spaces(written)
    if not tokens:
        return {}
    if len(tokens) == 1 and (default := _DEFAULTS.get(word(tokens[0]))):
        return dict.fromkeys(_SETS[name], default)
    if name == "font":
        return css_values.font(tokens)
    if name == "background":
        return css_values.background(tokens, base)
    value: Value | None = None
    if name == css_values.BACKGROUND_IMAGE:
        value = css_values.images(tokens, base)
    elif name in _OF_TOKENS:
        value = _OF_TOKENS[name](tokens)
    elif name in _OF_ONE_TOKEN and len(tokens) == 1:
        value = _OF_ONE_TOKEN[name](tokens[0])
    return {} if value is None else {_SETS[name][0]: value}


_MOST_VARIABLES = 50
_INNERMOST_VARIABLE = re.compile(
    r"var\(\s*+(--[^\s,()]++)\s*+(?:,([^()]*+(?:\([^()]*+\)[^()]*+)*))?\)", re.IGNORECASE
)


def with_variables(value: Unresolved, variables: Mapping[str, str]) -> dict[str, Value]:
    """The longhands of a property; none if a variable is unknown or refers to itself."""
    text = value.text
    for _ in range(_MOST_VARIABLES):
        found = _INNERMOST_VARIABLE.search(text)
        if found is None:
            return {} if "var(" in text.lower() else _resolved(value.name, text, value.base)
        inner = variables.get(found[1], found[2])
        if inner is None or len(text) + len(inner) > LONGEST_VALUE:
            break
        text = text[: found.start()] + inner + text[found.end() :]
    return {}


@lru_cache(maxsize=4096)
def _resolved(name: str, text: str, base: str) -> dict[str, Value]:
    try:
        return _longhands(name, parse_component_value_list(text, skip_comments=True), base)
    except _TOO_COMPLEX:
        return {}


# Sheets.


class Selector(NamedTuple):
    """`needs` are the tags (a), classes (.a) and ids (#a) that a page must have for a match."""

    text: str
    needs: frozenset[str]


class Rule(NamedTuple):
    """`layer` is "" outside layers, `a.b` in layer b inside layer a."""

    selectors: tuple[Selector, ...]
    declared: Declarations
    layer: str


class Import(NamedTuple):
    address: str
    media: str
    layer: str


class Sheet(NamedTuple):
    rules: tuple[Rule, ...]
    imports: tuple[Import, ...]
    layers: tuple[str, ...]


@lru_cache(maxsize=_KEPT)
def read_sheet(text: str, base: str, layer: str = "") -> Sheet:
    """Parse a sheet; never raises, and takes time linear in the text's length."""
    reading = _Reading(base)
    try:
        reading.read(parse_stylesheet(text[:LONGEST_SHEET]), layer, _DEEPEST_GROUP)
    except _TOO_COMPLEX:
        return Sheet((), (), ())
    return Sheet(tuple(reading.rules), tuple(reading.imports), tuple(reading.layers))


class _Reading:
    def __init__(self, base: str) -> None:
        self._base = base
        self._selectors_left = MOST_SELECTORS
        self._may_import = True
        self.rules: list[Rule] = []
        self.imports: list[Import] = []
        self.layers: dict[str, None] = {}

    def read(self, written: Sequence[Token], layer: str, deepest: int) -> None:
        for one in written:
            if one.type == "qualified-rule":
                self._may_import = False
                self._read_rule(one, layer)
            elif one.type == "at-rule" and one.content is None:
                self._read_statement(one, layer)
            elif one.type == "at-rule" and deepest:
                self._read_group(one, layer, deepest)

    def _read_rule(self, rule: Token, layer: str) -> None:
        if not self._selectors_left or not _concerns_looks(rule.content):
            return
        declared = declarations(rule.content, self._base)
        found = tuple(selectors(rule.prelude))[: self._selectors_left] if any(declared) else ()
        if found:
            self._selectors_left -= len(found)
            self.rules.append(Rule(found, declared, layer))

    def _read_statement(self, rule: Token, layer: str) -> None:
        if rule.lower_at_keyword == "layer":
            names = serialize(rule.prelude).split(",")
            self.layers.update(dict.fromkeys(self._layer_in(layer, name) for name in names))
        elif rule.lower_at_keyword == "import" and self._may_import:
            self._read_import(rule.prelude[:_LONGEST_QUERY], layer)

    def _read_import(self, prelude: Sequence[Token], layer: str) -> None:
        """An address, followed by layer, supports() and media queries."""
        address = media = ""
        for token in prelude:
            if not address:
                address = css_values.address_in(token)
            elif media.strip():
                media += token.serialize()
            elif word(token) == "layer":
                layer = self._layer_in(layer, "")
            elif _function(token) == "layer":
                layer = self._layer_in(layer, serialize(token.arguments))
            elif _function(token) != "supports":
                media += token.serialize()
        if address and len(self.imports) < MOST_IMPORTS:
            self.imports.append(Import(address, media.strip(), layer))

    def _read_group(self, rule: Token, layer: str, deepest: int) -> None:
        self._may_import = False
        name, condition = rule.lower_at_keyword, serialize(rule.prelude[:_LONGEST_QUERY])
        if name == "layer":
            layer = self._layer_in(layer, condition)
            self.layers[layer] = None
        # Features that sheets test for are nearly always supported by now.
        is_negated = name == "supports" and condition.lower().lstrip("( ").startswith("not")
        applies = name in ("layer", "supports") or (name == "media" and media_match(condition))
        if applies and not is_negated:
            self.read(parse_rule_list(rule.content), layer, deepest - 1)

    def _layer_in(self, around: str, name: str) -> str:
        """The full name of a layer; an anonymous layer gets a name that no other has."""
        own = name.strip() or f"({len(self.rules)} {len(self.layers)} {len(self.imports)})"
        return f"{around}.{own}" if around else own


def _concerns_looks(tokens: Sequence[Token]) -> bool:
    return any(
        token.type == "ident" and (token.lower_value in _SETS or token.value.startswith("--"))
        for token in tokens
    )


def _function(token: Token) -> str:
    return str(token.lower_name) if token.type == "function" else ""


# A selector list with a name that only other browsers know is invalid.
_FOREIGN = ("-moz-", "-ms-", "-o-")


def selectors(prelude: Sequence[Token]) -> Iterator[Selector]:
    """The selectors of a list, each with the names outside its parentheses and brackets."""
    if any((word(token) or _function(token)).startswith(_FOREIGN) for token in prelude):
        return
    for tokens in parts(prelude):
        text = serialize(tokens).strip()
        if text and len(text) <= LONGEST_SELECTOR:
            yield Selector(text, frozenset(_needs(tokens)))


def _needs(tokens: Sequence[Token]) -> Iterator[str]:
    sign = ""
    for token in tokens:
        if token.type == "ident" and sign != ":":
            yield f".{token.value}" if sign == "." else str(token.lower_value)
        elif token.type == "hash":
            yield f"#{token.value}"
        sign = token.value if token.type == "literal" else ""


def page_sheets(tree: Tree, sheets: Sheets) -> list[Sheet]:
    """Style elements and linked sheets in document order, each after those it imports."""
    return list(_PageSheets(tree, sheets).found())


class _PageSheets:
    def __init__(self, tree: Tree, sheets: Sheets) -> None:
        base = tree.root.find(".//base[@href]")
        self._root = tree.root
        self._base = tree.url if base is None else _join(tree.url, base.get("href")) or tree.url
        self._sheets = sheets
        self._left = MOST_SHEETS
        self._room = MOST_CHARACTERS

    def found(self) -> Iterator[Sheet]:
        for element in self._root.iter("style", "link"):
            if not _applies(element):
                continue
            if element.tag == "style":
                yield from self._read("".join(element.itertext()), self._base, "", ())
            else:
                yield from self._linked(_join(self._base, element.get("href", "")), "", ())

    def _linked(self, address: str, layer: str, around: tuple[str, ...]) -> Iterator[Sheet]:
        if address and address not in around and len(around) < _DEEPEST_IMPORT and self._left:
            text = self._sheets(address)
            yield from self._read(text or "", address, layer, (*around, address))

    def _read(self, text: str, base: str, layer: str, around: tuple[str, ...]) -> Iterator[Sheet]:
        text = text[: self._room]
        if not text.strip() or not self._left:
            return
        self._left -= 1
        self._room -= len(text)
        sheet = read_sheet(text, base, layer)
        for wanted in sheet.imports:
            if media_match(wanted.media):
                yield from self._linked(_join(base, wanted.address), wanted.layer, around)
        yield sheet


def _applies(element: Element) -> bool:
    """Whether it is a style sheet for the screen that applies without a person choosing it."""
    kind = element.get("type", "").partition(";")[0].strip().lower()
    if kind not in ("", "text/css") or not media_match(element.get("media", "")):
        return False
    if element.tag == "style":
        return True
    relations = element.get("rel", "").lower().split()
    chosen = "alternate" in relations or element.get("disabled") is not None
    return "stylesheet" in relations and not chosen and bool(element.get("href", "").strip())


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip()).partition("#")[0]
    except ValueError:
        return ""
