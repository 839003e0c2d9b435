"""The CSS cascade: which declarations win for an element.

Selectors are compiled by cssselect2, and only if the page has the tags, classes and ids that they
need. Every step of matching is counted and limited: a selector like `* * * * b` tries each
ancestor's ancestors, which takes forever on a deep page.
"""

from __future__ import annotations

import math
import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from cssselect2 import ElementWrapper, compile_selector_list
from tinycss2 import parse_component_value_list

from pages import css_values
from pages.css_sheets import declarations, page_sheets, read_sheet
from pages.css_values import Length, Value, attribute_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from lxml.etree import _Element as Element

    from pages.css_sheets import Declarations, Declared, Rule, Sheet, Sheets
    from pages.dom import Tree

# About a second of work; the largest real pages need a third of it.
MOST_STEPS = 500_000
_STEPS_TO_COMPILE = 100  # per selector
_SIBLINGS_PER_STEP = 10
_CHARACTERS_PER_STEP = 200  # of attributes
LONGEST_STYLE = 2_000  # characters of a style attribute
MOST_STYLES = 1_000  # distinct style attributes of a page
_LONGEST_FACE = 500
_DEEPEST_LAYER = 10

# The browser's own style sheet, as far as it matters here.
_BROWSER = """
h1 { font-size: 2em } h2 { font-size: 1.5em } h3 { font-size: 1.17em } h4 { font-size: 1em }
h5 { font-size: .83em } h6 { font-size: .67em }
h1, h2, h3, h4, h5, h6, th { font-weight: bold }
b, strong { font-weight: bolder }
i, em, cite, var, dfn, address { font-style: italic }
tt, code, kbd, samp, pre, listing, plaintext, xmp { font-family: monospace }
u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through }
big { font-size: larger }
small, sub, sup { font-size: smaller }
rt { font-size: 50%; text-decoration: none }
abbr[title], acronym[title] { text-decoration: underline dotted }
a[href] { color: #0000ee; text-decoration: underline }
mark { background-color: yellow; color: black }
button, input, select { font: 13.3333px arial; color: black; background-color: #efefef }
input, select { background-color: white }
optgroup { font-weight: bolder }
dialog { background-color: white; color: black }
"""
_QUIRKS_MODE = "table { font-size: initial; font-weight: initial; font-style: initial }"


class Winning(NamedTuple):
    """The declarations for an element: the browser's, and the page's, which override them."""

    browser: Declared
    page: Declared


class DeclarationSources(NamedTuple):
    """Where declarations come from; elements with equal sources and one parent look the same."""

    rules: tuple[int, ...]
    hints: tuple[tuple[str, Value], ...]
    style: str
    is_quirks_table: bool


class Cascade:
    def __init__(self, tree: Tree, sheets: Sheets) -> None:
        self._url = tree.url
        self._is_quirks = tree.is_quirks
        self._hints = _Hints(tree)
        self._rules = PageRules(tree, page_sheets(tree, sheets))
        self._styles = {"": declarations("", "")}

    def sources(self, element: Element) -> DeclarationSources:
        style = element.get("style", "")[:LONGEST_STYLE]
        if style not in self._styles:
            is_read = len(self._styles) <= MOST_STYLES
            self._styles[style] = declarations(style if is_read else "", self._url)
        return DeclarationSources(
            self._rules.matching(element),
            tuple(self._hints.of(element)),
            style,
            self._is_quirks and element.tag == "table",
        )

    def winning(self, sources: DeclarationSources) -> Winning:
        """By attributes, rules and the style attribute; then !important, with layers reversed."""
        browser: Declared = {}
        page: Declared = dict(sources.hints)
        rules = [self._rules.in_order[number] for number in sources.rules]
        style = self._styles[sources.style]
        for rule in rules:
            (browser if rule.layer == _BROWSERS else page).update(rule.declared.normal)
        page.update(style.normal)
        for rule in sorted(rules, key=lambda rule: -rule.layer):
            page.update(rule.declared.important)
        page.update(style.important)
        if sources.is_quirks_table:
            browser[css_values.COLOUR] = self._hints.text_colour
        return Winning(browser, page)


# Rules.

_BROWSERS, _UNLAYERED = -1, 1 << 30


class PageRule(NamedTuple):
    """One selector of a rule, with its place in the cascade."""

    layer: int
    specificity: tuple[int, int, int]
    order: int
    key: str  # the #id, .class or tag that a matching element has, or *
    test: Callable[[_Node], bool]
    declared: Declarations


class PageRules:
    """The rules that may match on a page, including the browser's; the last that matches wins."""

    def __init__(self, tree: Tree, sheets: Sequence[Sheet]) -> None:
        self._meter = _Meter(MOST_STEPS)
        self._nodes = {tree.root: _Node(tree.root, None, None, self._meter)}
        names = _names(tree)
        layers = _numbered(sheets)
        browser = read_sheet(_BROWSER + (_QUIRKS_MODE if tree.is_quirks else ""), "")
        found = [(_BROWSERS, rule) for rule in browser.rules]
        found += [
            (layers.get(rule.layer, _UNLAYERED), rule) for sheet in sheets for rule in sheet.rules
        ]
        self.in_order = sorted(self._usable(found, names), key=lambda rule: rule[:3])
        self._browsers = sum(1 for rule in self.in_order if rule.layer == _BROWSERS)
        self._by_key: dict[str, list[tuple[int, Callable[[_Node], bool]]]] = {}
        for number, rule in enumerate(self.in_order):
            self._by_key.setdefault(rule.key, []).append((number, rule.test))

    def matching(self, element: Element) -> tuple[int, ...]:
        """The numbers of the rules for an element; only the browser's after too many steps."""
        keys = [element.tag, "*"]
        if identity := element.get("id"):
            keys.append(f"#{identity}")
        if classes := element.get("class"):
            keys += [f".{name}" for name in set(classes.split())]
        candidates = [self._by_key[key] for key in keys if key in self._by_key]
        if not candidates:
            return ()
        node = self._node(element)
        found: list[int] = []
        try:
            for rules in candidates:
                self._meter.spend(node.weight * len(rules))
                found += [number for number, test in rules if test(node)]
        except TooMuchError:
            browsers = (one for rules in candidates for one in rules if one[0] < self._browsers)
            found = [number for number, test in browsers if test(node)]
        return tuple(sorted(found))

    def _usable(
        self, rules: Iterable[tuple[int, Rule]], names: frozenset[str]
    ) -> Iterator[PageRule]:
        order = 0
        for layer, rule in rules:
            for selector in rule.selectors:
                if not selector.needs <= names or self._meter.left <= 0:
                    continue
                self._meter.left -= _STEPS_TO_COMPILE
                if (found := _compiled(selector.text)) is not None:
                    order += 1
                    rank = layer, found.specificity, order
                    yield PageRule(*rank, _key(found), found.test, rule.declared)

    def _node(self, element: Element) -> _Node:
        path = [element]
        while path[-1] not in self._nodes:
            path.append(path[-1].getparent())
        for around in reversed(path[1:]):
            for child in self._nodes[around].children:
                self._nodes[child.etree_element] = child
        return self._nodes[element]


@lru_cache(maxsize=16_384)
def _compiled(selector: str) -> Any:  # noqa: ANN401 - cssselect2 has no types
    """None for a selector that can match no element or that cssselect2 does not understand."""
    try:
        (compiled,) = compile_selector_list(selector)
    except Exception:  # noqa: BLE001 - hostile selectors raise errors that nobody foresaw
        return None
    return None if compiled.pseudo_element or compiled.never_matches else compiled


def _key(compiled: Any) -> str:  # noqa: ANN401 - cssselect2 has no types
    if compiled.id is not None:
        return f"#{compiled.id}"
    return f".{compiled.class_name}" if compiled.class_name else compiled.lower_local_name or "*"


def _names(tree: Tree) -> frozenset[str]:
    """All tags (a), classes (.a) and ids (#a) of a page."""
    names: set[str] = set()
    for element in tree.elements:
        names.add(element.tag)
        if (identity := element.get("id")) is not None:
            names.add(f"#{identity}")
        if (classes := element.get("class")) is not None:
            names.update(f".{name}" for name in classes.split())
    return frozenset(names)


def _numbered(sheets: Sequence[Sheet]) -> dict[str, int]:
    """Layers in the order in which they were first named, each after those inside it."""
    named: dict[str, float] = {}
    for sheet in sheets:
        for name in (*sheet.layers, *(one.layer for one in sheet.imports)):
            for around in _paths(name):
                named.setdefault(around, len(named))

    def place(name: str) -> list[float]:
        return [*(named[around] for around in _paths(name)), math.inf]

    return {name: number for number, name in enumerate(sorted(named, key=place))}


def _paths(layer: str) -> Iterator[str]:
    """`a.b.c` → `a`, `a.b`, `a.b.c`."""
    names = layer.split(".", _DEEPEST_LAYER) if layer else []
    return (".".join(names[: number + 1]) for number in range(len(names)))


# Elements as cssselect2 needs them, with every step counted.


class TooMuchError(Exception):
    """The selectors of a page have taken more steps than allowed."""


class _Meter:
    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuchError


class _Siblings(list[Any]):
    """Iterating and indexing cost steps; counting does not."""

    def __init__(self, elements: Iterable[Element], meter: _Meter) -> None:
        super().__init__(elements)
        self._meter = meter

    def __iter__(self) -> Iterator[Element]:
        self._meter.spend(1 + len(self) // _SIBLINGS_PER_STEP)
        return super().__iter__()

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - as lists have it
        self._meter.spend(1 + len(self) // _SIBLINGS_PER_STEP)
        return super().__getitem__(place)


class _Node(ElementWrapper):  # type: ignore[misc] # cssselect2 has no types
    """Unlike cssselect2's own nodes, these do not store all ancestors, and count steps."""

    in_html_document = True
    in_disabled_fieldset = False
    namespace_url = ""

    def __init__(
        self, element: Element, parent: _Node | None, previous: _Node | None, meter: _Meter
    ) -> None:
        self.etree_element = element
        self.parent = parent
        self.previous = previous
        self.index: int = previous.index + 1 if previous else 0
        self.local_name: str = element.tag
        self._meter = meter

    @cached_property
    def weight(self) -> int:
        """How many steps it costs to look at the attributes."""
        return 1 + sum(map(len, self.etree_element.attrib.values())) // _CHARACTERS_PER_STEP

    @cached_property
    def children(self) -> list[_Node]:
        nodes: list[_Node] = []
        for element in self.etree_element:
            nodes.append(_Node(element, self, nodes[-1] if nodes else None, self._meter))
        return nodes

    @cached_property
    def etree_children(self) -> _Siblings:
        return _Siblings(self.etree_element, self._meter)

    @property
    def etree_siblings(self) -> _Siblings:
        return self.parent.etree_children if self.parent else _Siblings((), self._meter)

    @property
    def ancestors(self) -> Iterator[_Node]:
        node = self.parent
        while node is not None:
            self._meter.spend(node.weight)
            yield node
            node = node.parent

    @property
    def previous_siblings(self) -> Iterator[_Node]:
        node = self.previous
        while node is not None:
            self._meter.spend(node.weight)
            yield node
            node = node.previous

    @property
    def lang(self) -> str:
        found = (node.etree_element.get("lang") for node in (self, *self.ancestors))
        return next((lang.lower() for lang in found if lang is not None), "")

    def iter_children(self) -> Iterator[_Node]:
        for node in self.children:
            self._meter.spend(node.weight)
            yield node


# Presentational tags and attributes of old HTML.

# The published method's tags that set a font, and `th`.
FONT_TAGS = frozenset(
    "h1 h2 h3 h4 h5 h6 b i u tt sup sub s strike em strong code samp kbd var dfn cite small big "
    "font th".split()
)
_BACKGROUND_TAGS = frozenset("body table thead tbody tfoot tr td th col colgroup marquee".split())
_FONT_SIZE = re.compile(r"\s*([+-]?)(\d{1,3})")
_FONT_STEPS = css_values.STEPS[1:]
_MIDDLE = 3


class _Hints:
    """Presentational attributes of an element; any rule of the page overrides them."""

    def __init__(self, tree: Tree) -> None:
        self._url = tree.url
        given = tree.body.attrib
        self._link = attribute_colour(given.get("link", ""))
        # In quirks mode tables have this colour too, whatever the colour around them.
        self.text_colour = attribute_colour(given.get("text", "")) or "#000000"

    def of(self, element: Element) -> Iterator[tuple[str, Value]]:
        tag, given = element.tag, element.attrib
        if tag == "font":
            yield from _font(given)
        elif tag == "body" and "text" in given:
            yield css_values.COLOUR, self.text_colour
        elif tag == "a" and "href" in given and self._link:
            yield css_values.COLOUR, self._link
        if tag in _BACKGROUND_TAGS or "bg" in given:
            if colour := attribute_colour(given.get("bgcolor", "") or given.get("bg", "")):
                yield css_values.BACKGROUND_COLOUR, colour
            if image := given.get("background", "").strip():
                yield css_values.BACKGROUND_IMAGE, css_values.image_at(image, self._url)


def _font(given: Mapping[str, str]) -> Iterator[tuple[str, Value]]:
    if colour := attribute_colour(given.get("color", "")):
        yield css_values.COLOUR, colour
    if found := _FONT_SIZE.match(given.get("size", "")):
        # 1 to 7, or relative to the middle.
        number = int(found[2])
        step = {"+": _MIDDLE + number, "-": _MIDDLE - number}.get(found[1], number)
        yield css_values.SIZE, Length(_FONT_STEPS[min(max(step, 1), 7) - 1], css_values.WORD)
    face = parse_component_value_list(given.get("face", "")[:_LONGEST_FACE])
    if family := css_values.family(css_values.without_spaces(face)):
        yield css_values.FAMILY, family
