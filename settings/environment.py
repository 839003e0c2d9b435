"""`SPECSEEK_*` variables: `SPECSEEK_CRAWL_PAGES=500` sets `pages` in `[crawl]`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, get_origin

from pydantic import BaseModel

from settings.errors import SettingPlace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic.fields import FieldInfo

    from rules.errors import Problem
    from settings.toml_lines import Keys

VARIABLE_PREFIX = "SPECSEEK_"
CONFIG = f"{VARIABLE_PREFIX}CONFIG"  # names the file to read instead of specseek.toml


def known_keys(model: type[BaseModel], above: Keys = ()) -> Iterator[tuple[Keys, FieldInfo]]:
    """All keys of the settings, those of sections with the section before them."""
    for name, field in model.model_fields.items():
        below = field.annotation
        if isinstance(below, type) and issubclass(below, BaseModel):
            yield from known_keys(below, (*above, name))
        else:
            yield (*above, name), field


def variable_of(keys: Keys) -> str:
    return VARIABLE_PREFIX + "_".join(keys).upper()


def from_environment(
    environ: Mapping[str, str], model: type[BaseModel]
) -> tuple[dict[Keys, object], list[Problem]]:
    """What variables set, and the variables that set nothing: most likely misspelled."""
    fields = {variable_of(keys): (keys, field) for keys, field in known_keys(model)}
    values: dict[Keys, object] = {}
    problems = []
    for variable in sorted(name for name in environ if name.startswith(VARIABLE_PREFIX)):
        if variable in fields:
            keys, field = fields[variable]
            values[keys] = _typed(environ[variable], field)
        elif variable != CONFIG:
            text = _unknown_variable(variable, [*fields, CONFIG])
            problems.append(SettingPlace(variable).problem(text))
    return values, problems


def _typed(text: str, field: FieldInfo) -> object:
    """Text as the setting's kind of value; what does not fit is left for the model to refuse."""
    if get_origin(field.annotation) is tuple:
        return [part.strip() for part in text.split(",")] if text.strip() else []
    try:
        return field.annotation(text) if field.annotation in {int, float} else text
    except ValueError:
        return text


def _unknown_variable(variable: str, known: list[str]) -> str:
    near = get_close_matches(variable, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "docs/settings.md lists those there are"
    return f"unknown setting; {hint}"
