"""Numbers that are names: of 小米 14 the brand is a filter, but 14 alone stands in many texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.query.query import Chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from index.query.query import ParsedText, Wording

_NUMBER = re.compile(r"\d{1,2}(?!\d)", re.ASCII)


def words_of(
    query: ParsedText, brand: str, is_name: Callable[[str], bool]
) -> Iterator[tuple[Wording, str]]:
    """Each wording with what to search for: the brand's name before a number that needs it.

    `brand` is the attribute's name; `is_name` tells whether products are called so. Where none
    is (苹果 15 is an iPhone 15) the number is searched for as it is.
    """
    brands = {
        each.end: each.values[0]
        for each in query.filters
        if isinstance(each, Chosen) and each.attribute == brand
    }
    for word in query.wordings:
        name = brands.get(len(query.text[: word.start].rstrip()))
        number = _NUMBER.match(word.text) if name else None
        called = bool(number and is_name(f"{name}{number[0]}"))
        yield word, f"{name} {word.text}" if called else word.text
