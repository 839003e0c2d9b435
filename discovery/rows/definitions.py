"""Lists of definitions: `<dt>` is the name, the `<dd>` behind it are its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.rows.lines import without_sections
from discovery.rows.row import Row, checked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from discovery.rows.places import Places

BY = "definition"
_MOST_TEXTS = 200


def definitions(places: Places) -> Iterator[Row]:
    in_list: dict[Element, list[Row]] = {}
    for element in places.elements():
        if element.tag == "dt":
            rows = in_list.setdefault(next(element.iterancestors("dl"), element), [])
            rows += filter(None, [_row(places, element)])
    for rows in in_list.values():
        yield from without_sections(places, rows)


def _row(places: Places, name: Element) -> Row | None:
    names, leaves = places.inside(name), _defined(places, name)
    if max(len(names), len(leaves)) > _MOST_TEXTS:
        return None
    leaf = places.leaves[names.start]
    return checked(Row(leaf, places.text(names), places.text(leaves), BY, name, leaves))


def _defined(places: Places, name: Element) -> range:
    """The texts of all definitions up to the next name."""
    leaves = range(0)
    for behind in name.itersiblings():
        if behind.tag == "dt":
            break
        inside = places.inside(behind)
        if behind.tag == "dd" and inside:
            leaves = range(leaves.start if leaves else inside.start, inside.stop)
    return leaves
