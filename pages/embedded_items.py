"""Products in a page's own markup: microdata and RDFa, as the nodes that JSON-LD would have.

Before them: which of schema.org's types are products.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeAlias

from pages.nesting import outline
from pages.outline import JOINED
from pages.page import attributes, fold, identity

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from pages.outline import Outline
    from pages.page import Page

Node: TypeAlias = dict[str, object]

LONGEST_VALUE = 1000


# Which of schema.org's types are products?


_TYPES = (
    "Product ProductGroup ProductModel IndividualProduct SomeProducts "
    "Vehicle Car Motorcycle MotorizedBicycle BusOrCoach DietarySupplement Drug"
).split()

_ANY = "|".join(_TYPES)

# These tell whether a piece of JSON-LD, or a page's microdata, is worth reading at all.
NAMES_A_PRODUCT = re.compile(rf"\b(?:{_ANY})\b".encode())
MARKS_A_PRODUCT = re.compile(rf"schema\.org/(?:{_ANY})\b".encode())

_PRODUCT = re.compile(rf"(?:https?://(?:www\.)?schema\.org/|schema:)?(?:{_ANY})/?")


def is_product(types: object) -> bool:
    """Is one of these types, in any of the ways to write it, a product's?"""
    if isinstance(types, list):
        return any(isinstance(one, str) and _PRODUCT.fullmatch(one) for one in types)
    return isinstance(types, str) and _PRODUCT.fullmatch(types) is not None


# Microdata and RDFa, in the shape that JSON-LD has.


# Elements of a page; hardly one for people has as many.
MOST_PROPERTIES = 2000
_MOST_NAMES = 10  # of a property
_MICRODATA = (b"itemscope", b"itemprop")
_RDFA = (b"typeof", b"property")
_PREFIX = "schema:"
# The word comes first and what may not be before it second: Python looks for words far faster.
_TYPED_A_PRODUCT = re.compile(
    rb"typeof(?<!\wtypeof)\s*+=[^<>]{0,200}?\b(?:" + _ANY.encode() + rb")\b"
)
# Where elements have their value if not in their text.
_VALUE_IN = {
    **dict.fromkeys("audio embed iframe img source track video".split(), "src"),
    **dict.fromkeys(("a", "area", "link"), "href"),
    **dict.fromkeys(("data", "meter"), "value"),
    "object": "data",
    "time": "datetime",
}
_ADDRESSES = frozenset(["url", "image", "contentUrl"])


def microdata(page: Page) -> list[Node]:
    """The items that are no property of another, if one of them may be a product.

    An item may be a property of itself, by way of `itemref`: who follows properties has to stop.
    """
    if not MARKS_A_PRODUCT.search(page.body) or b"itemtype" not in page.body.lower():
        return []
    read = outline(page)
    return _items(read, dict(_told(read, _MICRODATA)))


def rdfa(page: Page) -> list[Node]:
    """The same of RDFa: what it calls `typeof` and `property` is read like microdata."""
    if not _TYPED_A_PRODUCT.search(page.body):
        return []
    read = outline(page)
    return _items(read, {node: _as_microdata(told) for node, told in _told(read, _RDFA)})


def _told(read: Outline, names: Sequence[bytes]) -> Iterator[tuple[int, dict[str, str]]]:
    for node in read.mentioning(names)[:MOST_PROPERTIES]:
        yield node, attributes(read.rests[node], read.encoding)


def _as_microdata(told: Mapping[str, str]) -> dict[str, str]:
    names = told.get("property", "").replace(_PREFIX, "")
    found = {**told, "itemprop": names}
    if "typeof" in told:
        own = told.get("resource") or told.get("about") or ""
        found |= {"itemscope": "", "itemtype": told["typeof"], "itemid": own}
    return found


def _items(read: Outline, given: Mapping[int, Mapping[str, str]]) -> list[Node]:
    items: dict[int, Node] = {
        node: {"@type": told.get("itemtype", "").split(), "@id": told.get("itemid")}
        for node, told in given.items()
        if "itemscope" in told
    }
    of_items = _properties_of_items(read, given, items)
    values = {
        node: items.get(node) or _property_value(read, node, given[node])
        for node in set(chain.from_iterable(of_items.values()))
    }
    for node, properties in of_items.items():
        for one in properties:
            for name in given[one]["itemprop"].split(maxsplit=_MOST_NAMES)[:_MOST_NAMES]:
                _add_property(items[node], name, values[one])
        if not properties:
            items[node]["@value"] = _text_in(read, node)
    return [item for node, item in items.items() if node not in values]


def _properties_of_items(
    read: Outline, given: Mapping[int, Mapping[str, str]], items: Container[int]
) -> dict[int, list[int]]:
    """The elements that are properties of each item: those in it, and where `itemref` leads.

    Of the latter at most `MOST_PROPERTIES` are looked at: any number of items could share them.
    """
    marked = list(given)

    def inside(start: int, end: int) -> Iterator[int]:
        """Properties, and items that are none."""
        at = bisect_left(marked, start)
        while at < len(marked) and (node := marked[at]) < end:
            yield node
            at = bisect_left(marked, read.ends[node], at) if node in items else at + 1

    referred = {node: told["itemref"].split() for node, told in given.items() if "itemref" in told}
    places = _places_of_ids(read) if referred else {}
    room = MOST_PROPERTIES
    found: dict[int, list[int]] = {}
    for node in marked:
        if node in items:
            begins = (
                places[name] for name in dict.fromkeys(referred.get(node, ())) if name in places
            )
            elsewhere = chain.from_iterable(inside(begin, read.ends[begin]) for begin in begins)
            others = list(islice(elsewhere, room))
            room -= len(others)
            own = inside(node + 1, read.ends[node])
            found[node] = [
                one
                for one in dict.fromkeys(chain(own, others))
                if one != node and given[one].get("itemprop", "").strip()
            ]
    return found


def _places_of_ids(read: Outline) -> dict[str, int]:
    """Of two elements with the same id the first counts."""
    places: dict[str, int] = {}
    for node in read.mentioning([b"id"]):
        places.setdefault(identity(read, node)[0], node)
    return places


def _add_property(item: Node, name: str, value: Node | str) -> None:
    before = item.get(name)
    if isinstance(before, list):
        before.append(value)
    else:
        item[name] = value if before is None else [before, value]


def _property_value(read: Outline, node: int, given: Mapping[str, str]) -> str:
    """Where a name or a value is a link, its text is meant and not its address."""
    told = given.get(_VALUE_IN.get(read.tags[node], "content"), "")
    if read.tags[node] == "a" and _ADDRESSES.isdisjoint(given["itemprop"].split()):
        return given.get("content") or _text_in(read, node) or told
    return given.get("content") or told or _text_in(read, node)


def _text_in(read: Outline, node: int) -> str:
    """Its text, hidden or not; a longer one than a value may be is cut, and so is no value."""
    leaves = read.leaves(node)
    room = LONGEST_VALUE + 1
    if len(leaves) > room:
        # Empty ones (`&nbsp;`) take no room: an element could hold any number of them.
        return ""
    texts: list[str] = []
    for leaf in leaves:
        if texts and read.gaps[leaf] != JOINED:
            texts.append(" ")
        texts.append(read.texts[leaf][:room])
        room -= len(texts[-1])
        if room <= 0:
            break
    return fold("".join(texts))
