"""YAML text to plain values, each with its place in the text.

A deliberately small YAML: mappings, lists and scalars. Tags, anchors and aliases are
refused, so a file can neither make objects nor grow when it is read. A scalar without
quotes is a number, true, false or null only where JSON would say so; all else is text
(`yes`, `2007-08-01` and `007` stay as written).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml

from rules.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST_NESTING = 100
LONGEST_NUMBER = 18
JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z")

_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_NOT_YAML = yaml.reader.Reader.NON_PRINTABLE
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Scalar = str | int | float | bool | None
Data = Scalar | list["Data"] | dict[str, "Data"]


@dataclass(slots=True)
class Node:
    """A value and where it stands; `keys` are the nodes of a mapping's keys."""

    line: int
    column: int
    value: Scalar | list[Node] | dict[str, Node] = None
    keys: dict[str, Node] = field(default_factory=dict)
    refused: bool = False

    def data(self) -> Data:
        if isinstance(self.value, dict):
            return {key: node.data() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.data() for node in self.value]
        return self.value

    def problem(self, text: str) -> Problem:
        return Problem(self.line, self.column, text)


def compose(text: str) -> tuple[Node, list[Problem]]:
    """The text's only document, and all that is wrong with it as YAML."""
    unreadable = Node(1, 1, refused=True)
    if _NOT_YAML.search(text):
        return unreadable, list(_character_problems(text))
    composer = _Composer(yaml.parse(text, Loader=LOADER))
    try:
        return composer.document(), composer.problems
    except _TooDeepError as error:
        problem = error.problem
    except yaml.MarkedYAMLError as error:
        problem = _syntax_problem(error)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # PyYAML's scanner, used where libyaml is not installed, trips over "\Uffffffff".
        problem = unreadable.problem(f"not valid YAML: {error}")
    return unreadable, [*composer.problems, problem]


class _TooDeepError(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class _Composer:
    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self.events = events
        self.problems: list[Problem] = []

    def document(self) -> Node:
        root = None
        for event in self.events:
            if not isinstance(event, yaml.DocumentStartEvent):
                continue
            if root is not None:
                self._refuse(_node_at(event), "a second document begins; a file holds only one")
                break
            root = self._node(next(self.events), depth=1)
        return root or Node(1, 1)

    def _node(self, event: yaml.Event, depth: int) -> Node:
        node = _node_at(event)
        if depth > DEEPEST_NESTING:
            raise _TooDeepError(
                node.problem(f"nested deeper than the {DEEPEST_NESTING} levels allowed")
            )
        if isinstance(event, yaml.AliasEvent):
            return self._refuse(
                node, f"alias {short_repr(event.anchor)}: write the value out instead"
            )
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            self._refuse(
                node, f"anchor {short_repr(event.anchor)}: anchors are not allowed; remove it"
            )
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._refuse(node, f"tag {short_repr(tag)}: tags are not allowed; remove it")
        if isinstance(event, yaml.MappingStartEvent):
            self._fill_mapping(node, depth)
        elif isinstance(event, yaml.SequenceStartEvent):
            node.value = [
                self._node(item, depth + 1) for item in self._until(yaml.SequenceEndEvent)
            ]
        elif isinstance(event, yaml.ScalarEvent):
            node.value = self._scalar(node, event)
        return node

    def _fill_mapping(self, node: Node, depth: int) -> None:
        node.value = values = {}
        for event in self._until(yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self.events), depth + 1)
            if not isinstance(event, yaml.ScalarEvent):
                self._refuse(node, "a key is a list, a mapping or an alias; a key must be a word")
            elif event.value in values:
                first = node.keys[event.value].line
                self._refuse(
                    key,
                    f"key {short_repr(event.value)} again, first on line {first}; keep one of them",
                )
            else:
                values[event.value] = value
                node.keys[event.value] = key

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        for event in self.events:
            if isinstance(event, end):
                return
            yield event

    def _scalar(self, node: Node, event: yaml.ScalarEvent) -> Scalar:
        text: str = event.value
        if _LONE_SURROGATE.search(text):
            self._refuse(node, f"{short_repr(text)} holds half a character; write it whole")
            return None
        if not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if not JSON_NUMBER.match(text):
            return text
        number = float(text)
        digits = text.removeprefix("-")
        if math.isinf(number) or (digits.isdigit() and len(digits) > LONGEST_NUMBER):
            self._refuse(
                node, f"number {short_repr(text)} is too large; put it in quotes if it is text"
            )
            return None
        return int(text) if digits.isdigit() else number

    def _refuse(self, node: Node, text: str) -> Node:
        node.refused = True
        self.problems.append(node.problem(text))
        return node


def _node_at(event: yaml.Event) -> Node:
    mark = event.start_mark
    return Node(mark.line + 1, mark.column + 1) if mark else Node(1, 1)


def _character_problems(text: str) -> Iterator[Problem]:
    for number, line in enumerate(text.split("\n"), 1):
        for found in _NOT_YAML.finditer(line):
            told = f"character {found[0]!a} is not allowed in YAML; remove it"
            yield Problem(number, found.start() + 1, told)


def _syntax_problem(error: yaml.MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    context = f" ({error.context})" if error.context else ""
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Problem(line, column, f"not valid YAML: {error.problem}{context}")


def short_repr(value: object) -> str:
    """A value as an error may print it: on one line, and not a whole page of it."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:40]}…{text[-1]}"
