"""What goes wrong, in words a person can act on.

A `SpecSeekError` has a text for the person at the keyboard: the command line prints it and exits
with 1, as it does when a file cannot be read or written (`OSError`). A command that is called
wrongly is click's matter, with exit status 2. Mistakes in files (topics, rules, settings,
manifests) are collected and told all at once by `FileProblems`, each with its line.
"""

from __future__ import annotations

from typing import NamedTuple

MOST_PROBLEMS_SHOWN = 100


class SpecSeekError(Exception):
    """Base of the errors whose text is meant for the person at the keyboard."""


class FileProblem(NamedTuple):
    """One mistake; line and column count from 1, and are 0 for the whole file.

    `name` is where it stands, if that is not the file that the others stand in.
    """

    line: int
    column: int
    text: str
    name: str = ""


class FileProblems(SpecSeekError):  # noqa: N818 - it is many, and reads as what it is
    """All mistakes of one file, in the order they stand in it."""

    def __init__(self, name: str, problems: tuple[FileProblem, ...]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems

    def __str__(self) -> str:
        lines = [self._line(problem) for problem in self.problems[:MOST_PROBLEMS_SHOWN]]
        unseen = len(self.problems) - len(lines)
        if unseen:
            lines.append(f"{self.name}: and {unseen} more problems; mend these first")
        return "\n".join(lines)

    def _line(self, problem: FileProblem) -> str:
        place = (problem.name or self.name, problem.line, problem.column)
        return f"{':'.join(str(part) for part in place if part)}: {problem.text}"
