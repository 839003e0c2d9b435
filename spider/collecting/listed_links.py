"""Which links of a list page, a board or a page of search results lead to articles or threads.

The source's pattern tells it, or, where there is none, the page: its list are the addresses of
that shape which most of its words lead to.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from core.sources import SourceKind
from core.urls import shape_of, site_of_link
from spider.links.features import is_page_turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.sources import Source
    from spider.links.page_links import FoundLink

_SHORTEST_TITLE = 5  # characters
_LONGEST_TITLE = 60  # what is longer counts no more: a summary is not a better title
_FEWEST = 2  # links of a list
_NUMBER = re.compile(r"[0-9]+")
_MOST_NUMBERS = 8  # of an address; more are no thread's
_PAGE_PARAMETER = re.compile(r"[?&](?:page|p|pn|pg|start|offset)=[0-9]+")


def listed_links(source: Source, page_url: str, links: Iterable[FoundLink]) -> list[FoundLink]:
    """The links to articles or threads, each address once, in page order."""
    titled = [link for link in links if not is_page_turn(link.anchor) and not link.leads_on]
    chosen = _by_pattern(source, titled) if source.pattern else _by_look(source, page_url, titled)
    found = {link.url: link for link in chosen if link.url != page_url}
    return [link for link in found.values() if not _is_further_page(link, found)]


def _by_pattern(source: Source, links: list[FoundLink]) -> list[FoundLink]:
    pattern = source.address_pattern
    return [link for link in links if pattern and pattern.matches(link.url)]


def _by_look(source: Source, page_url: str, links: list[FoundLink]) -> list[FoundLink]:
    """Of a search all results on other sites; else the list of the page."""
    site = site_of_link(page_url)
    titled = [link for link in links if len(link.anchor) >= _SHORTEST_TITLE]
    if source.kind is SourceKind.SEARCH:
        return [link for link in titled if site_of_link(link.url) != site]
    lists: defaultdict[str, list[FoundLink]] = defaultdict(list)
    for link in titled:
        if site_of_link(link.url) == site:
            lists[shape_of(link.url)].append(link)
    best = max(lists.values(), key=_words, default=[])
    return best if len(best) >= _FEWEST else []


def _words(links: list[FoundLink]) -> int:
    titles = {link.url: len(link.anchor) for link in links if _has_words(link)}
    return sum(min(length, _LONGEST_TITLE) for length in titles.values())


def _has_words(link: FoundLink) -> bool:
    """Not only a date or a number, as beside titles."""
    return any(character.isalpha() for character in link.anchor)


def _is_further_page(link: FoundLink, found: dict[str, FoundLink]) -> bool:
    """Whether it is a later page of another one in the list: boards link to a thread's last page.

    Where the page's number has no name (thread-71-3-1.html), only the date of a last post leads
    there, never a title.
    """
    url = link.url
    firsts = [_PAGE_PARAMETER.sub("", url)]
    if not _has_words(link):
        numbers = list(_NUMBER.finditer(url))[-_MOST_NUMBERS:]
        firsts += [url[: one.start()] + "1" + url[one.end() :] for one in numbers]
    return any(first != url and first in found for first in firsts)
