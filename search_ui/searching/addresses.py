"""The address of a search: one for everything that can be asked."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from index.finding.address import parameters_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.finding.asked import Asked
    from rules.topic import Topic

SEARCH = "/search"


def search_address(asked: Asked, topic: Topic, path: str = SEARCH) -> str:
    return address(path, parameters_of(asked, topic))


def address(path: str, parameters: Iterable[tuple[str, str]]) -> str:
    query = "&".join([f"{_quoted(name)}={_quoted(value)}" for name, value in parameters])
    return f"{path}?{query}" if query else path


# A page has hundreds of addresses made of the same few names and values.
@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return quote_plus(text[:1000], errors="replace")
