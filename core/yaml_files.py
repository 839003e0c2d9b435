"""YAML files that people edit, as frozen typed models.

Reading is strict and reports all mistakes together, each with its line: `compose_yaml` parses the
text into nodes that know their position, the model validates their values, `located_problems` finds
the position of each validation error. Writing is atomic and stable: saving a model that equals the
file's content leaves the file alone, with its comments.

This is a deliberately small subset of YAML: mappings, lists and scalars. Tags, anchors and aliases
are rejected, so a file can neither create objects nor expand when it is read. An unquoted scalar is
a number, true, false or null only if it is one in JSON; everything else is text (`yes`,
`2007-08-01` and `007` stay as written).
"""

from __future__ import annotations

import json
import math
import re
import stat
import sys
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar, cast, get_args

import yaml
from pydantic import BaseModel, ValidationError

from core.errors import FileProblem, FileProblems
from core.files import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails


DEEPEST_NESTING = 100
LONGEST_NUMBER = 18
JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z")

_CONSTANTS = {"": None, "~": None, "null": None, "true": True, "false": False}
_NOT_YAML = yaml.reader.Reader.NON_PRINTABLE
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Scalar = str | int | float | bool | None
Data = Scalar | list["Data"] | dict[str, "Data"]


@dataclass(slots=True)
class YamlNode:
    """A value and its position; `keys` are the nodes of a mapping's keys."""

    line: int
    column: int
    value: Scalar | list[YamlNode] | dict[str, YamlNode] = None
    keys: dict[str, YamlNode] = field(default_factory=dict)
    refused: bool = False

    def data(self) -> Data:
        if isinstance(self.value, dict):
            return {key: node.data() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.data() for node in self.value]
        return self.value

    def problem(self, text: str) -> FileProblem:
        return FileProblem(self.line, self.column, text)


def compose_yaml(text: str) -> tuple[YamlNode, list[FileProblem]]:
    """The text's only document, and all its syntax problems."""
    unreadable = YamlNode(1, 1, refused=True)
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
    def __init__(self, problem: FileProblem) -> None:
        super().__init__(problem)
        self.problem = problem


class _Composer:
    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self.events = events
        self.problems: list[FileProblem] = []

    def document(self) -> YamlNode:
        root = None
        for event in self.events:
            if not isinstance(event, yaml.DocumentStartEvent):
                continue
            if root is not None:
                self._refuse(
                    _node_of_event(event), "a second document begins; a file may have only one"
                )
                break
            root = self._node(next(self.events), depth=1)
        return root or YamlNode(1, 1)

    def _node(self, event: yaml.Event, depth: int) -> YamlNode:
        node = _node_of_event(event)
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

    def _fill_mapping(self, node: YamlNode, depth: int) -> None:
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

    def _scalar(self, node: YamlNode, event: yaml.ScalarEvent) -> Scalar:
        text: str = event.value
        if _LONE_SURROGATE.search(text):
            self._refuse(
                node, f"{short_repr(text)} contains a lone surrogate; write the whole character"
            )
            return None
        if not event.implicit[0]:
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
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

    def _refuse(self, node: YamlNode, text: str) -> YamlNode:
        node.refused = True
        self.problems.append(node.problem(text))
        return node


def _node_of_event(event: yaml.Event) -> YamlNode:
    mark = event.start_mark
    return YamlNode(mark.line + 1, mark.column + 1) if mark else YamlNode(1, 1)


def _character_problems(document: str) -> Iterator[FileProblem]:
    for number, line in enumerate(document.split("\n"), 1):
        for found in _NOT_YAML.finditer(line):
            text = f"character {found[0]!a} is not allowed in YAML; remove it"
            yield FileProblem(number, found.start() + 1, text)


def _syntax_problem(error: yaml.MarkedYAMLError) -> FileProblem:
    mark = error.problem_mark or error.context_mark
    context = f" ({error.context})" if error.context else ""
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return FileProblem(line, column, f"not valid YAML: {error.problem}{context}")


def short_repr(value: object) -> str:
    """A value for error messages: on one line, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:40]}…{text[-1]}"


# Validation errors, with their positions in the file.


Location = tuple[int | str, ...]


def located_problems(
    error: ValidationError, root: YamlNode, model: type[BaseModel]
) -> list[FileProblem]:
    """One problem per mistake, except those that `compose_yaml` has reported already."""
    problems = []
    for details in error.errors(include_url=False):
        node = _node_at_location(root, details["loc"], of_key=details["type"] == "extra_forbidden")
        if not node.refused:
            problems.append(node.problem(_problem_text(details, model)))
    return problems


def _node_at_location(root: YamlNode, location: Location, *, of_key: bool) -> YamlNode:
    """The deepest node along the location; steps that name a union's member are skipped."""
    node = key = root
    for step in location:
        below = node.value
        if isinstance(below, dict) and step in below:
            key, node = node.keys[str(step)], below[str(step)]
        elif isinstance(below, list) and isinstance(step, int) and step < len(below):
            key = node = below[step]
    return key if of_key else node


def _problem_text(details: ErrorDetails, model: type[BaseModel]) -> str:
    location, kind = details["loc"], details["type"]
    keys = tuple(step for step in location if isinstance(step, str))
    key = short_repr(keys[-1]) if keys else "the file"
    if kind == "extra_forbidden":
        return f"unknown key {key}; {_choice(keys[-1], _allowed_keys(model, keys[:-1]))}"
    if kind == "missing":
        return f"key {key} is missing; add it"
    given = details["input"]
    if kind in {"enum", "literal_error"}:
        allowed = re.findall("'([^']*)'", str(details["ctx"]["expected"]))
        return f"{key} is {short_repr(given)}; {_choice(str(given), tuple(allowed))}"
    message = details["msg"].removeprefix("Value error, ").removeprefix("Input ")
    if kind == "string_type" and isinstance(given, bool | int | float):
        message += ": put it in quotes"
    if kind == "value_error":
        return message
    return f"{key} {'is empty' if given is None else 'is ' + short_repr(given)}; {message}"


@lru_cache(maxsize=256)  # mistakes in a file repeat, and finding close matches is slow
def _choice(given: str, allowed: tuple[str, ...]) -> str:
    near = get_close_matches(given, allowed, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}allowed: {', '.join(allowed)}"


@lru_cache(maxsize=256)
def _allowed_keys(model: type[BaseModel], path: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of the model (or models) at this path of keys below `model`."""
    models = [model]
    for step in path:
        below = [
            found
            for one in models
            for key, field in _fields(one)
            if key == step
            for found in _models_in(field.annotation)
        ]
        models = below or models
    return tuple(dict.fromkeys(key for one in models for key, _field in _fields(one)))


def _fields(model: type[BaseModel]) -> Iterator[tuple[str, FieldInfo]]:
    return ((field.alias or name, field) for name, field in model.model_fields.items())


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


# Reading and writing typed models as YAML files.


LARGEST_FILE = 1_000_000  # bytes: far beyond any real file; any content can be read in seconds

M = TypeVar("M", bound=BaseModel)


def read_yaml(path: Path, model: type[M], context: Mapping[str, object] | None = None) -> M:
    """The file as a model, or FileProblems with all its mistakes; `context` is for validators."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _whole_file(str(path), "is not a regular file; name a YAML file")
        with path.open("rb") as file:
            body = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _whole_file(str(path), f"cannot be read: {reason}") from error
    return parse_yaml(_text_of(body, str(path)), model, str(path), context)


def parse_yaml(
    text: str, model: type[M], name: str, context: Mapping[str, object] | None = None
) -> M:
    """YAML text as a model; `name` is what problems call the file."""
    if len(text) > LARGEST_FILE:  # characters, of which there are never more than bytes
        raise _whole_file(name, f"is larger than the {LARGEST_FILE:,} bytes allowed")
    instance, problems = _parsed(text, model, tuple((context or {}).items()))
    if instance is None:
        raise FileProblems(name, problems)
    return cast("M", instance)


# Whoever reads a file again, or a copy of it, mostly finds the text of before.
@lru_cache(maxsize=16)
def _parsed(
    text: str, model: type[BaseModel], context: tuple[tuple[str, object], ...]
) -> tuple[BaseModel | None, tuple[FileProblem, ...]]:
    """The model, which is frozen, or the mistakes."""
    root, problems = compose_yaml(text)
    of_today = getattr(model, "of_today", None)
    instance = None
    try:
        # Validated as JSON, where even strict models accept lists for tuples and strings for enums.
        instance = model.model_validate_json(
            json.dumps(of_today(root.data()) if of_today else root.data()), context=dict(context)
        )
    except ValidationError as error:
        problems += located_problems(error, root, model)
    return (None if problems else instance), tuple(sorted(problems))


def dump_yaml(instance: BaseModel) -> str:
    """The model as YAML: fields in the model's order, without defaults."""
    data = instance.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return str(
        yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=sys.maxsize)
    )


def write_yaml(path: Path, instance: BaseModel) -> None:
    """Save the model; a file with the same content is left alone."""
    try:
        if read_yaml(path, type(instance)) == instance:
            return
    except FileProblems:
        pass  # missing or broken: it will be replaced
    text = dump_yaml(instance)
    if parse_yaml(text, type(instance), str(path)) != instance:
        raise _whole_file(str(path), "would not be read back as written; nothing was saved")
    write_text(path, text)


def write_text(path: Path, text: str) -> None:
    """Replace the file in one step."""
    try:
        replace_file(path, text.encode())
    except OSError as error:
        reason = error.strerror or error
        raise _whole_file(str(path), f"cannot be written: {reason}") from error


def _text_of(body: bytes, name: str) -> str:
    if len(body) > LARGEST_FILE:
        raise _whole_file(name, f"is larger than the {LARGEST_FILE:,} bytes allowed")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        column = len(before) - before.rfind(b"\n")
        problem = FileProblem(
            before.count(b"\n") + 1, column, "not UTF-8 from here on; save the file as UTF-8"
        )
        raise FileProblems(name, (problem,)) from error


def _whole_file(name: str, text: str) -> FileProblems:
    return FileProblems(name, (FileProblem(0, 0, text),))


class _Dumper(yaml.SafeDumper):
    """Indents lists, writes short ones on one line, escapes unprintable text, uses no aliases."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - PyYAML's signature
        super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - PyYAML's signature
        return True

    def represent_list(self, data: Iterable[object]) -> yaml.SequenceNode:
        items = list(data)
        short = sum(len(str(item)) + 2 for item in items) <= 80
        flow = short and not any(isinstance(item, list | dict) for item in items)
        return self.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=flow)

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = None if data.isprintable() else '"'
        return self.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(list, _Dumper.represent_list)
_Dumper.add_representer(str, _Dumper.represent_str)
# PyYAML writes the text "1e5" without quotes; our reader (like YAML 1.2) reads that as a number.
_Dumper.add_implicit_resolver("tag:yaml.org,2002:float", JSON_NUMBER, list("-0123456789"))
