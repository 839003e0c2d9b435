"""All that is wrong with the settings, told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.errors import FileProblems, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable


class SettingPlace(NamedTuple):
    """Where a person wrote a setting: a line (from 1) of a file, or a variable (line 0)."""

    name: str
    line: int = 0

    def problem(self, text: str) -> Problem:
        return Problem(self.line, 0, text, self.name)


class SettingsError(FileProblems):
    """The settings cannot be used: the mistakes of the file first, then those of variables."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        by_place = sorted(problems, key=lambda one: (not one.line, one.name, one.line))
        super().__init__("settings", tuple(by_place))
