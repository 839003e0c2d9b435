"""On which line of a TOML file is each key? The standard library's reader does not say."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Keys = tuple[str, ...]


def lines_of_keys(text: str) -> dict[Keys, int]:
    r"""The line (from 1) on which each key is set first; the text must be valid TOML.

    >>> lines_of_keys('data = "d"\n[crawl]\npages = 5')
    {('data',): 1, ('crawl',): 2, ('crawl', 'pages'): 3}
    """
    found: dict[Keys, int] = {}
    table: Keys = ()
    for line, statement in _statements(text):
        keys = list(_keys_in(tomllib.loads(statement)))
        if statement.lstrip().startswith("["):
            table = max(keys, key=len)
            keys = [table[:depth] for depth in range(1, len(table) + 1)]
        else:
            keys = [(*table, *way) for way in keys]
        for way in keys:
            found.setdefault(way, line)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each table header and each `key = value` with its first line.

    A statement ends with the first line that makes it valid alone: an open bracket or
    an open string never is.
    """
    statement, first = "", 1
    for line, part in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        statement, first = (f"{statement}\n{part}", first) if statement else (part, line)
        try:
            empty = not tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        if not empty:
            yield first, statement
        statement = ""


def _keys_in(values: Mapping[str, object], above: Keys = ()) -> Iterator[Keys]:
    for key, value in values.items():
        yield (*above, key)
        below = value[0] if isinstance(value, list) and value else value
        if isinstance(below, dict):
            yield from _keys_in(below, (*above, key))
