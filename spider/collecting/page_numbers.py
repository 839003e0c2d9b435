"""Which links of a list or thread lead to its further pages, told by address and anchor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spider.links.features import is_page_turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spider.links.page_links import FoundLink

_NUMBER = re.compile(r"[0-9]+")
_LONGEST_INSERTED = 24  # characters, as in "list_2.html" or "&start=20"
_LARGEST_NUMBER = 1_000_000
_FIRST_PAGES = frozenset({"0", "1"})


def further_pages(first: str, here: str, links: Iterable[FoundLink]) -> dict[str, int]:
    """The addresses of further pages, with the number in each.

    `first` is the first page's address, `here` that of the page with the links.
    """
    found: dict[str, int] = {}
    called_one = []
    for link in links:
        number = 0
        if link.leads_on or is_page_turn(link.anchor):
            number = page_number(first, link.url) or 0
        if number == 1:
            called_one.append(link)
        elif number:
            found[link.url] = number
    # Some sites count from 0, so that 1 is the second page; others call the first page so.
    for link in called_one:
        told = _NUMBER.search(link.anchor)
        if int(told[0]) > 1 if told else here == first and 2 not in found.values():
            found[link.url] = 1
    return found


def page_number(first: str, url: str) -> int | None:
    """The number in which an address differs from the first page's: of a page, or an offset.

    None if it differs in anything else; 0 for the first page itself.

    >>> page_number("http://a.example/t-71-1-1.html", "http://a.example/t-71-3-1.html")
    3
    >>> page_number("http://a.example/t?id=7", "http://a.example/t?id=7&page=2")
    2
    >>> page_number("http://a.example/news/", "http://a.example/news/list_12.html")
    12
    >>> page_number("http://a.example/t-71-1-1.html", "http://a.example/t-72-1-1.html")
    """
    if url == first:
        return 0
    before, after = _common_ends(first, url)
    old, new = first[before : len(first) - after], url[before : len(url) - after]
    numbers = _NUMBER.findall(new)
    if len(numbers) != 1 or len(new) > _LONGEST_INSERTED:
        return None
    if old not in _FIRST_PAGES if old else _joins_word(first, before, new):
        return None
    if old and new != numbers[0]:
        return None
    number = int(numbers[0])
    return number if number <= _LARGEST_NUMBER else None


def _common_ends(first: str, url: str) -> tuple[int, int]:
    """How many characters both begin and end with; numbers are equal as a whole or not at all."""
    before = _common(first, url)
    return before, _common(first[before:][::-1], url[before:][::-1])


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    shorter = min(len(one), len(other))
    at = next((place for place, (a, b) in enumerate(pairs) if a != b), shorter)
    # Back to the beginning of a number that goes on in one of the two.
    goes_on = one[at : at + 1].isdigit() or other[at : at + 1].isdigit()
    while goes_on and at and one[at - 1].isdigit():
        at -= 1
    return at


def _joins_word(first: str, at: int, inserted: str) -> bool:
    """Whether what was inserted makes another word of the one before it."""
    return at > 0 and first[at - 1].isalnum() and inserted[0].isalnum()
