"""Errors whose messages are written for the user.

The command line prints a `SpecSeekError`, or an `OSError` of reading or writing a file, and exits
with status 1; wrong arguments are handled by click, with exit status 2. Mistakes in files (topics,
rules, settings, manifests) are collected and reported together by `FileProblems`, each with its
line.
"""

from __future__ import annotations

from typing import NamedTuple

MOST_PROBLEMS_SHOWN = 100


class SpecSeekError(Exception):
    """Base class of the errors whose message is written for the user."""


def error_text(error: BaseException) -> str:
    """An unexpected error in one line: its kind, and its message if it has one."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


class FileProblem(NamedTuple):
    """One mistake; line and column count from 1, or are 0 for the whole file.

    `name` is the file (or variable) it is in, if not the one that `FileProblems` names.
    """

    line: int
    column: int
    text: str
    name: str = ""


class FileProblems(SpecSeekError):  # noqa: N818 - it holds several problems
    """All mistakes in one file, in file order."""

    def __init__(self, name: str, problems: tuple[FileProblem, ...]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems

    def __str__(self) -> str:
        lines = [self._line(problem) for problem in self.problems[:MOST_PROBLEMS_SHOWN]]
        hidden = len(self.problems) - len(lines)
        if hidden:
            lines.append(f"{self.name}: and {hidden} more problems; fix these first")
        return "\n".join(lines)

    def _line(self, problem: FileProblem) -> str:
        place = (problem.name or self.name, problem.line, problem.column)
        return f"{':'.join(str(part) for part in place if part)}: {problem.text}"
