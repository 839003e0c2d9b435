"""A manifest names the pages to read, one JSON object a line: `{"file": …, "url": …}`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, Field, ValidationError

from core.errors import FileProblem, FileProblems
from specseek.json_input import file_problems, without_byte_order_mark
from specseek.stored_page import StoredPage

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE_ALLOWED = (
    'each line must be like {"file": "page.html", "url": "https://site.example/page.html"}; '
    "further keys are ignored"
)


class PageManifest:
    """The pages of a manifest, read line by line: its length costs no memory."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[StoredPage]:
        """A line's file is looked for beside the manifest first, then in the current folder."""
        for line in self._lines():
            beside = self._path.parent / line.file
            path = beside if beside.exists() else Path(line.file)
            yield StoredPage(line.file, line.url, path)

    def checked_length(self) -> int | None:
        """How many pages, every line having proved good; None for a pipe, readable only once."""
        return sum(1 for _ in self._lines()) if self._path.is_file() else None

    def _lines(self) -> Iterator[_ManifestLine]:
        empty = True
        with self._path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                written = without_byte_order_mark(line) if number == 1 else line
                if written.strip():
                    empty = False
                    yield self._parsed(written, number)
        if empty:
            raise FileProblems(
                str(self._path), (FileProblem(0, 0, f"names no page; {_LINE_ALLOWED}"),)
            )

    def _parsed(self, written: bytes, number: int) -> _ManifestLine:
        try:
            return _ManifestLine.model_validate_json(written)
        except ValidationError as error:
            raise file_problems(self._path, error, lambda _: number, _LINE_ALLOWED) from error


class _ManifestLine(BaseModel, frozen=True):
    file: Annotated[str, Field(min_length=1)]
    url: str
