"""What is known of a link before it is visited, as a few words to learn from.

Only what the ledger keeps of a link is used (address, anchor, shape, where it was found), so
that the same features can be made again when its visit tells what it was worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spider.links.looks import looks, words
from spider.links.shape import shape_of

if TYPE_CHECKING:
    from spider.links.hints import Hints

# Shape of the address and place on the page, in one word; no shape holds a blank.
_BETWEEN = " @"


def with_place(shape: str, place: str) -> str:
    return f"{shape}{_BETWEEN}{place}"


def without_place(shape: str) -> tuple[str, str]:
    """The shape of the address, and the place.

    >>> without_place("/i/#.html @ul.plist>li")
    ('/i/#.html', 'ul.plist>li')
    """
    address, _, place = shape.partition(_BETWEEN)
    return address, place


class Features(NamedTuple):
    """`general` ones mean the same on every site, `own` ones belong to one site."""

    general: tuple[str, ...]
    own: tuple[str, ...]
    in_anchor: frozenset[str]
    in_url: frozenset[str]


def features(url: str, anchor: str, shape: str, found_on_shape: str, hints: Hints) -> Features:
    address, place = without_place(shape)
    in_anchor = hints.in_text(anchor)
    in_url = hints.in_text(url.partition("//")[2].partition("/")[2])
    general = [f"a:{kind}" for kind in in_anchor]
    general += [f"u:{kind}" for kind in in_url]
    general += [f"p:{kind}" for kind in hints.in_text(place)]
    general += looks(anchor)
    own = [f"w:{word}" for word in words(anchor)]
    own += [f"s:{address}", f"p:{place}", f"f:{found_on_shape}", f"fp:{found_on_shape} {place}"]
    return Features(tuple(sorted(general)), tuple(own), in_anchor, in_url)


def shape_of_page(url: str) -> str:
    """The shape of the page a link was found on; seeds were found nowhere."""
    return shape_of(url) if url else ""
