"""All that is wrong with the settings, told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Place(NamedTuple):
    """Where a person wrote it: a line (from 1) of a file, or a variable (line 0)."""

    name: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.line}" if self.line else self.name


class Mistake(NamedTuple):
    place: Place
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class SettingsError(Exception):
    """The settings cannot be used; its text has one line per mistake, the file's first."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(
            sorted(mistakes, key=lambda mistake: (not mistake.place.line, mistake.place))
        )
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        return "\n".join(map(str, self.mistakes))
