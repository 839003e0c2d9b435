"""What a page tells about itself and where it leads to."""

from __future__ import annotations

from typing import NamedTuple

MOST_LINKS = 2000
MOST_ANCHOR = 200
MOST_TEXT = 500


class FoundLink(NamedTuple):
    """A link as it stands on a page.

    `place` names where: the nearest elements around it, as in "ul.plist>li". `leads_on` tells
    that the page calls it its next or previous page.
    """

    url: str
    anchor: str
    place: str
    nofollow: bool = False
    leads_on: bool = False


class PageLinks(NamedTuple):
    """The links of a page, each address once, and what the page says of itself.

    `refresh` is the address it sends readers to. `follow` is False where the page asks robots not
    to follow its links. `sheets` are its style sheets for the screen.
    """

    title: str = ""
    description: str = ""
    headings: tuple[str, ...] = ()
    refresh: str = ""
    follow: bool = True
    links: tuple[FoundLink, ...] = ()
    sheets: tuple[str, ...] = ()
