"""What is known of a link before it is visited, as a few words to learn from.

Only what the ledger keeps of a link is used (address, anchor, shape), so that the same features
can be made again while it waits and when its visit tells what it was worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spider.links.looks import anchor_looks, anchor_words

if TYPE_CHECKING:
    from spider.links.hints import HintWords

# Shape of the address, place on the page and kind of page in one word; no shape holds a blank.
_BETWEEN = " @"
_ON = " on "


class LinkPosition(NamedTuple):
    """Where a link stands: in which place, on what kind of page."""

    place: str
    page: str = ""

    def joined(self, address_shape: str) -> str:
        """The shape of an address, with the spot where it stands.

        >>> LinkPosition("ul.plist>li", "topic").joined("/i/#.html")
        '/i/#.html @ul.plist>li on topic'
        """
        return f"{address_shape}{_BETWEEN}{self.place}{self.page and _ON + self.page}"


def split_shape(shape: str) -> tuple[str, LinkPosition]:
    """The shape of the address, and the spot.

    >>> split_shape("/i/#.html @ul.plist>li on topic")
    ('/i/#.html', LinkPosition(place='ul.plist>li', page='topic'))
    """
    address, _, spot = shape.partition(_BETWEEN)
    place, _, page = spot.partition(_ON)
    return address, LinkPosition(place, page)


class LinkFeatures(NamedTuple):
    """`general` ones mean the same on every site, `own` ones belong to one site."""

    general: tuple[str, ...]
    own: tuple[str, ...]
    in_anchor: frozenset[str]
    in_url: frozenset[str]


def features(url: str, anchor: str, shape: str, hints: HintWords) -> LinkFeatures:
    address, spot = split_shape(shape)
    in_anchor = hints.in_text(anchor)
    in_url = hints.in_text(url.partition("//")[2].partition("/")[2])
    general = ["any"]
    general += [f"a:{kind}" for kind in in_anchor]
    general += [f"u:{kind}" for kind in in_url]
    general += [f"p:{kind}" for kind in hints.in_text(spot.place)]
    general += anchor_looks(anchor)
    if spot.page:
        general.append(f"on:{spot.page}")
    told = anchor_words(anchor)
    own = [f"w:{word}" for word in told]
    own += [f"x:{address} {word}" for word in told]
    own += [f"s:{address}", f"p:{spot.place}", f"sp:{spot}"]
    return LinkFeatures(tuple(sorted(general)), tuple(own), in_anchor, in_url)
