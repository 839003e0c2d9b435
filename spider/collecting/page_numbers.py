"""Which links lead to further pages of a list, thread or article, told by address and anchor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spider.links.features import is_page_turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


MOST_ARTICLE_PAGES = 20
# Where an address has the number of its page: a "1" elsewhere is the number of an article.
_BEFORE_PAGE = re.compile(r"[0-9][^/?&]*[_-]$|[/?&._-](?:page|pg|pn|p)[=/_-]?$", re.IGNORECASE)
_COMMENTS = re.compile(r"comment|cpage|reply|pinglun", re.IGNORECASE)


def next_article_page(first: str, here: str, links: Sequence[FoundLink]) -> FoundLink | None:
    """The page that follows `here`: the next number, and no other article's."""
    numbers = further_pages(first, here, links)
    before = page_number(first, here) or 0
    # The second page is number 2, or number 1 where they are counted from 0.
    nexts = (before + 1,) if here != first else (1, 2)
    for number in nexts if before < MOST_ARTICLE_PAGES else ():
        for link in links:
            if numbers.get(link.url) == number and _is_of_article(first, link.url):
                return link
    return None


def _is_of_article(first: str, url: str) -> bool:
    before, old, new = _difference(first, url)
    if old:
        return _BEFORE_PAGE.search(first[:before][-_LONGEST_INSERTED:]) is not None
    return _COMMENTS.search(new) is None


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
    if first.split("/", 3)[:3] != url.split("/", 3)[:3]:
        return None
    before, old, new = _difference(first, url)
    numbers = _NUMBER.findall(new)
    if len(numbers) != 1 or len(new) > _LONGEST_INSERTED:
        return None
    if old not in _FIRST_PAGES if old else _joins_word(first, before, new):
        return None
    if old and new != numbers[0]:
        return None
    number = int(numbers[0])
    return number if number <= _LARGEST_NUMBER else None


def _difference(first: str, url: str) -> tuple[int, str, str]:
    """Where the two differ, and in what; numbers are equal as a whole or not at all."""
    before = _common(first, url)
    after = _common(first[before:][::-1], url[before:][::-1])
    return before, first[before : len(first) - after], url[before : len(url) - after]


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
