"""Defaults, then `specseek.toml`, then variables: the later one wins."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from settings.environment import CONFIG, from_environment, variable_of
from settings.errors import Mistake, Place, SettingsError
from settings.mistakes import mistakes_in
from settings.model import Settings
from settings.toml_lines import Keys, lines_of_keys

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULTS = Path(__file__).resolve().parents[1] / "core" / "defaults.toml"
FILE = "specseek.toml"

_SYNTAX = re.compile(r"(?P<text>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)")


def load_settings(folder: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings for work in `folder` (the current one if not told).

    Raises `SettingsError`, which tells all mistakes at once.
    """
    folder = folder or Path()
    environ = os.environ if environ is None else environ
    values = tomllib.loads(DEFAULTS.read_text("utf-8"))
    in_file, places = _read_file(folder, environ)
    from_variables, mistakes = from_environment(environ, Settings)
    _override(values, in_file)
    for keys, value in from_variables.items():
        _set(values, keys, value)
        places[keys] = Place(variable_of(keys))
    try:
        settings = Settings.model_validate(values, context=folder)
    except ValidationError as error:
        mistakes.extend(mistakes_in(error, Settings, places))
        raise SettingsError(mistakes) from None
    if mistakes:
        raise SettingsError(mistakes)
    return settings


def _read_file(
    folder: Path, environ: Mapping[str, str]
) -> tuple[dict[str, Any], dict[Keys, Place]]:
    """What the person's file says, and where it says it; a file that is named must be there."""
    named = environ.get(CONFIG)
    file = folder / (named or FILE)
    try:
        text = file.read_bytes().decode("utf-8-sig")
        values = tomllib.loads(text)
    except FileNotFoundError:
        if named:
            raise _refusal(Place(CONFIG), f"there is no file {named}") from None
        return {}, {}
    except OSError as error:
        raise _refusal(Place(str(file)), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _refusal(Place(str(file), line), "is not UTF-8: save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, text, str(error)) from error
    return values, {keys: Place(str(file), line) for keys, line in lines_of_keys(text).items()}


def _syntax_error(file: Path, text: str, message: str) -> SettingsError:
    found = _SYNTAX.fullmatch(message)
    line = int(found["line"] or 0) if found else 0
    words = found["text"] if found else message
    place = Place(str(file), line or len(text.splitlines()))
    return _refusal(place, f"is not TOML: {words}")


def _refusal(place: Place, text: str) -> SettingsError:
    return SettingsError([Mistake(place, text)])


def _override(values: dict[str, Any], with_these: Mapping[str, Any]) -> None:
    for key, value in with_these.items():
        if isinstance(value, dict) and isinstance(values.get(key), dict):
            _override(values[key], value)
        else:
            values[key] = value


def _set(values: dict[str, Any], keys: Keys, value: object) -> None:
    *sections, key = keys
    for section in sections:
        values = values[section]
        if not isinstance(values, dict):
            return  # the file has no section there, which is told as its mistake
    values[key] = value
