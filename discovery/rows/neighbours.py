"""Neighbours without any mark: pairs of elements that come again and again."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from discovery.rows.row import Row, checked
from rules.wording import is_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from discovery.rows.places import Places

BY = "neighbour"
_FEWEST = 3  # pairs of one kind; fewer may be anything
_MOST_TEXTS = 12
_MOST_NAME_TEXTS = 2
# Cells and definitions are read by their own modules; headings head texts.
_OTHERS = frozenset("dl dt dd table tbody thead tfoot tr td th h1 h2 h3 h4 h5 h6 select".split())


def neighbours(places: Places) -> Iterator[Row]:
    for element in places.elements():
        if element.tag in _OTHERS:
            continue
        children = places.children(element)
        for name, values in (*_boxed(places, children), *_by_turns(places, children)):
            found = _row(places, name, values)
            if found and not is_sentence(found.value):
                yield found


def _row(places: Places, name: Element, values: range) -> Row | None:
    names = places.inside(name)
    if len(names) > _MOST_NAME_TEXTS or len(values) > _MOST_TEXTS:
        return None
    leaf = places.leaves[names.start]
    return checked(Row(leaf, places.text(names), places.text(values), BY, name, values))


def _boxed(places: Places, boxes: Sequence[Element]) -> list[tuple[Element, range]]:
    """Each pair in an element of its own, these side by side."""
    pairs = []
    for _, alike in groupby(boxes, key=_kind):
        inner = [_pair_in(places, box) for box in alike]
        found = [pair for pair in inner if pair]
        if len(found) >= _FEWEST and 2 * len(found) > len(inner):
            pairs += found
    return pairs


def _pair_in(places: Places, box: Element) -> tuple[Element, range] | None:
    """The box's first child where its text begins, and all text behind that."""
    if box.tag in _OTHERS:
        return None
    name = next(iter(places.children(box)), None)
    if name is None or name.tag in _OTHERS:
        return None
    inside, names = places.inside(box), places.inside(name)
    values = range(names.stop, inside.stop)
    starts = names.start == inside.start
    return (name, values) if starts and values and not _holds_more(places, box) else None


def _holds_more(places: Places, box: Element) -> bool:
    """Tables and lists are more than one value, and read by other modules."""
    return any(child.tag in _OTHERS for child in places.children(box))


def _by_turns(places: Places, children: Sequence[Element]) -> list[tuple[Element, range]]:
    """Names and values of two kinds side by side, by turns."""
    if len(children) < 2 * _FEWEST or len(children) % 2:
        return []
    names, values = children[::2], children[1::2]
    kinds = {_kind(name) for name in names}, {_kind(value) for value in values}
    if any(len(kind) > 1 for kind in kinds) or kinds[0] == kinds[1]:
        return []
    if any(child.tag in _OTHERS for child in children[:2]):
        return []
    return list(zip(names, map(places.inside, values), strict=True))


def _kind(element: Element) -> tuple[str, str]:
    return str(element.tag), element.get("class") or ""
