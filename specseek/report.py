"""What `eval` and `bench` print: a table for people, or one JSON object for scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol

from rich.console import Console

from specseek.json_lines import write_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

_WIDTH_OF_A_FILE = 140  # columns; a file or a pipe has no width of its own


class Report(Protocol):
    def table(self) -> RenderableType: ...

    def as_json(self) -> Mapping[str, object]: ...


def print_report(report: Report, *, as_json: bool) -> None:
    if as_json:
        write_line(report.as_json())
    else:
        print_table(report.table())


def print_table(table: RenderableType) -> None:
    Console(width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE).print(table)
