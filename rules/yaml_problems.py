"""What a model refuses, with the place in the file where it stands."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, get_args

from pydantic import BaseModel

from rules.yaml_nodes import Node, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import ValidationError
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

    from rules.errors import Problem

Location = tuple[int | str, ...]


def located(error: ValidationError, root: Node, model: type[BaseModel]) -> list[Problem]:
    """One problem per mistake, without those the YAML reader has already told of."""
    problems = []
    for details in error.errors(include_url=False):
        node = _node_at(root, details["loc"], of_key=details["type"] == "extra_forbidden")
        if not node.refused:
            problems.append(node.problem(_text(details, model)))
    return problems


def _node_at(root: Node, location: Location, *, of_key: bool) -> Node:
    """The deepest node on the way; steps that name a union's member lead nowhere."""
    node = key = root
    for step in location:
        below = node.value
        if isinstance(below, dict) and step in below:
            key, node = node.keys[str(step)], below[str(step)]
        elif isinstance(below, list) and isinstance(step, int) and step < len(below):
            key = node = below[step]
    return key if of_key else node


def _text(details: ErrorDetails, model: type[BaseModel]) -> str:
    location, kind = details["loc"], details["type"]
    words = tuple(step for step in location if isinstance(step, str))
    key = short_repr(words[-1]) if words else "the file"
    if kind == "extra_forbidden":
        return f"unknown key {key}; {_choice(words[-1], _allowed_keys(model, words[:-1]))}"
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


@lru_cache(maxsize=256)  # a file's mistakes repeat themselves, and looking for near words is slow
def _choice(given: str, allowed: tuple[str, ...]) -> str:
    near = get_close_matches(given, allowed, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}allowed: {', '.join(allowed)}"


@lru_cache(maxsize=256)
def _allowed_keys(model: type[BaseModel], way: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of the model (or models) found by following keys down from `model`."""
    models = [model]
    for step in way:
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
