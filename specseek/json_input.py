"""Mistakes in the JSON that people hand us, told with file, line, and what is allowed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.errors import FileProblem, FileProblems

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_PLACE = re.compile(r" at line (\d+) column (\d+)$")


def without_byte_order_mark(body: bytes) -> bytes:
    """JSON proper, without the byte-order mark that some editors put before it."""
    return body.removeprefix(b"\xef\xbb\xbf")


def file_problems(
    path: Path, error: ValidationError, line_of: Callable[[ErrorDetails], int], allowed: str
) -> FileProblems:
    """All that is wrong; `line_of` tells on which line the JSON of a mistake begins."""
    problems = [_problem(details, line_of(details)) for details in error.errors()]
    return FileProblems(str(path), (*problems, FileProblem(0, 0, allowed)))


def _problem(details: ErrorDetails, first_line: int) -> FileProblem:
    place = _PLACE.search(details["msg"])
    if place:
        reason = details["msg"][: place.start()].removeprefix("Invalid JSON: ")
        line, column = int(place[1]), int(place[2])
        return FileProblem(first_line + line - 1, max(column, 1), f"not JSON: {reason}")
    key = ".".join(step for step in details["loc"] if isinstance(step, str))
    return FileProblem(first_line, 1, ": ".join(filter(None, (key, details["msg"]))))
