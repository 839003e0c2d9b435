"""Errors whose messages are written for the user.

The command line prints a `SpecSeekError`, or an `OSError` of reading or writing a file, and exits
with status 1; wrong arguments are handled by click, with exit status 2. Mistakes in files (topics,
rules, settings, manifests) are collected and reported together by `FileProblems`, each with its
line.
"""

from __future__ import annotations

import errno
from typing import NamedTuple

MOST_PROBLEMS_SHOWN = 100


class SpecSeekError(Exception):
    """Base class of the errors whose message is written for the user."""


def error_text(error: BaseException) -> str:
    """An unexpected error in one line: its kind, and its message if it has one."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


_ADVICE = {
    errno.ENOSPC: "free some space, and run the same command again",
    errno.EDQUOT: "free some space, and run the same command again",
    errno.EFBIG: "raise the limit on the size of files (ulimit -f), and run the same command again",
    errno.EROFS: "make the disk writable, or use a folder on another one",
    errno.EACCES: "give this user the right to it, or use another folder",
    errno.EPERM: "give this user the right to it, or use another folder",
    errno.EMFILE: "raise the limit on open files (ulimit -n), and run the same command again",
}


def file_error_text(error: OSError) -> str:
    """What happened to which file and, where that is known, what to do.

    >>> file_error_text(OSError(errno.ENOSPC, "No space left on device", "rules/a.yaml"))
    'rules/a.yaml: No space left on device; free some space, and run the same command again'
    """
    if error.strerror is None:
        return error_text(error) if type(error) is not OSError else str(error)
    place = f"{error.filename}: " if error.filename is not None else ""
    advice = f"; {_ADVICE[error.errno]}" if error.errno in _ADVICE else ""
    return f"{place}{error.strerror}{advice}"


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
