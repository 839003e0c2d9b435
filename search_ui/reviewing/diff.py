"""What a change does to a file, line by line."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING, NamedTuple

from search_ui.products.readable import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from store.changes import FileChange

MOST_LINES = 400
_LONGEST_FILE = 200_000  # bytes of text compared line by line; sample pages may be larger
_LONGEST_LINE = 400
_KINDS = {"+": "added", "-": "removed", "@": "where"}


class DiffLine(NamedTuple):
    """`kind` is "added", "removed", "where" or "same"."""

    kind: str
    text: str


class FileDiff(NamedTuple):
    """`what` is "new", "gone" or "changed"; `lines` is empty where nobody could read them."""

    path: str
    what: str
    lines: tuple[DiffLine, ...]
    cut: bool
    added: int
    removed: int


def file_diffs(files: Iterable[FileChange]) -> list[FileDiff]:
    """What people wrote or would write comes first, the pages that rules learn from last."""
    return [file_diff(file) for file in sorted(files, key=_rank)]


def _rank(file: FileChange) -> tuple[bool, bool, str]:
    return not file.path.startswith("topics/"), "/samples/" in file.path, file.path


def file_diff(file: FileChange) -> FileDiff:
    is_page = file.path.endswith(".html")
    before, after = (None if is_page else _lines(body) for body in (file.before, file.after))
    found: list[DiffLine] = []
    if before is not None and after is not None:
        found = list(_compared(before, after))
    what = "new" if file.before is None else "gone" if file.after is None else "changed"
    kinds = [line.kind for line in found]
    shown = tuple(found[:MOST_LINES])
    cut = len(found) > MOST_LINES or before is None or after is None
    return FileDiff(file.path, what, shown, cut, kinds.count("added"), kinds.count("removed"))


def _lines(body: bytes | None) -> list[str] | None:
    """None where it is no text for people, or too much of it."""
    if body is None:
        return []
    if len(body) > _LONGEST_FILE or b"\0" in body:
        return None
    return body.decode("utf-8", "replace").splitlines()


def _compared(before: list[str], after: list[str]) -> Iterator[DiffLine]:
    for number, line in enumerate(unified_diff(before, after, lineterm="", n=2)):
        if number > 1:  # the names of the files come first
            kind = _KINDS.get(line[:1], "same")
            yield DiffLine(kind, readable(line[:_LONGEST_LINE]))
