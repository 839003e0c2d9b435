"""What the model refuses, with the place where the person wrote it."""

from __future__ import annotations

from difflib import get_close_matches
from reprlib import repr as shortened
from typing import TYPE_CHECKING

from settings.environment import known_keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

    from rules.errors import Problem
    from settings.errors import SettingPlace
    from settings.toml_lines import Keys


def setting_problems(
    error: ValidationError, model: type[BaseModel], places: Mapping[Keys, SettingPlace]
) -> Iterator[Problem]:
    for details in error.errors(include_url=False):
        keys = tuple(step for step in details["loc"] if isinstance(step, str))
        yield _place(keys, details, places).problem(_text(keys, details, model))


def _place(keys: Keys, details: ErrorDetails, places: Mapping[Keys, SettingPlace]) -> SettingPlace:
    """Where two keys contradict each other, the person may have written only one of them."""
    other = details.get("ctx", {}).get("other", "")
    return places.get(keys) or places[(*keys[:-1], other)]


def _text(keys: Keys, details: ErrorDetails, model: type[BaseModel]) -> str:
    key, kind = keys[-1], details["type"]
    if kind == "extra_forbidden":
        return _unknown_key(keys, model)
    if kind == "model_type":
        return f"{key} is a section: write [{key}], and its keys below"
    message = details["msg"].removeprefix("Value error, ").removeprefix("Input ")
    if kind == "two_keys":
        return message
    if kind == "value_error":  # a validator of ours, which shows what may be shown
        return f"{key}: {message}"
    return f"{key} is {shortened(details['input'])}; it {message}"


def _unknown_key(keys: Keys, model: type[BaseModel]) -> str:
    """The nearest key of the same section, or else the section that has a key of this name."""
    section, key = keys[:-1], keys[-1]
    known = [way for way, _field in known_keys(model)]
    beside = list(
        dict.fromkeys(way[len(section)] for way in known if way[: len(section)] == section)
    )
    near = get_close_matches(key, beside, n=1)
    if near:
        return f"unknown key {key!r}; did you mean {near[0]!r}?"
    elsewhere = [way for way in known if way[-1] == key]
    if elsewhere:
        home = ".".join(elsewhere[0][:-1])
        return f"{key!r} belongs {f'below [{home}]' if home else 'above the first [section]'}"
    return f"unknown key {key!r}; there are: {', '.join(beside)}"
