"""Which rules of a page's sheets are for an element?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from pages.styles.node import Node, TooMuchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from pages.styles.selectors import Selector
    from pages.styles.sheet import Rule, Sheet

# About a second's work; of real pages the largest need a third of it.
MOST_STEPS = 500_000
STEPS_TO_COMPILE = 200  # a selector, the first time it is asked on a page
MOST_STEPS_OF_ONE = 20_000  # for one selector at one element
_UNLAYERED = 1 << 30
_DEEPEST_LAYER = 10


class Matched(NamedTuple):
    """Compares as the cascade has it: the last one wins."""

    layer: int
    specificity: tuple[int, int, int]
    sheet: int
    order: int
    rule: Rule


class Matching:
    """The rules of some sheets, asked for elements of one page."""

    def __init__(self, sheets: Sequence[Sheet], names: frozenset[str]) -> None:
        """`names` are all classes (.a) and ids (#b) that the page has."""
        self._sheets = sheets
        self._names = names
        self._layers = _numbered(sheets)
        self._by_key: dict[str, list[tuple[int, Rule]]] = {}
        self._tests: dict[Selector, Callable[[Node], bool] | None] = {}
        self._keys = frozenset(key for sheet in sheets for key in sheet.rules)
        self._left = MOST_STEPS

    def spend(self, steps: int) -> bool:
        """Other work on this page that counts; False where no more may be done."""
        self._left -= steps
        return self._left > 0

    def rules_for(self, node: Node) -> tuple[Matched, ...]:
        keys = [node.local_name, "*", f"#{node.id}", *(f".{name}" for name in node.classes)]
        known = [key for key in keys if key in self._keys]
        found = self._matched((entry for key in known for entry in self._candidates(key)), node)
        return tuple(sorted(found, key=lambda one: one[:4])) if known else ()

    def _candidates(self, key: str) -> list[tuple[int, Rule]]:
        """Rules for this key, without those that need a name the page does not have."""
        if key not in self._by_key:
            self._by_key[key] = [
                (number, rule)
                for number, sheet in enumerate(self._sheets)
                for rule in sheet.rules.get(key, ())
                if rule.selector.needs <= self._names
            ]
        return self._by_key[key]

    def _matched(self, entries: Iterable[tuple[int, Rule]], node: Node) -> Iterator[Matched]:
        for number, rule in entries:
            if self._left <= 0:
                return
            if self._is_for(rule.selector, node):
                layer = self._layers.get(rule.layer, _UNLAYERED)
                yield Matched(layer, rule.selector.specificity, number, rule.order, rule)

    def _is_for(self, selector: Selector, node: Node) -> bool:
        """A selector that takes too many steps is not asked again on this page."""
        if selector not in self._tests:
            self._left -= STEPS_TO_COMPILE
            self._tests[selector] = selector.test
        test = self._tests[selector]
        if test is None:
            return False
        node.meter.left = MOST_STEPS_OF_ONE
        try:
            return bool(test(node))
        except TooMuchError:
            self._tests[selector] = None
            return False
        finally:
            self._left -= node.weight + MOST_STEPS_OF_ONE - node.meter.left


def _numbered(sheets: Sequence[Sheet]) -> dict[str, int]:
    """Layers in the order in which they were first named, each behind those inside it."""
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
    parts = layer.split(".", _DEEPEST_LAYER) if layer else []
    return (".".join(parts[: number + 1]) for number in range(len(parts)))


class Nodes:
    """The nodes of a page, made as they are asked for."""

    def __init__(self, root: Element) -> None:
        self._nodes: dict[Element, Node] = {root: Node(root, None, None)}

    def of(self, element: Element) -> Node:
        path = [element]
        while path[-1] not in self._nodes:
            path.append(path[-1].getparent())
        for around in reversed(path[1:]):
            for child in self._nodes[around].children:
                self._nodes[child.etree_element] = child
        return self._nodes[element]
