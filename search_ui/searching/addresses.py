"""The address of a search: one for everything that can be asked."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from index.search.address import FACET, choice_name, parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from core.topic import Topic
    from index.search.model import SearchQuery

SEARCH = "/search"


def search_address(asked: SearchQuery, topic: Topic, path: str = SEARCH) -> str:
    return address(path, parameters_of(asked, topic))


class FacetAddresses:
    """Addresses of a search with one more choice or facet: all but that is put together once."""

    def __init__(self, asked: SearchQuery, topic: Topic) -> None:
        self._asked = replace(asked, page=1)
        self._topic = topic

    def leading_to(self, attribute: str) -> Callable[[str], str]:
        """A key of the attribute that is not chosen yet → address."""
        mark = "\0"  # no key has it, nor does any other part of an address
        already = self._asked.chosen.get(attribute, ())
        chosen = {**self._asked.chosen, attribute: (mark,)}
        whole = search_address(replace(self._asked, chosen=chosen), self._topic)
        before, _, after = whole.partition(_quoted(mark))
        if not already:
            return lambda key: f"{before}{_quoted(key)}{after}"
        one_more = f"&{_quoted(choice_name(attribute))}="

        def address_with(key: str) -> str:
            return before + one_more.join(map(_quoted, sorted((*already, key)))) + after

        return address_with

    def showing(self) -> Callable[[Iterable[str]], str]:
        """The facets to show besides → address; they are its last part."""
        before = parameters_of(replace(self._asked, facets=()), self._topic)
        return lambda facets: address(SEARCH, (*before, *((FACET, name) for name in facets)))


def address(path: str, parameters: Iterable[tuple[str, str]]) -> str:
    query = "&".join([f"{_quoted(name)}={_quoted(value)}" for name, value in parameters])
    return f"{path}?{query}" if query else path


# A page has hundreds of addresses made of the same few names and values.
@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return quote_plus(text[:1000], errors="replace")
