"""What goes wrong, in words a person can act on."""

from __future__ import annotations

from typing import NamedTuple

MOST_SHOWN = 100


class SpecSeekError(Exception):
    """Base of every error SpecSeek raises on purpose."""


class Problem(NamedTuple):
    """One mistake in a file; line and column count from 1, and are 0 for the whole file."""

    line: int
    column: int
    text: str


class FileProblems(SpecSeekError):  # noqa: N818 - it is many, and reads as what it is
    """All mistakes of one file, in the order they stand in it."""

    def __init__(self, name: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems

    def __str__(self) -> str:
        lines = [self._line(problem) for problem in self.problems[:MOST_SHOWN]]
        unseen = len(self.problems) - len(lines)
        if unseen:
            lines.append(f"{self.name}: and {unseen} more problems; mend these first")
        return "\n".join(lines)

    def _line(self, problem: Problem) -> str:
        place = f":{problem.line}:{problem.column}" if problem.line else ""
        return f"{self.name}{place}: {problem.text}"
