"""An element as cssselect2's selectors ask for it; every step they take is counted.

A selector like `* * * * b` tries each ancestor's ancestors: on a deep page such steps have no end.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element as Element

_QUICK = 10  # siblings looked at for the price of a step
_HEAVY = 200  # characters of attributes that cost as much as a step


class TooMuchError(Exception):
    """A selector has taken more steps than it may."""


class Meter:
    def __init__(self) -> None:
        self.left = 0

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuchError


class _Siblings(list["Element"]):
    """To go through them costs something; to count them does not."""

    def __init__(self, elements: Iterable[Element], meter: Meter) -> None:
        super().__init__(elements)
        self._meter = meter

    def __iter__(self) -> Iterator[Element]:
        self._meter.spend(1 + len(self) // _QUICK)
        return super().__iter__()

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - as lists have it
        self._meter.spend(1 + len(self) // _QUICK)
        return super().__getitem__(place)


class Node:
    """Made for an element with its siblings; the names are those cssselect2 uses."""

    in_html_document = True
    in_disabled_fieldset = False
    namespace_url = ""

    def __init__(self, element: Element, parent: Node | None, previous: Node | None) -> None:
        self.etree_element = element
        self.parent = parent
        self.previous = previous
        self.index: int = previous.index + 1 if previous else 0
        self.local_name: str = element.tag
        self.id: str | None = element.get("id")
        self._meter: Meter = parent.meter if parent else Meter()

    @property
    def meter(self) -> Meter:
        return self._meter

    @cached_property
    def classes(self) -> frozenset[str]:
        return frozenset(self.etree_element.get("class", "").split())

    @cached_property
    def weight(self) -> int:
        """What one look at its attributes costs."""
        return 1 + sum(map(len, self.etree_element.attrib.values())) // _HEAVY

    @cached_property
    def children(self) -> list[Node]:
        nodes: list[Node] = []
        for element in self.etree_element:
            nodes.append(Node(element, self, nodes[-1] if nodes else None))
        return nodes

    @cached_property
    def etree_children(self) -> _Siblings:
        return _Siblings(self.etree_element, self._meter)

    @property
    def etree_siblings(self) -> _Siblings:
        return self.parent.etree_children if self.parent else _Siblings([], self._meter)

    @property
    def ancestors(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            self._meter.spend(node.weight)
            yield node
            node = node.parent

    @property
    def previous_siblings(self) -> Iterator[Node]:
        node = self.previous
        while node is not None:
            self._meter.spend(node.weight)
            yield node
            node = node.previous

    @property
    def lang(self) -> str:
        nodes = [self, *self.ancestors]
        found = (node.etree_element.get("lang") for node in nodes)
        return next((lang.lower() for lang in found if lang is not None), "")

    def iter_children(self) -> Iterator[Node]:
        for node in self.children:
            self._meter.spend(node.weight)
            yield node

    def iter_siblings(self) -> Iterator[Node]:
        return self.parent.iter_children() if self.parent else iter([self])

    def iter_next_siblings(self) -> Iterator[Node]:
        return (node for node in self.iter_siblings() if node.index > self.index)

    def iter_subtree(self) -> Iterator[Node]:
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(list(node.iter_children())))
